import type { Task } from '../../wire/dispatch.ts';
import { isLate } from './tasks.ts';

const HOUR_MS = 3_600_000;

/** Tasks whose windows end within one hour. */
interface WindowGroup {
  /** End of that hour in milliseconds; `late` and `open`: those that are late, and those without an end. */
  until: number | 'late' | 'open';
  tasks: readonly Task[];
}

/** Groups tasks by the hour in which their window ends: late ones first, those without an end last, each by its end. */
export function groupsByWindow(tasks: readonly Task[], now: number): WindowGroup[] {
  const groups = new Map<WindowGroup['until'], Task[]>();
  for (const task of tasks.toSorted((a, b) => dueOf(a) - dueOf(b))) {
    const until = untilOf(task, now);
    const of = groups.get(until);
    if (of) of.push(task);
    else groups.set(until, [task]);
  }
  const rank = (until: WindowGroup['until']) =>
    until === 'late' ? Number.NEGATIVE_INFINITY : until === 'open' ? Number.POSITIVE_INFINITY : until;
  return [...groups].map(([until, of]) => ({ until, tasks: of })).sort((a, b) => compare(rank(a.until), rank(b.until)));
}

function untilOf(task: Task, now: number): WindowGroup['until'] {
  if (isLate(task, now)) return 'late';
  return task.completeBefore === null ? 'open' : Math.ceil(task.completeBefore / HOUR_MS) * HOUR_MS;
}

const compare = (one: number, other: number) => (one < other ? -1 : Number(one > other));

const dueOf = ({ completeBefore }: Task) => completeBefore ?? Number.MAX_SAFE_INTEGER;
