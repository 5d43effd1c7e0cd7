import type { ShownTask } from './shown.ts';

/** Next stop with all its tasks, and the following ones. */
export interface DriverDay {
  /** The next one first, then others at the same place that come right after it, in one go. */
  here: readonly ShownTask[];
  later: readonly ShownTask[];
  done: readonly ShownTask[];
}

/** The floor of a building is not in its coordinates: a metre or so, the roundings of geocoders. */
const SAME_PLACE = 0.00001;

/** Whether two tasks are at one door: coordinates that do not differ, and the same apartment. */
function isSamePlace(a: ShownTask, b: ShownTask): boolean {
  const [one, other] = [a.task.destination, b.task.destination];
  return (
    Math.abs(one.location[0]! - other.location[0]!) < SAME_PLACE &&
    Math.abs(one.location[1]! - other.location[1]!) < SAME_PLACE &&
    one.address.apartment === other.address.apartment
  );
}

/** A driver's day: an active task comes first wherever it stands. */
export function driverDayOf(tasks: readonly ShownTask[]): DriverDay {
  const left = tasks.filter(({ state }) => state !== 'done');
  const ordered = [...left.filter(({ state }) => state !== 'open'), ...left.filter(({ state }) => state === 'open')];
  const [next] = ordered;
  const end = next ? ordered.findIndex((one) => !isSamePlace(one, next)) : 0;
  const count = end < 0 ? ordered.length : end;
  return {
    here: ordered.slice(0, count),
    later: ordered.slice(count),
    done: tasks.filter(({ state }) => state === 'done'),
  };
}
