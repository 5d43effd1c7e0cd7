import type { Task } from '../wire/dispatch.ts';
import type { DispatchState } from './state.ts';

/*
 * The law of the live feed: a snapshot with every change since equals a fresh snapshot. Tests hold it; a page in
 * development may look at the differences too.
 */

/**
 * Task fields that change with time alone, and the name of another organization's driver, which only that organization
 * changes.
 */
const UNTOLD_OF_TASKS = [
  'eta',
  'delayTime',
  'estimatedArrivalTime',
  'estimatedCompletionTime',
  'executorWorker',
] as const satisfies readonly (keyof Task)[];

/** The state as plain objects, without what no event tells. */
export function comparable(state: DispatchState): Record<string, unknown> {
  return {
    sight: state.sight,
    hubs: byKey(state.hubs),
    administrators: byKey(state.administrators),
    teams: byKey(state.teams),
    workers: byKey(state.workers, (worker) => ({ ...worker, teams: [...worker.teams].sort() })),
    tasks: byKey(state.tasks, (task) =>
      Object.fromEntries(
        Object.entries(task).filter(([name]) => !(UNTOLD_OF_TASKS as readonly string[]).includes(name)),
      ),
    ),
    containers: byKey(state.containers),
    routePlans: byKey(state.routePlans),
  };
}

/** Returns the positions of workers, which only match a moment later. */
export function comparablePositions(state: DispatchState): Record<string, unknown> {
  const known = <T>(map: ReadonlyMap<string, T>) => byKey(new Map([...map].filter(([id]) => state.workers.has(id))));
  return { positions: known(state.positions), devices: known(state.devices) };
}

/**
 * Returns the differences of two states, as paths with both values; none if the law holds.
 * @param applied the state that applied changes
 * @param fresh the state of a new snapshot
 */
export function differences(applied: Record<string, unknown>, fresh: Record<string, unknown>): string[] {
  const found: string[] = [];
  compare('', applied, fresh, found);
  return found;
}

function byKey<Value>(
  map: ReadonlyMap<string, Value>,
  shown: (value: Value) => unknown = (value) => value,
): Record<string, unknown> {
  return Object.fromEntries([...map].map(([key, value]) => [key, shown(value)]));
}

function compare(path: string, applied: unknown, fresh: unknown, found: string[]): void {
  if (isObject(applied) && isObject(fresh)) {
    for (const name of new Set([...Object.keys(applied), ...Object.keys(fresh)]))
      compare(path === '' ? name : `${path}.${name}`, applied[name], fresh[name], found);
    return;
  }
  if (Array.isArray(applied) && Array.isArray(fresh) && applied.length === fresh.length) {
    applied.forEach((each, n) => {
      compare(`${path}.${n}`, each, fresh[n], found);
    });
    return;
  }
  const [one, other] = [JSON.stringify(applied), JSON.stringify(fresh)];
  if (one !== other) found.push(`${path}: ${one} by changes, ${other} fresh`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
