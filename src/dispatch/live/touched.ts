import type { AppendedEvent } from '../../platform/events/log.ts';
import type { LivePlace } from '../events/audience.ts';
import { LIVE_KINDS, type LiveKind, type Splice, touchedInLiveViews } from '../events/kinds.ts';
import type { ActionContext } from '../http/caller.ts';

/** An event of the log, as far as live views read it. */
export type LoggedChange = Pick<AppendedEvent, 'part' | 'kind' | 'audience' | 'payload'>;

/** By whom and why something changed, as the last event says that touched it. */
export interface Cause {
  by?: ActionContext;
  trigger?: number;
}

/** Objects that some events of an organization touched, in order. */
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
  /** Places of tasks and route plans according to each event: whoever saw one there may learn that it left. */
  readonly places = new Map<string, LivePlace[]>();
  /** IDs of things that live views do not hold, by kind. */
  readonly others = new Map<string, Set<string>>();
  readonly deletedWorkers: string[] = [];
  /** Whether teams, or who works in them, may have changed. */
  memberships = false;
  /** Whether more has changed than can be named: a live view starts over. */
  everything = false;

  add({ part, kind, audience, payload }: LoggedChange): void {
    const { actionContext, triggerId } = payload as { actionContext?: ActionContext; triggerId?: number };
    const cause: Cause = {
      ...(actionContext ? { by: actionContext } : {}),
      ...(triggerId === undefined ? {} : { trigger: triggerId }),
    };
    const touched = touchedInLiveViews({ part, kind, audience, payload: payload as object });
    for (const each of LIVE_KINDS) this.#touch(each, each === 'container' ? [] : (touched[each] ?? []), cause);
    for (const { id, ...place } of touched.places ?? []) if (id) this.#wasAt(id, place);
    if (touched.splice) this.#spliced(touched.splice, cause);
    if (touched.other?.id) this.#other(touched.other.kind, touched.other.id);
    for (const id of touched.deletedWorkers ?? []) if (id) this.deletedWorkers.push(id);
    this.memberships ||= touched.memberships ?? false;
    this.everything ||= touched.everything ?? false;
  }

  #touch(kind: LiveKind, ids: readonly (string | undefined)[], cause: Cause): void {
    const objects = this.objects[kind];
    for (const id of ids) if (id) objects.set(id, { ...objects.get(id), ...cause });
  }

  /** Records the owners of lists that contained a removed task. */
  #spliced(splice: Splice, cause: Cause): void {
    this.splices.push({ splice, cause });
    this.objects.container.set(splice.id, cause);
    const owner = { [splice.type.toLowerCase()]: splice.owner };
    const worker = splice.type === 'WORKER' ? splice.owner : null;
    for (const id of splice.removed) this.#wasAt(id, { worker, container: { type: splice.type, ...owner } });
  }

  // The log leaves out what is null.
  #wasAt(id: string, { worker = null, container }: Partial<LivePlace> & Pick<LivePlace, 'container'>): void {
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
