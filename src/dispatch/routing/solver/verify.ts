import { distance } from '../../geography/distance.ts';
import type { Job, Route, RoutingProblem, Solution, Vehicle } from './problem.ts';

/** Tolerance for sums of amounts. */
const TOLERANCE = 1e-6;
/** Seconds by which ways along the geodesic and the solver's arcs may differ in the end. */
const SECONDS = 1;

/**
 * Follows a solution by the problem's own words, apart from all that the solver reckons with.
 * @throws {Error} with the rule that it breaks: each job once, windows, shifts, capacities, required vehicles, skills, order,
 *   breaks, and that everybody keeps what they had
 */
export function verify(problem: RoutingProblem, solution: Solution): void {
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]));
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const seen = new Set<string>();
  const see = (id: string): Job => {
    const job = jobs.get(id);
    if (!job) throw new Error(`There is no job ${id}.`);
    if (seen.has(id)) throw new Error(`Job ${id} stands there twice.`);
    seen.add(id);
    return job;
  };
  const driven = new Set<string>();
  for (const route of solution.routes) {
    const vehicle = vehicles.get(route.vehicle);
    if (!vehicle) throw new Error(`There is no vehicle ${route.vehicle}.`);
    if (driven.has(route.vehicle)) throw new Error(`Vehicle ${route.vehicle} has two routes.`);
    driven.add(route.vehicle);
    follow(vehicle, route, route.jobs.map(see));
  }
  for (const { job } of solution.unassigned) see(job);
  for (const vehicle of problem.vehicles) {
    const route = solution.routes.find((each) => each.vehicle === vehicle.id)?.jobs ?? [];
    const lost = vehicle.jobs?.find((job) => !route.includes(job));
    if (lost) throw new Error(`Vehicle ${vehicle.id} had job ${lost} already.`);
  }
  const forgotten = problem.jobs.find((job) => !seen.has(job.id));
  if (forgotten) throw new Error(`Job ${forgotten.id} is neither in a route nor left out.`);
}

function follow(vehicle: Vehicle, route: Route, jobs: readonly Job[]): void {
  const done = new Set<string>();
  const load = vehicle.capacity.map(() => 0);
  let [time, place] = [vehicle.timeWindow[0], vehicle.start];
  for (const job of jobs) {
    if (job.vehicle !== undefined && job.vehicle !== vehicle.id)
      throw new Error(`Job ${job.id} is for vehicle ${job.vehicle}.`);
    const unable = job.skills?.find((skill) => !vehicle.skills?.includes(skill));
    if (unable !== undefined)
      throw new Error(`Job ${job.id} asks for ${unable}, which vehicle ${vehicle.id} cannot do.`);
    const missing = job.after.find((id) => !done.has(id));
    if (missing) throw new Error(`Job ${job.id} comes before ${missing}.`);
    time = Math.max(job.timeWindow[0], time + distance(place, job.location) / vehicle.speed);
    for (const [from, to] of vehicle.breaks ?? []) if (time < to && time + job.service > from) time = to;
    if (time > job.timeWindow[1] + SECONDS) throw new Error(`Job ${job.id} begins too late.`);
    time += job.service;
    place = job.location;
    done.add(job.id);
    for (const [index, amount] of job.amount.entries()) load[index] = (load[index] ?? 0) + amount;
  }
  if (jobs.length > 0 && vehicle.end) time += distance(place, vehicle.end) / vehicle.speed;
  if (jobs.length > 0 && time > vehicle.timeWindow[1] + SECONDS)
    throw new Error(`Vehicle ${route.vehicle} is too late at its end.`);
  const full = vehicle.capacity.findIndex((most, index) => load[index]! > most + TOLERANCE);
  if (full >= 0) throw new Error(`Vehicle ${route.vehicle} has too much on board.`);
}
