import { liveAdministrators } from '../administrators/live.ts';
import type { LivePlace } from '../events/audience.ts';
import { LIVE_KINDS, type LiveKind, type Splice } from '../events/kinds.ts';
import { liveHubs } from '../hubs/live.ts';
import { liveRoutePlans } from '../route-plans/live.ts';
import type { InSight, LiveSource, LiveView } from '../sight/live-source.ts';
import { findTaskIdsReferringTo, liveTasks } from '../tasks/live.ts';
import { liveTeams } from '../teams/live.ts';
import { findWorkersByRouting, liveWorkers } from '../workers/live.ts';
import { liveContainers } from './live-containers.ts';
import type { Cause, TouchedObjects } from './touched.ts';

/** Loader of the objects of each kind. */
export const SOURCES: Readonly<Record<LiveKind, LiveSource<{ id: string }>>> = {
  hub: liveHubs as LiveSource<{ id: string }>,
  administrator: liveAdministrators as LiveSource<{ id: string }>,
  team: liveTeams as LiveSource<{ id: string }>,
  worker: liveWorkers as LiveSource<{ id: string }>,
  task: liveTasks as LiveSource<{ id: string }>,
  container: liveContainers as LiveSource<{ id: string }>,
  routePlan: liveRoutePlans as LiveSource<{ id: string }>,
};

/** Objects that are read at a time. */
const MAX_AT_ONCE = 500;

/** Things that live views do not hold and whose changes everybody may hear of. */
const FOR_ALL = new Set(['destination', 'recipient', 'organization', 'inbox']);

/** A change as it is sent, and who is to have it. */
export interface SentChange {
  /** JSON; empty: nothing is sent. */
  text: string;
  /** Text sent to a limited sight. */
  textFor(inSight: InSight): string;
}

type View = Omit<LiveView, 'sight'>;

/** Form of lists: each change, or the whole list. */
export type Lists = 'spliced' | 'whole';

/**
 * Reads what was touched as it is now, in a few queries for each kind, and makes of it what is sent; at most some hundred
 * changes at a time. What an event touched is never older than the event, and is made JSON once, whoever gets it.
 */
export async function* loadChanges(view: View, touched: TouchedObjects, lists: Lists): AsyncGenerator<SentChange[]> {
  await followReferences(view, touched);
  if (lists === 'spliced' && touched.splices.length > 0)
    yield touched.splices.map(({ splice, cause }) => spliced(splice, cause));
  for (const kind of LIVE_KINDS) {
    if (kind === 'container' && lists === 'spliced') continue;
    const causes = [...touched.objects[kind]];
    for (let start = 0; start < causes.length; start += MAX_AT_ONCE) {
      const some = new Map(causes.slice(start, start + MAX_AT_ONCE));
      const items = await SOURCES[kind].byId(view, [...some.keys()]);
      const found = new Map(items.map((item) => [item.id, item]));
      yield [...some].map(([id, cause]) => changed(kind, id, found.get(id), cause, touched.places.get(id) ?? []));
    }
  }
  const others = [...touched.others].flatMap(([kind, ids]) =>
    [...ids].map((id) => noted(kind, id, touched.places.get(id) ?? [])),
  );
  if (others.length > 0) yield others;
}

/** Marks objects as changed that display a changed object. */
async function followReferences(view: View, touched: TouchedObjects): Promise<void> {
  const destinations = touched.idsOf('destination');
  const recipients = touched.idsOf('recipient');
  const routePlans = [...touched.objects.routePlan.keys()];
  if (destinations.length + recipients.length + routePlans.length === 0) return;
  const { reader, completedSince } = view;
  const referred = { destinations, recipients, routePlans };
  const touch = (kind: LiveKind, id: string) => touched.objects[kind].set(id, touched.objects[kind].get(id) ?? {});
  for (const id of await findTaskIdsReferringTo(reader, referred, completedSince)) touch('task', id);
  if (destinations.length > 0) for (const id of await findWorkersByRouting(reader, destinations)) touch('worker', id);
}

const json = (change: object) => JSON.stringify(change);

function changed(
  kind: LiveKind,
  id: string,
  item: { id: string } | undefined,
  cause: Cause,
  places: readonly LivePlace[],
): SentChange {
  const removal = json({ kind, op: 'remove', id, ...cause });
  const text = item ? json({ kind, op: 'put', item, ...cause }) : removal;
  return {
    text,
    textFor: (inSight) => {
      if (item && SOURCES[kind].isSeen(item, inSight)) return text;
      return wasSeen(kind, id, places, inSight) ? removal : '';
    },
  };
}

/**
 * Whether a limited sight may have had what is not in it now, and hears that it went: of anything else it hears nothing, not
 * even the ID. Which workers, teams and lists are in sight changes with the sight only, whose view begins anew then.
 */
function wasSeen(kind: LiveKind, id: string, places: readonly LivePlace[], inSight: InSight): boolean {
  switch (kind) {
    case 'task':
    case 'routePlan':
      return places.some((place) => isPlaceSeen(place, inSight));
    case 'worker':
      return inSight.workers.has(id);
    case 'team':
      return inSight.teams.has(id);
    case 'container':
      return false;
    // Everybody sees them.
    case 'hub':
    case 'administrator':
      return true;
  }
}

function isPlaceSeen({ worker, container }: LivePlace, inSight: InSight): boolean {
  if (worker !== null) return inSight.workers.has(worker);
  return container.type === 'ORGANIZATION' || inSight.teams.has(container.team ?? '');
}

function spliced(splice: Splice, cause: Cause): SentChange {
  const text = json({ kind: 'container', op: 'splice', item: splice, ...cause });
  return { text, textFor: (inSight) => (SOURCES.container.isSeen(splice, inSight) ? text : '') };
}

function noted(kind: string, id: string, places: readonly LivePlace[]): SentChange {
  const text = json({ kind, op: 'touch', id });
  const isSeen = (inSight: InSight) =>
    FOR_ALL.has(kind) ||
    (kind === 'schedule' && inSight.workers.has(id)) ||
    (kind === 'conversation' && places.some((place) => isPlaceSeen(place, inSight)));
  return { text, textFor: (inSight) => (isSeen(inSight) ? text : '') };
}
