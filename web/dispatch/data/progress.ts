import { computed, signal } from '@preact/signals';
import { listKey } from '../../store/outbox/moves.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { activeOf, floor, lists } from './floor.ts';

const MINUTE_MS = 60_000;

/** Start of the browser's day; milliseconds. It changes at midnight, so it is looked at each minute. */
const dayStart = signal(startOfDay());
setInterval(() => {
  dayStart.value = startOfDay();
}, MINUTE_MS);

function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
}

/** Number of tasks that each worker has completed today. */
const doneOf = computed<ReadonlyMap<string, number>>(() => {
  const found = new Map<string, number>();
  for (const { state, worker, completionDetails } of floor.value.state.tasks.values())
    if (state === 3 && worker && (completionDetails.time ?? 0) >= dayStart.value)
      found.set(worker, (found.get(worker) ?? 0) + 1);
  return found;
});

/** Progress of a worker's day. */
export interface DayProgress {
  done: number;
  /** Completed today, active and waiting tasks. */
  total: number;
  /** The task that is reached next. */
  next: Task | undefined;
}

/** Returns the progress of a worker's day. */
export function progressOf(workerId: string): DayProgress {
  const active = activeOf.value.get(workerId) ?? [];
  const waiting = lists.value.get(listKey({ type: 'WORKER', id: workerId })) ?? [];
  const done = doneOf.value.get(workerId) ?? 0;
  const next = active[0] ?? (waiting[0] === undefined ? undefined : floor.value.state.tasks.get(waiting[0]));
  return { done, total: done + active.length + waiting.length, next };
}
