import { modeOf } from '../../../rules/travel.ts';
import { compareDays, type Day, type DayChange, dayOf } from '../../store/dispatch/select/day.ts';
import { withDependents } from '../../store/dispatch/select/groups.ts';
import { type Lists, listKey, moved } from '../../store/outbox/moves.ts';
import type { LiveWorker, Task } from '../../store/wire/dispatch.ts';
import { activeOf, floor, listOfTask, lists, positions } from './floor.ts';
import { speeds } from './travel.ts';

/** The day of a worker who does these tasks; undefined while it is not known how fast anybody is. */
export function dayOfWorker({ id, vehicle }: LiveWorker, tasks: readonly Task[], now: number): Day | undefined {
  const metresPerSecond = speeds.value?.get(modeOf(vehicle?.type));
  if (metresPerSecond === undefined) return undefined;
  // Where somebody is changes each second: whoever shows days says when they are to be reckoned again.
  const { lon = null, lat = null } = positions.peek().positions.get(id) ?? {};
  const place = lon !== null && lat !== null ? ([lon, lat] as const) : undefined;
  return dayOf(tasks, { place, at: now, metresPerSecond });
}

/** Returns a worker's active tasks, then those in the list. */
export function tasksInOrder(workerId: string, list = listOf(workerId)): Task[] {
  const { tasks } = floor.value.state;
  return [...(activeOf.value.get(workerId) ?? []), ...list.flatMap((id) => tasks.get(id) ?? [])];
}

const listOf = (workerId: string) => lists.value.get(listKey({ type: 'WORKER', id: workerId })) ?? [];

/** Tasks that would move. */
export interface Moving {
  /** Named tasks that have not been started. */
  waiting: readonly string[];
  /** The same with what it takes along to another list. */
  group: readonly string[];
}

export function movingOf(ids: readonly string[]): Moving {
  const { tasks } = floor.value.state;
  const waiting = ids.filter((id) => (tasks.get(id)?.state ?? 3) <= 1);
  return { waiting, group: withDependents(tasks, waiting) };
}

/** A worker's list as it would be if tasks went there, before a task of it or to its end. */
export function listWith(workerId: string, { waiting, group }: Moving, before: string | null): readonly string[] {
  const key = listKey({ type: 'WORKER', id: workerId });
  const isOther = waiting.some((id) => listOfTask.value.get(id) !== key);
  const tasks = isOther ? group : waiting;
  const own: Lists = new Map([[key, lists.value.get(key) ?? []]]);
  const place = before !== null && tasks.includes(before) ? null : before;
  return moved(own, [{ tasks, to: { type: 'WORKER', id: workerId }, before: place }]).get(key)!;
}

/** Returns a worker's day with additional tasks. */
export function dayBecomes(
  worker: LiveWorker,
  moving: Moving,
  before: string | null,
  now: number,
): DayChange | undefined {
  const after = tasksInOrder(worker.id, listWith(worker.id, moving, before));
  const [is, becomes] = [dayOfWorker(worker, tasksInOrder(worker.id), now), dayOfWorker(worker, after, now)];
  return is && becomes && compareDays(is, becomes, now);
}
