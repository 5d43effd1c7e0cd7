import type { Static } from 'typebox';
import { plainHeading } from '../../../../rules/task-columns.ts';
import { newObjectId } from '../../../platform/ids.ts';
import { invalidValue, missing } from '../../http/errors.ts';
import { itemErrorOf } from '../../http/item-error.ts';
import { readBody } from '../../http/validate.ts';
import { changedNames } from '../../organization/changes.ts';
import { readWorkerPhone } from '../../phones/phone.ts';
import { readSkills } from '../../skills/skills.ts';
import { teamInput } from '../../teams/input.ts';
import { readCapacities, readVehicle, workerInput } from '../input.ts';
import type { VehicleRow, WorkerRow, WorkerValues } from '../queries.ts';
import { listedWorker, type WorkerLineResult } from './input.ts';

/** A worker as the lines leave them. */
export interface FoldedWorker {
  id: string;
  phone: string;
  values: WorkerValues;
  teams: readonly string[];
  /** Undefined: the worker is new. */
  before: WorkerRow | undefined;
}

interface NamedTeam {
  id: string;
  name: string;
}

/** Workers and teams that are there before the lines. */
export interface Fleet {
  /** Workers by their numbers. */
  workers: ReadonlyMap<string, WorkerRow>;
  teams: readonly NamedTeam[];
  /** In which numbers without `+` are read. */
  country: string;
  now: Date;
}

/**
 * Computes what lines make of a fleet, in their order: a later one with the same number sees what an earlier one has
 * changed. Teams that nobody knows are new.
 * @param onlyNew whether known workers stay as they are
 */
export function foldLines(
  lines: readonly unknown[],
  fleet: Fleet,
  onlyNew: boolean,
): { results: WorkerLineResult[]; written: FoldedWorker[]; newTeams: NamedTeam[] } {
  const all = new Map<string, FoldedWorker>();
  const teams = new TeamNames(fleet.teams);
  const results = lines.map((given): WorkerLineResult => {
    try {
      const line = readBody(listedWorker, given);
      const phone = readWorkerPhone(line.phone, fleet.country);
      const row = fleet.workers.get(phone);
      const before = all.get(phone) ?? (row && { id: row.id, phone, values: row, teams: row.teams, before: row });
      if (before && onlyNew) return { error: null, outcome: 'unchanged', changes: [], phone };
      const { after, used } = folded(line, phone, before, { teams, now: fleet.now });
      const changes = before
        ? changedNames({ ...before.values, teams: before.teams }, { ...after.values, teams: after.teams })
        : [];
      if (before && changes.length === 0) return { error: null, outcome: 'unchanged', changes, phone };
      teams.keep(used);
      all.set(phone, after);
      return { error: null, outcome: before ? 'changed' : 'created', changes, phone };
    } catch (error) {
      return { error: itemErrorOf(error), outcome: null, changes: [], phone: null };
    }
  });
  return { results, written: [...all.values()], newTeams: teams.added };
}

/** @throws {DispatchError} 1000 or 1005 for what a creation would refuse, 1900 for a new worker without a team */
function folded(
  line: Static<typeof listedWorker>,
  phone: string,
  before: FoldedWorker | undefined,
  { teams, now }: { teams: TeamNames; now: Date },
): { after: FoldedWorker; used: NamedTeam[] } {
  const used = teams.named(line.teams ?? []);
  const ids = used.map(({ id }) => id);
  if (!before && ids.length === 0) throw missing('The worker needs a team.');
  const known = before?.values.vehicle ?? null;
  const vehicle = line.vehicle && { ...line.vehicle, type: line.vehicle.type ?? known?.type };
  if (vehicle && vehicle.type === undefined)
    throw missing('The kind of the vehicle is missing. Give car, motorcycle, bicycle or truck.');
  const { teams: _names, ...rest } = line;
  // Each value is judged as in a creation.
  const body = readBody(workerInput, { ...rest, teams: ids, ...(vehicle && { vehicle }) });
  const values: WorkerValues = {
    name: body.name,
    displayName: body.displayName ?? before?.values.displayName ?? null,
    capacity: body.capacity ?? before?.values.capacity ?? 0,
    additionalCapacities: readCapacities(before?.values.additionalCapacities, NONE),
    vehicle: readVehicle(body.vehicle && { ...partsOf(known), ...body.vehicle }, known, now),
    skills: body.skills === undefined ? (before?.values.skills ?? []) : readSkills(body.skills),
    metadata: before?.values.metadata ?? [],
    routingDestinationId: before?.values.routingDestinationId ?? null,
  };
  const id = before?.id ?? newObjectId();
  const after = { id, phone, values, teams: teamsAfter(before?.teams ?? [], ids), before: before?.before };
  return { after, used };
}

const NONE = { capacityA: 0, capacityB: 0, capacityC: 0 };

/** A list that says less of a vehicle takes nothing from it. */
function partsOf(known: VehicleRow | null): Pick<VehicleRow, 'description' | 'licensePlate' | 'color'> | undefined {
  return known ? { description: known.description, licensePlate: known.licensePlate, color: known.color } : undefined;
}

/** The teams of the list are the worker's; no teams say nothing, and the same ones in another order are the same. */
function teamsAfter(before: readonly string[], given: readonly string[]): readonly string[] {
  const isSame = given.length === before.length && given.every((id) => before.includes(id));
  return given.length === 0 || isSame ? before : given;
}

/** Teams by how people write their names. */
class TeamNames {
  /** New ones that a line has used. */
  readonly added: NamedTeam[] = [];
  readonly #exact = new Map<string, NamedTeam>();
  readonly #plain = new Map<string, NamedTeam[]>();

  constructor(teams: readonly NamedTeam[]) {
    for (const team of teams) this.#add(team);
  }

  /**
   * Returns the teams of these names, each once: known ones, or new ones.
   * @throws {DispatchError} 1000 for a name that is none or that several teams have
   */
  named(names: readonly string[]): NamedTeam[] {
    const found = new Map<string, NamedTeam>();
    for (const name of names) {
      const key = plainKey(name);
      const known = this.#exact.get(name) ?? this.#only(key, name);
      if (known) found.set(known.id, known);
      else if (!found.has(key)) {
        readBody(teamInput, { name, workers: [], managers: [] });
        found.set(key, { id: newObjectId(), name });
      }
    }
    return [...found.values()];
  }

  /** Notes the teams of a line that is taken. */
  keep(used: readonly NamedTeam[]): void {
    for (const team of used)
      if (!this.#exact.has(team.name)) {
        this.added.push(team);
        this.#add(team);
      }
  }

  #only(key: string, name: string): NamedTeam | undefined {
    const known = this.#plain.get(key) ?? [];
    if (known.length > 1) throw invalidValue(`Several teams are called “${name}”.`);
    return known[0];
  }

  #add(team: NamedTeam): void {
    this.#exact.set(team.name, team);
    const key = plainKey(team.name);
    this.#plain.set(key, [...(this.#plain.get(key) ?? []), team]);
  }
}

/** Names without a letter or digit have only themselves. */
const plainKey = (name: string): string => plainHeading(name) || name;
