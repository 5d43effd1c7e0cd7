import type { Task } from '../../wire/dispatch.ts';
import { metresBetween } from './tasks.ts';

/** Where somebody begins, when, and how fast they get on along a straight line. */
export interface DayStart {
  place: readonly [lon: number, lat: number] | undefined;
  at: number;
  metresPerSecond: number;
}

/** What is done at one place; times in milliseconds. */
export interface Stop {
  task: Task;
  /** When the way there begins. */
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
  /** When the last one is done; undefined where there is nothing to do. */
  finish: number | undefined;
  /** How many are late. */
  late: number;
}

/**
 * When tasks are reached and done that are done in this order: the rule by which the server makes its estimates, so that what is
 * only being thought of can be compared with what is. Nobody waits for a window to begin.
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

/** What a change makes of a day: minutes that it ends later, and how many are late then. */
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

/** What was done, as long as it took as far as is known. */
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
