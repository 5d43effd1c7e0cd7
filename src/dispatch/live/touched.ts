import { ERASURE_EVENT } from '../../platform/erasure/erasure-event.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { ADDRESS_EVENT } from '../../platform/organizations/address-actions.ts';
import type { ActionContext } from '../http/caller.ts';

/** The kinds of objects that a live view holds. */
export const LIVE_KINDS = ['hub', 'administrator', 'team', 'worker', 'task', 'container', 'routePlan'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** An event of the log, as far as live views read it. */
export interface LoggedChange {
  kind: string;
  /** In whose lists it is, or was until now (`events/audience.ts`). */
  audience: readonly string[];
  payload: Payload;
}

/** What events hold that live views read. Events of the same kind from before may lack any of it. */
interface Payload {
  id?: string;
  taskId?: string;
  workerId?: string;
  routePlanId?: string;
  dispatchId?: string;
  triggerId?: number;
  actionContext?: ActionContext;
  workers?: string[];
  teams?: string[];
  tasks?: string[];
  container?: Splice;
  destination?: { id: string };
  recipient?: { id: string };
  data?: { task?: { worker?: string | null; container: TaskPlace }; routePlan?: { tasks: string[] } };
}

/** A change of a container's list, as the log has it. */
export interface Splice {
  id: string;
  type: 'ORGANIZATION' | 'TEAM' | 'WORKER';
  owner: string;
  removed: readonly string[];
  inserted: { index: number; ids: readonly string[] } | null;
  version: number;
}

/** The container of a task, as the API shows it. */
export interface TaskPlace {
  type: Splice['type'];
  team?: string;
  worker?: string;
}

/** Where a task or a route plan was. */
export interface LivePlace {
  worker: string | null;
  container: TaskPlace;
}

/** By whom and why something changed, as the last event says that touched it. */
export interface Cause {
  by?: ActionContext;
  trigger?: number;
}

/** What some events of an organization have touched, in the order in which they did. */
export class TouchedObjects {
  readonly objects: Readonly<Record<LiveKind, Map<string, Cause>>> = {
    hub: new Map(),
    administrator: new Map(),
    team: new Map(),
    worker: new Map(),
    task: new Map(),
    container: new Map(),
    routePlan: new Map(),
  };
  readonly splices: { splice: Splice; cause: Cause }[] = [];
  /** Where tasks and route plans were when an event told of them, whichever this was: who saw one there may hear that it went. */
  readonly places = new Map<string, LivePlace[]>();
  /** Things that live views do not hold, by kind. */
  readonly others = new Map<string, Set<string>>();
  readonly deletedWorkers: string[] = [];
  /** Whether teams, or who works in them, may be others now. */
  memberships = false;
  /** Whether more has changed than can be named: a live view begins anew. */
  everything = false;

  add({ kind, audience, payload }: LoggedChange): void {
    const cause: Cause = {
      ...(payload.actionContext ? { by: payload.actionContext } : {}),
      ...(payload.triggerId === undefined ? {} : { trigger: payload.triggerId }),
    };
    const touch = (of: LiveKind, ids: readonly (string | undefined)[]) => {
      for (const id of ids) if (id) this.objects[of].set(id, { ...this.objects[of].get(id), ...cause });
    };
    const family = FAMILIES.find(([pattern]) => pattern.test(kind))?.[1];
    switch (family) {
      case 'task':
        touch('task', [payload.taskId]);
        if (payload.taskId && payload.data?.task) this.#wasAt(payload.taskId, payload.data.task);
        return;
      case 'container':
        if (payload.container) this.#spliced(payload.container, cause);
        return;
      case 'worker':
        this.memberships = true;
        touch('worker', [payload.workerId]);
        if (kind === 'workerDeleted' && payload.workerId) this.deletedWorkers.push(payload.workerId);
        return;
      case 'team':
        this.memberships = true;
        touch('team', [payload.id]);
        touch('worker', payload.workers ?? []);
        return;
      case 'hub':
        touch('hub', [payload.id]);
        touch('team', payload.teams ?? []);
        return;
      case 'administrator':
        touch('administrator', [payload.id]);
        touch('team', payload.teams ?? []);
        return;
      case 'routePlan':
        touch('routePlan', [payload.routePlanId ?? payload.id]);
        if (payload.routePlanId) for (const place of placesOf(audience)) this.#wasAt(payload.routePlanId, place);
        touch('task', [...(payload.data?.routePlan?.tasks ?? []), ...(payload.tasks ?? [])]);
        return;
      case 'all':
        this.everything = true;
        return;
      case 'silent':
        return;
      default:
        this.#other(family ?? kind, idIn(family, payload));
    }
  }

  /** Whose lists of tasks name a task that went. */
  #spliced(splice: Splice, cause: Cause): void {
    this.splices.push({ splice, cause });
    this.objects.container.set(splice.id, cause);
    const owner = { [splice.type.toLowerCase()]: splice.owner };
    const worker = splice.type === 'WORKER' ? splice.owner : null;
    for (const id of splice.removed) this.#wasAt(id, { worker, container: { type: splice.type, ...owner } });
  }

  #wasAt(id: string, { worker = null, container }: { worker?: string | null; container: TaskPlace }): void {
    const places = this.places.get(id) ?? [];
    places.push({ worker, container });
    this.places.set(id, places);
  }

  #other(kind: string, id: string): void {
    this.others.set(kind, (this.others.get(kind) ?? new Set()).add(id));
  }

  /** IDs of things of a kind that live views do not hold. */
  idsOf(kind: string): string[] {
    return [...(this.others.get(kind) ?? [])];
  }
}

