import { type DayStart, type StopTimes, stopTimes } from '../../../../rules/travel.ts';
import type { Task } from '../../wire/dispatch.ts';
import { taskPlace } from './tasks.ts';

/** Stop at one place. */
export interface Stop extends StopTimes {
  task: Task;
  /** Whether it is known where the worker and the door are: else the times are a guess. */
  isKnown: boolean;
}

export interface Day {
  stops: readonly Stop[];
  /** Completion of the last stop; undefined if there are none. */
  finish: number | undefined;
  /** Number of late tasks. */
  late: number;
}

/** Returns the times of tasks in this order, so that an idea can be compared with the present plan. */
export function dayOf(tasks: readonly Task[], start: DayStart): Day {
  const timed = tasks.map((task) => ({ ...task, location: taskPlace(task) }));
  const stops = stopTimes(timed, start).map((times, n): Stop => {
    const task = tasks[n]!;
    return { ...times, task, isKnown: start.place !== undefined && task.destination.located };
  });
  return {
    stops,
    finish: stops.at(-1)?.end,
    late: stops.filter(({ late }) => late > 0).length,
  };
}

/** Effect of a change on a day: additional minutes, and the number of late tasks. */
export interface DayChange {
  minutes: number;
  late: number;
  finish: number | undefined;
}

/** @param now when a day without anything to do ends */
export function compareDays(before: Day, after: Day, now: number): DayChange {
  return {
    minutes: Math.round(((after.finish ?? now) - (before.finish ?? now)) / 60_000),
    late: after.late,
    finish: after.finish,
  };
}

/** Completed task with its known duration. */
export interface DoneSpan {
  task: Task;
  from: number;
  end: number;
}

/** The tasks that were completed since a time, by worker. */
export function doneSince(tasks: ReadonlyMap<string, Task>, since: number): ReadonlyMap<string, DoneSpan[]> {
  const found = new Map<string, DoneSpan[]>();
  for (const task of tasks.values()) {
    const end = task.completionDetails.time;
    if (task.state !== 3 || !task.worker || end === null || end < since) continue;
    const started = task.completionDetails.events.findLast(({ name }) => name === 'start')?.time;
    const from = Math.max(since, Math.min(end, started ?? end - task.serviceTime * 60_000));
    found.set(task.worker, [...(found.get(task.worker) ?? []), { task, from, end }]);
  }
  for (const spans of found.values()) spans.sort((a, b) => a.end - b.end);
  return found;
}
