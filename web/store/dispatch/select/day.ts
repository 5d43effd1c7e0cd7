import type { Task } from '../../wire/dispatch.ts';
import { metresBetween } from './tasks.ts';

/** Start of a worker's day: place, time, and speed along a straight line. */
export interface DayStart {
  place: readonly [lon: number, lat: number] | undefined;
  at: number;
  metresPerSecond: number;
}

/** Stop at one place; times in milliseconds. */
export interface Stop {
  task: Task;
  /** Departure to the stop. */
  from: number;
  arrival: number;
  end: number;
  /** Seconds by which it is done too late; 0 when it is not. */
  late: number;
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

/**
 * Returns the arrival and completion of tasks in this order, by the server's rule for estimates, so that an idea can be
 * compared with the present plan. Nobody waits for a window to begin.
 */
export function dayOf(tasks: readonly Task[], { place, at, metresPerSecond }: DayStart): Day {
  let [time, from] = [at, place];
  const stops = tasks.map((task): Stop => {
    const to = task.destination.location as [number, number];
    const begin = time;
    const arrival = begin + (from ? (metresBetween(from, to) / metresPerSecond) * 1000 : 0);
    time = arrival + task.serviceTime * 60_000;
    from = to;
    const late = task.completeBefore === null ? 0 : Math.max(0, Math.round((time - task.completeBefore) / 1000));
    return { task, from: begin, arrival, end: time, late, isKnown: place !== undefined && task.destination.located };
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
