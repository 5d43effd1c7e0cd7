import { Value } from 'typebox/value';
import { superAdministratorOf } from '../../dispatch/administrators/access.ts';
import { containersOf } from '../../dispatch/containers/access.ts';
import type { ImportedMember, ImportedPlace } from '../../dispatch/containers/append-imported.ts';
import { recognise } from '../../dispatch/fleet-imports/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { newObjectId, newShortId } from '../../platform/ids.ts';
import { emailKeyOf } from '../../platform/people/email.ts';
import type { JsonObject } from '../json.ts';
import { type FleetGround, writtenGround } from './ground.ts';
import type { SourceFleet } from './read-fleet.ts';
import {
  administratorRow,
  destinationRow,
  hubRow,
  keepsMetadata,
  recipientRow,
  taskRow,
  teamRow,
  workerRow,
} from './rows.ts';
import {
  type SourceAdministrator,
  SourceDestination,
  type SourceHub,
  type SourceRecipient,
  type SourceTask,
  type SourceTeam,
  type SourceWorker,
} from './shapes.ts';

/** A thing of the fleet and its fate, as the report counts it. */
export interface ReportedThing {
  what: string;
  how: 'comes' | 'changed' | 'stays';
  why?: string | undefined;
}

/** Rows that a batch is going to write. */
export interface PlannedBatch {
  outcomes: ReportedThing[];
  people: { id: string; email: string | null; phone?: string }[];
  /** Rows by table, in the order in which they are written. */
  rows: [table: string, rows: JsonObject[]][];
  /** Tasks that need a place in a list; their rows follow from the places. */
  members: ImportedMember[];
  taskRows(places: readonly ImportedPlace[]): [table: string, rows: JsonObject[]][];
}

const HERE = 'They are here already, and stay as they are here.';
const INVITED = 'They cannot sign in until they are invited.';
const KNOWN_PHONE = 'Their phone numbers are known here: who has them here is meant, and stays as they are.';
const METADATA = 'Metadata of unknown types stay behind.';
const PHONE = /^\+\d{3,}$/;

/** The IDs here of what came before, by those there. */
interface Known {
  hubs: Set<string>;
  administrators: Map<string, string>;
  teams: Map<string, string>;
  workers: Map<string, string>;
  recipients: Map<string, string>;
}

/** Ground and owner of a dry run. */
export interface DryRun {
  ground: FleetGround;
  /** E-mail address of the owner of an organization that is not made yet. */
  foundedBy: string | undefined;
}

