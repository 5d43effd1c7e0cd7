import { distance } from '../geography/distance.ts';
import type { Job, Vehicle } from './solver/problem.ts';

/** Seconds that a rounding may cost. */
const SLACK = 1;

/**
 * A vehicle with the jobs that it has already. Where it cannot keep a rule even now (it is late, or overloaded), the
 * rule is loosened so far that its list may stay as it is: what was promised stays with whom it was promised by, also where
 * somebody gave it to a worker without the skills that it asks for.
 */
export function withOwnList(vehicle: Vehicle, jobs: readonly Job[]): { vehicle: Vehicle; jobs: Job[] } {
  if (jobs.length === 0) return { vehicle, jobs: [] };
  let [time, place] = [vehicle.timeWindow[0], vehicle.start];
  const own = jobs.map((job): Job => {
    time = Math.max(time + distance(place, job.location) / vehicle.speed, job.timeWindow[0]);
    for (const [from, to] of vehicle.breaks ?? []) if (time < to && time + job.service > from) time = to;
    const latest = Math.max(job.timeWindow[1], time + SLACK);
    time += job.service;
    place = job.location;
    return { ...job, timeWindow: [job.timeWindow[0], latest], vehicle: vehicle.id, skills: [] };
  });
  if (vehicle.end) time += distance(place, vehicle.end) / vehicle.speed;
  const capacity = vehicle.capacity.map((most, d) =>
    Math.max(
      most,
      own.reduce((sum, { amount }) => sum + (amount[d] ?? 0), 0),
    ),
  );
  const through = Math.max(vehicle.timeWindow[1], time + SLACK);
  return {
    vehicle: { ...vehicle, timeWindow: [vehicle.timeWindow[0], through], capacity, jobs: own.map(({ id }) => id) },
    jobs: own,
  };
}
