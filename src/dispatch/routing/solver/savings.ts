import { arcBetween, ecef } from '../../geography/ecef.ts';
import { type Route, type RoutingProblem, suits } from './problem.ts';

/** Seconds on the way of all vehicles, each along its route; those without one along what they have already. */
export function travelOf({ vehicles, jobs }: RoutingProblem, routes: readonly Route[]): number {
  const places = new Map(jobs.map((job) => [job.id, ecef(job.location)]));
  const planned = new Map(routes.map((route) => [route.vehicle, route.jobs]));
  let seconds = 0;
  for (const vehicle of vehicles) {
    const stops = planned.get(vehicle.id) ?? vehicle.jobs ?? [];
    if (stops.length === 0) continue;
    const arc = [
      ecef(vehicle.start),
      ...stops.map((id) => places.get(id)!),
      ...(vehicle.end ? [ecef(vehicle.end)] : []),
    ];
    for (let n = 1; n < arc.length; n++) seconds += arcBetween(arc[n - 1]!, arc[n]!) / vehicle.speed;
  }
  return seconds;
}

/**
 * The routes that come of no plan: each of these jobs in turn at the end of the list of whoever is through with it
 * soonest, whether it is in time or not.
 */
export function oneAfterTheOther({ vehicles, jobs }: RoutingProblem, wanted: ReadonlySet<string>): Route[] {
  const places = new Map(jobs.map((job) => [job.id, ecef(job.location)]));
  const lists = vehicles.map((vehicle) => {
    const own = [...(vehicle.jobs ?? [])];
    const arc = [ecef(vehicle.start), ...own.map((id) => places.get(id)!)];
    let seconds = 0;
    for (let n = 1; n < arc.length; n++) seconds += arcBetween(arc[n - 1]!, arc[n]!) / vehicle.speed;
    return { vehicle, jobs: own, seconds, at: arc.at(-1)! };
  });
  for (const job of jobs) {
    if (!wanted.has(job.id)) continue;
    const to = places.get(job.id)!;
    let [best, soonest] = [lists[0], Number.POSITIVE_INFINITY];
    for (const list of lists) {
      if (!suits(job, list.vehicle)) continue;
      const seconds = list.seconds + arcBetween(list.at, to) / list.vehicle.speed;
      if (seconds < soonest) [best, soonest] = [list, seconds];
    }
    if (!best) continue;
    best.jobs.push(job.id);
    Object.assign(best, { seconds: soonest, at: to });
  }
  return lists.filter((list) => list.jobs.length > 0).map((list) => ({ vehicle: list.vehicle.id, jobs: list.jobs }));
}