/** Decides what becomes of a fleet in an organization, some things at a time; a dry run asks it the same. */
export class FleetPlan {
  readonly #fleet: SourceFleet;
  readonly #ground: FleetGround;
  readonly #foundedBy: string | undefined;
  readonly #dependents = new Map<string, string[]>();
  readonly #known: Known = {
    ...{ hubs: new Set(), administrators: new Map(), teams: new Map(), workers: new Map() },
    recipients: new Map(),
  };

  /** Active tasks by their drivers here. */
  readonly #active = new Map<string, string>();

  constructor(fleet: SourceFleet, dryRun?: DryRun) {
    this.#fleet = fleet;
    this.#ground = dryRun?.ground ?? writtenGround;
    this.#foundedBy = dryRun?.foundedBy;
    for (const [id, needed] of fleet.dependencies)
      for (const each of needed) this.#dependents.set(each, [...(this.#dependents.get(each) ?? []), id]);
  }

  /** @param first time of the first hub: the API does not say when hubs were made, and they are listed by age */
  async hubs(reader: Reader, hubs: readonly SourceHub[], first: Date): Promise<PlannedBatch> {
    const here = await this.#ground.recognise(reader, 'hubs', 'id', idsOf(hubs));
    const fresh = hubs.filter(({ id }) => !here.has(id));
    await this.#ground.checkRoom(reader, 'hubs', fresh.length);
    for (const { id } of hubs) this.#known.hubs.add(id);
    return batch({
      outcomes: hubs.map(({ id }) => (here.has(id) ? stays('hubs') : { what: 'hubs', how: 'comes' })),
      rows: [['dispatch.hubs', fresh.map((hub, n) => hubRow(hub, new Date(first.getTime() + n)))]],
    });
  }

  async administrators(reader: Reader, given: readonly SourceAdministrator[]): Promise<PlannedBatch> {
    const here = await this.#ground.recognise(reader, 'administrators', 'id', idsOf(given));
    const keys = given.map(({ email }) => emailKeyOf(email));
    const byEmail = await this.#ground.recognise(reader, 'administrators', 'email_key', keys);
    if (this.#foundedBy !== undefined) byEmail.set(emailKeyOf(this.#foundedBy), '');
    const fresh: { source: SourceAdministrator; personId: string }[] = [];
    const what = 'administrators';
    const outcomes = given.map((source, n): ReportedThing => {
      const id = here.get(source.id) ?? byEmail.get(keys[n]!);
      this.#known.administrators.set(source.id, id ?? source.id);
      if (here.has(source.id)) return stays(what);
      if (id !== undefined)
        return { what, how: 'changed', why: 'Their e-mail addresses are known here: who has them here is meant.' };
      byEmail.set(keys[n]!, source.id);
      fresh.push({ source, personId: newObjectId() });
      const isSuper = source.type === 'super' ? ' The super administrator there is an ordinary one here.' : '';
      return { what, how: 'changed', why: withMetadata(source, INVITED + isSuper) };
    });
    await this.#ground.checkRoom(reader, 'administrators', fresh.length);
    return batch({
      outcomes,
      people: fresh.map(({ source, personId }) => ({ id: personId, email: source.email })),
      rows: [['dispatch.administrators', fresh.map(({ source, personId }) => administratorRow(source, personId))]],
    });
  }

  async teams(reader: Reader, given: readonly SourceTeam[]): Promise<PlannedBatch> {
    const { hubs, administrators, teams } = this.#known;
    const here = await this.#ground.recognise(reader, 'teams', 'id', idsOf(given));
    const names = given.map(({ name }) => name);
    const byName = await this.#ground.recognise(reader, 'teams', 'name', names);
    const fresh: SourceTeam[] = [];
    const what = 'teams';
    const outcomes = given.map((source): ReportedThing => {
      const id = here.get(source.id) ?? byName.get(source.name);
      teams.set(source.id, id ?? source.id);
      if (here.has(source.id)) return stays(what);
      if (id !== undefined)
        return {
          what,
          how: 'changed',
          why: 'Their names are known here: the teams here are meant, and stay as they are.',
        };
      byName.set(source.name, source.id);
      fresh.push(source);
      return keepsMetadata(source) ? { what, how: 'comes' } : { what, how: 'changed', why: METADATA };
    });
    await this.#ground.checkRoom(reader, 'teams', fresh.length);
    const managers: JsonObject[] = [];
    for (const { id, managers: own } of fresh) {
      const found = new Set(own.flatMap((each) => administrators.get(each) ?? []));
      // A team has one at least.
      if (found.size === 0 && this.#foundedBy === undefined) found.add(await superAdministratorOf(reader));
      managers.push(...[...found].map((each) => ({ team_id: id, administrator_id: each })));
    }
    const hubOf = ({ hub }: SourceTeam) => (hub && hubs.has(hub) ? hub : null);
    return batch({
      outcomes,
      rows: [
        ['dispatch.teams', fresh.map((source) => teamRow(source, hubOf(source)))],
        ['dispatch.team_managers', managers],
      ],
    });
  }

  async workers(reader: Reader, given: readonly SourceWorker[]): Promise<PlannedBatch> {
    const here = await this.#ground.recognise(reader, 'workers', 'id', idsOf(given));
    const phones = given.flatMap(({ phone }) => phone ?? []);
    const byPhone = await this.#ground.recognise(reader, 'workers', 'phone', phones);
    const fresh: { source: SourceWorker; personId: string; routing: SourceDestination | undefined }[] = [];
    const what = 'workers';
    const outcomes = given.map((source): ReportedThing => {
      const id = here.get(source.id) ?? byPhone.get(source.phone ?? '');
      if (id === undefined && !PHONE.test(source.phone ?? ''))
        return { what, how: 'stays', why: 'They have no phone number, by which a driver signs in.' };
      this.#known.workers.set(source.id, id ?? source.id);
      if (here.has(source.id)) return stays(what);
      if (id !== undefined) return { what, how: 'changed', why: KNOWN_PHONE };
      byPhone.set(source.phone!, source.id);
      const routing = source.addresses?.routing;
      fresh.push({
        ...{ source, personId: newObjectId() },
        routing: Value.Check(SourceDestination, routing) ? routing : undefined,
      });
      return { what, how: 'changed', why: withMetadata(source, `They are off duty. ${INVITED}`) };
    });
    await this.#ground.checkRoom(reader, 'workers', fresh.length);
    const members = fresh.flatMap(({ source: { id, teams } }) =>
      [...new Set(teams.flatMap((team) => this.#known.teams.get(team) ?? []))].map((team) => ({
        ...{ team_id: team, worker_id: id },
      })),
    );
    const places = fresh.flatMap(({ routing }) => routing ?? []);
    return batch({
      outcomes,
      people: fresh.map(({ source, personId }) => ({ id: personId, email: null, phone: source.phone! })),
      rows: [
        ['dispatch.destinations', await freshDestinations(reader, places)],
        [
          'dispatch.workers',
          fresh.map(({ source, personId, routing }) => workerRow(source, personId, routing?.id ?? null)),
        ],
        ['dispatch.team_workers', members],
      ],
    });
  }

  async recipients(reader: Reader, given: readonly SourceRecipient[]): Promise<PlannedBatch> {
    const here = await this.#ground.recognise(reader, 'recipients', 'id', idsOf(given));
    const phones = given.flatMap(({ phone }) => phone ?? []);
    const byPhone = await this.#ground.recognise(reader, 'recipients', 'phone', phones);
    const fresh: SourceRecipient[] = [];
    const what = 'recipients';
    const outcomes = given.map((source): ReportedThing => {
      const id = here.get(source.id) ?? byPhone.get(source.phone ?? '');
      if (id === undefined && !PHONE.test(source.phone ?? ''))
        return { what, how: 'stays', why: 'They have no phone number. Their tasks come without them.' };
      this.#known.recipients.set(source.id, id ?? source.id);
      if (here.has(source.id)) return stays(what);
      if (id !== undefined) return { what, how: 'changed', why: KNOWN_PHONE };
      byPhone.set(source.phone!, source.id);
      fresh.push(source);
      return keepsMetadata(source) ? { what, how: 'comes' } : { what, how: 'changed', why: METADATA };
    });
    return batch({ outcomes, rows: [['dispatch.recipients', fresh.map(recipientRow)]] });
  }

  async tasks(reader: Reader, given: readonly SourceTask[]): Promise<PlannedBatch> {
    const here = await this.#ground.recognise(reader, 'tasks', 'id', idsOf(given));
    const shortIds = given.map(({ shortId }) => shortId);
    const taken = await this.#ground.recognise(reader, 'tasks', 'short_id', shortIds);
    const own = this.#fleet.organization.id;
    await this.#noteActive(reader, given);
    const fresh: { source: SourceTask; member: ImportedMember; shortId: string }[] = [];
    const what = 'tasks';
    const outcomes = given.map((source): ReportedThing => {
      if (here.has(source.id)) return stays(what);
      if (source.executor !== own) return { what, how: 'stays', why: 'Another organization executes them.' };
      const member = this.#memberOf(source, reader.organizationId);
      const isTaken = taken.has(source.shortId);
      taken.set(source.shortId, source.id);
      fresh.push({ source, member, shortId: isTaken ? newShortId() : source.shortId });
      const isSecond = member.state === 2 && this.#activeOf(member) !== source.id;
      return { what, how: 'changed', why: this.#changesOf(source, member, { isTaken, isSecond }) };
    });
    const places = await freshDestinations(
      reader,
      fresh.map(({ source }) => source.destination),
    );
    const ids = new Set(fresh.map(({ source }) => source.id));
    const links = await this.#linksOf(reader, ids);
    return {
      ...batch({ outcomes, rows: [['dispatch.destinations', places]] }),
      outcomes: [...outcomes, ...fresh.flatMap(({ source }) => besides(source))],
      members: fresh.map(({ member }) => member),
      taskRows: (found) => [
        [
          'dispatch.tasks',
          fresh.map(({ source, member, shortId }, n) =>
            taskRow(source, {
              ...{ organizationId: reader.organizationId, sourceOrganizationId: own, shortId },
              workerId: this.#workerOf(source, member),
              recipientId: this.#known.recipients.get(source.recipients[0]?.id ?? '') ?? null,
              ...found[n]!,
            }),
          ),
        ],
        ['dispatch.task_dependencies', links],
      ],
    };
  }

  /** Notes the active tasks that the drivers of these tasks have here. */
  async #noteActive(reader: Reader, given: readonly SourceTask[]): Promise<void> {
    const workers = given.flatMap(({ state, worker }) => (state === 2 && this.#known.workers.get(worker ?? '')) || []);
    const lists = workers.length === 0 ? [] : await containersOf(reader, 'WORKER', workers);
    for (const [id, { activeTask }] of lists) if (activeTask !== null) this.#active.set(id, activeTask);
  }

  /** Returns the active task of an active task's driver: this one, if there is no other. */
  #activeOf({ id, owner }: ImportedMember): string {
    const active = this.#active.get(owner.id) ?? id;
    this.#active.set(owner.id, active);
    return active;
  }

  /** The list that a task comes into, and the state that follows. */
  #memberOf({ id, state, worker, container, destination }: SourceTask, organizationId: string): ImportedMember {
    const stop = destination.location;
    const workerHere = this.#known.workers.get(worker ?? '');
    if (workerHere !== undefined && state > 0) return { id, state, stop, owner: { type: 'WORKER', id: workerHere } };
    const team = this.#known.teams.get(container?.team ?? '');
    const owner = team === undefined ? organizationId : team;
    return {
      ...{ id, stop, owner: { type: team === undefined ? 'ORGANIZATION' : 'TEAM', id: owner } },
      state: state === 3 ? 3 : 0,
    };
  }

  /** Returns the worker of a task; a completed one keeps theirs though they are gone. */
  #workerOf({ worker }: SourceTask, { state, owner }: ImportedMember): string | null {
    if (owner.type === 'WORKER') return owner.id;
    return state === 3 ? (worker ?? null) : null;
  }

  #changesOf(
    source: SourceTask,
    { state, owner }: ImportedMember,
    { isTaken, isSecond }: { isTaken: boolean; isSecond: boolean },
  ): string {
    const reasons = ['Links to tracking pages are new.'];
    if (state === 3 && source.container?.worker && owner.type !== 'WORKER')
      reasons.push('Completed ones of workers who are gone still name them, but are in the list of the organization.');
    if (state !== source.state) reasons.push('Those of drivers who stay behind are unassigned.');
    if (isSecond) reasons.push('Active ones of drivers who have another active task are assigned and not begun.');
    if (isTaken) reasons.push('Short IDs that tasks have here are new.');
    if (source.merchant !== this.#fleet.organization.id)
      reasons.push('Those for another organization name it by its ID there.');
    if (!keepsMetadata(source)) reasons.push(METADATA);
    return reasons.join(' ');
  }

  /** The dependencies that can be written once these tasks are there, too. */
  async #linksOf(reader: Reader, fresh: ReadonlySet<string>): Promise<JsonObject[]> {
    const others = new Set<string>();
    const pairs: { task_id: string; depends_on: string; n: number }[] = [];
    const add = (task: string, needed: string) =>
      pairs.push({ task_id: task, depends_on: needed, n: this.#fleet.dependencies.get(task)!.indexOf(needed) + 1 });
    for (const id of fresh) {
      for (const needed of new Set(this.#fleet.dependencies.get(id) ?? [])) {
        if (!fresh.has(needed)) others.add(needed);
        add(id, needed);
      }
      for (const task of new Set(this.#dependents.get(id) ?? [])) {
        if (fresh.has(task)) continue;
        others.add(task);
        add(task, id);
      }
    }
    const here = await this.#ground.recognise(reader, 'tasks', 'id', [...others]);
    const isThere = (id: string) => fresh.has(id) || here.has(id);
    return pairs.filter(({ task_id: task, depends_on: needed }) => isThere(task) && isThere(needed));
  }
}

const idsOf = (given: readonly { id: string }[]) => given.map(({ id }) => id);
const stays = (what: string): ReportedThing => ({ what, how: 'stays', why: HERE });
const withMetadata = (source: { metadata?: unknown[] | null }, why: string) =>
  keepsMetadata(source) ? why : `${why} ${METADATA}`;

const batch = (given: Pick<PlannedBatch, 'outcomes' | 'rows'> & Partial<PlannedBatch>): PlannedBatch => ({
  ...{ people: [], members: [], taskRows: () => [] },
  ...given,
});

async function freshDestinations(reader: Reader, given: readonly SourceDestination[]): Promise<JsonObject[]> {
  const unique = [...new Map(given.map((place) => [place.id, place])).values()];
  const here = await recognise(reader, 'destinations', 'id', idsOf(unique));
  return unique.filter(({ id }) => !here.has(id)).map(destinationRow);
}

/** Lists the parts of a task that do not come with it. */
function besides({ customFields, completionDetails, requirements, state }: SourceTask): ReportedThing[] {
  const found: ReportedThing[] = [];
  const add = (what: string, why: string) => found.push({ what, how: 'stays', why });
  if ((customFields ?? []).length > 0)
    add('custom fields of tasks', 'Their definitions do not come. Make them first, then set the values by the API.');
  if (completionDetails?.photoUploadId || completionDetails?.signatureUploadId)
    add('proofs of tasks', 'Photos and signatures stay where they are.');
  if (requirements?.pin === true && state < 3)
    add('PINs of tasks', 'They are secret. Require a PIN again, so that recipients get a new one.');
  return found;
}
