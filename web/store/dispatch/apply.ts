import type {
  LiveChange,
  LiveContainer,
  LiveSplice,
  PlainRoutePlan as RoutePlan,
  Task,
  WatchLivePositions,
} from '../wire/dispatch.ts';
import type { Device, DispatchState, Position, Touched } from './state.ts';

/** A list cannot be continued: a change of it is missing. The stream has to begin anew, without an ID. */
export class Gap extends Error {}

type Put = Extract<LiveChange, { op: 'put' }>;
type Kind = Put['kind'];

const MAPS = {
  hub: 'hubs',
  administrator: 'administrators',
  team: 'teams',
  worker: 'workers',
  task: 'tasks',
  container: 'containers',
  routePlan: 'routePlans',
} as const satisfies Record<Kind, keyof DispatchState>;

/**
 * Changes the state by what one frame says.
 * @throws {Gap}
 */
export function applyChange(state: DispatchState, change: LiveChange, touched: Touched): void {
  if (isSplice(change)) splice(state, change.item, touched);
  else if (change.op === 'put') put(state, change as Put, touched);
  else if (change.op === 'remove') remove(state, change.kind as Kind, change.id, touched);
  else touched.add(`${change.kind} ${change.id}`);
}

const isSplice = (change: LiveChange): change is Extract<LiveChange, { op: 'splice' }> => change.op === 'splice';

/** Takes an object as it is now. */
export function put(state: DispatchState, { kind, item }: { kind: Kind; item: Put['item'] }, touched: Touched): void {
  const isPast =
    (kind === 'task' && isCompletedBefore(item as Task, state.completedSince)) ||
    (kind === 'routePlan' && isDoneBefore(item as RoutePlan, state.completedSince));
  if (kind === 'container' && isOlder(state, item as LiveContainer)) return;
  if (isPast) {
    remove(state, kind, item.id, touched);
    return;
  }
  // A kind that this store does not know is passed over.
  (state[MAPS[kind]] as Map<string, unknown> | undefined)?.set(item.id, item);
  touched.add(kind === 'container' ? `container ${(item as LiveContainer).owner}` : `${kind} ${item.id}`);
}

function isCompletedBefore({ state, completionDetails }: Task, time: number): boolean {
  return state === 3 && completionDetails.time !== null && completionDetails.time < time;
}

function isDoneBefore({ actualEndTime }: RoutePlan, time: number): boolean {
  return actualEndTime !== null && actualEndTime < time;
}

function remove(state: DispatchState, kind: Kind, id: string, touched: Touched): void {
  (state[MAPS[kind]] as Map<string, unknown> | undefined)?.delete(id);
  touched.add(`${kind} ${id}`);
  if (kind === 'task') forgetDependency(state, id, touched);
  if (kind !== 'worker' && kind !== 'team') return;
  state.positions.delete(id);
  state.devices.delete(id);
  for (const container of state.containers.values()) {
    if (container.owner !== id) continue;
    state.containers.delete(container.id);
    touched.add(`container ${id}`);
  }
}

/** A task that is gone is waited for by none. */
function forgetDependency(state: DispatchState, id: string, touched: Touched): void {
  for (const task of state.tasks.values()) {
    if (!task.dependencies.includes(id)) continue;
    state.tasks.set(task.id, { ...task, dependencies: task.dependencies.filter((each) => each !== id) });
    touched.add(`task ${task.id}`);
  }
}

/** Whether the list is known as it became later. */
function isOlder(state: DispatchState, { id, version }: LiveContainer): boolean {
  return (state.containers.get(id)?.version ?? 0) > version;
}

/** Some tasks leave the list, then others come in, before the one that stands at the index then. */
function splice(
  state: DispatchState,
  { id, type, owner, removed, inserted, version }: LiveSplice,
  touched: Touched,
): void {
  const known = state.containers.get(id) ?? { id, type, owner, version: 0, tasks: [] };
  if (version <= known.version) return;
  if (version > known.version + 1) throw new Gap(`container ${id} has version ${known.version}, and ${version} came`);
  const leaving = new Set(removed);
  const tasks = known.tasks.filter((task) => !leaving.has(task));
  if (inserted) tasks.splice(inserted.index, 0, ...inserted.ids);
  state.containers.set(id, { ...known, version, tasks });
  touched.add(`container ${owner}`);
}

/** Frames have degrees in whole hundred-thousandths. */
const PER_DEGREE = 100_000;
const UNKNOWN: Device = {
  appVersion: null,
  deviceDescription: null,
  platform: null,
  hasRecentlyUsedSpoofedLocations: false,
};
const NOWHERE: Position = { lon: null, lat: null, located: null, seen: null, battery: null, delay: null };

/** Takes where workers are: the latest counts. Of whom it is told is touched. */
export function applyPositions(state: DispatchState, frame: WatchLivePositions, touched: Touched): void {
  const { at, seen, battery, delay, devices } = frame;
  for (const [number, id] of Object.entries(frame.ids)) {
    state.numbers.set(Number(number), id);
    state.positions.set(id, NOWHERE);
    state.devices.set(id, UNKNOWN);
  }
  frame.w.forEach((number, n) => {
    const id = state.numbers.get(number);
    if (id === undefined) return;
    const before = state.positions.get(id) ?? NOWHERE;
    const located = timeBefore(at, frame.age[n]);
    state.positions.set(id, {
      lon: degrees(frame.lon[n]),
      lat: degrees(frame.lat[n]),
      located,
      seen: number in seen ? timeBefore(at, seen[number]) : located,
      battery: number in battery ? battery[number]! : before.battery,
      delay: number in delay ? delay[number]! : before.delay,
    });
    if (number in devices) state.devices.set(id, devices[number]!);
    touched.add(id);
  });
}

const degrees = (hundredThousandths: number | null | undefined) =>
  typeof hundredThousandths === 'number' ? hundredThousandths / PER_DEGREE : null;
const timeBefore = (at: number, age: number | null | undefined) => (typeof age === 'number' ? at - age : null);