/** The places that the audience of an event names. */
function placesOf(audience: readonly string[]): LivePlace[] {
  return audience.flatMap((tag): LivePlace[] => {
    if (tag === 'unassigned') return [{ worker: null, container: { type: 'ORGANIZATION' } }];
    const [, type, id] = /^(team|worker):(.+)$/.exec(tag) ?? [];
    if (!id) return [];
    return type === 'team'
      ? [{ worker: null, container: { type: 'TEAM', team: id } }]
      : [{ worker: id, container: { type: 'WORKER', worker: id } }];
  });
}

/** What an event is about that live views do not hold; a schedule is its worker's. */
function idIn(family: string | undefined, payload: Payload): string {
  if (family === 'schedule') return payload.workerId ?? '';
  return payload.id ?? payload.destination?.id ?? payload.recipient?.id ?? payload.dispatchId ?? '';
}

/** Whether an event of the log is one that live views are told of. */
export const isOfLiveViews = ({ part, kind }: Pick<AppendedEvent, 'part' | 'kind'>): boolean =>
  part === 'dispatch' || kind === ADDRESS_EVENT || kind === ERASURE_EVENT;

/** To what the kinds of the log belong. A kind that is not here is told as it is called. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(task|orderedTask)$/, 'task'],
  [/^container$/, 'container'],
  [/^worker(Created|Updated|Deleted|Duty)$/, 'worker'],
  [/^team(Created|Updated|Deleted)$/, 'team'],
  [/^hub(Created|Updated)$/, 'hub'],
  [/^administrator(Created|Updated|Deleted|Activated)$/, 'administrator'],
  [/^routePlan(Deleted|TasksLeft)?$/, 'routePlan'],
  [/^customFieldsChanged$/, 'all'],
  // Route plans that are done began or ended there.
  [/^hubDeleted$/, 'all'],
  // Tasks and workers name where the organization is reached.
  [new RegExp(`^${ADDRESS_EVENT}$`), 'all'],
  // Anything may have named whoever was erased.
  [new RegExp(`^${ERASURE_EVENT}$`), 'all'],
  [/^destination(Created|Updated|Deleted)?$/, 'destination'],
  [/^recipient(Created|Updated|Deleted)?$/, 'recipient'],
  [/^schedule(Updated)?$/, 'schedule'],
  [/^organization(Updated)?$/, 'organization'],
  [/^webhook/, 'webhook'],
  // They concern people's devices, and readers of the log.
  [/^(pushSubscription|smsResponseMissed|smsOptOut|recipientAnswer|notificationSettings)$/, 'silent'],
];
