import { arcBetween, ecef } from '../../geography/ecef.ts';
import type { Route, RouteFigures, RoutingProblem, Vehicle } from './problem.ts';

/**
 * Returns figures of the routes by vehicle; a vehicle without a route keeps its current tasks.
 * @param due when each job has to be done, in seconds from now, where that was promised
 */
export function figuresOf(
  { vehicles, jobs }: RoutingProblem,
  routes: readonly Route[],
  due: ReadonlyMap<string, number>,
): Map<string, RouteFigures> {
  const known = new Map(jobs.map((job) => [job.id, { ...job, at: ecef(job.location) }]));
  const planned = new Map(routes.map((route) => [route.vehicle, route.jobs]));
  return new Map(vehicles.map((vehicle) => [vehicle.id, drive(vehicle)]));

  function drive(vehicle: Vehicle): RouteFigures {
    let [time, metres, place] = [vehicle.timeWindow[0], 0, ecef(vehicle.start)];
    const late: string[] = [];
    let serving = 0;
    const stops = planned.get(vehicle.id) ?? vehicle.jobs ?? [];
    for (const id of stops) {
      const { at, service, timeWindow } = known.get(id)!;
      const leg = arcBetween(place, at);
      metres += leg;
      serving += service;
      time = beginOf(vehicle, Math.max(time + leg / vehicle.speed, timeWindow[0]), service) + service;
      place = at;
      if (time > (due.get(id) ?? Number.POSITIVE_INFINITY)) late.push(id);
    }
    const back = vehicle.end && stops.length > 0 ? arcBetween(place, ecef(vehicle.end)) : 0;
    metres += back;
    const duration = time + back / vehicle.speed - vehicle.timeWindow[0];
    return { metres, seconds: metres / vehicle.speed, end: time, late, service: serving, duration };
  }
}

/** A job is not begun in a break, nor before one that it would reach into. */
function beginOf({ breaks = [] }: Vehicle, at: number, service: number): number {
  let time = at;
  for (const [from, to] of breaks) if (time < to && time + service > from) time = to;
  return time;
}

/** Returns the sums over several routes. */
export function sumOf(figures: Iterable<RouteFigures>): { metres: number; seconds: number; late: number } {
  const sum = { metres: 0, seconds: 0, late: 0 };
  for (const { metres, seconds, late } of figures) {
    sum.metres += metres;
    sum.seconds += seconds;
    sum.late += late.length;
  }
  return sum;
}
