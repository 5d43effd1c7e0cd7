import type { Model } from './model.ts';
import type { Plan } from './plan.ts';

/** Jobs that are taken out of the ways at a time, on average. */
const MEAN_REMOVED = 15;
/** The longest string of stops that is taken out of one way. */
const MAX_STRING = 20;
/** Neighbours of a job that are looked at. */
const MAX_NEIGHBOURS = 200;

/** The nearest jobs of each job, itself first. */
export function neighboursOf({ jobs, nodes, metres }: Model): readonly Int32Array[] {
  return Array.from({ length: jobs }, (_, job) => {
    // Distance and number in one, so that numbers are sorted: in whole decimetres, before the number.
    const keys = Float64Array.from({ length: jobs }, (_, other) =>
      other === job ? other : (1 + Math.round(metres[job * nodes + other]! * 10)) * jobs + other,
    ).sort();
    return Int32Array.from(keys.subarray(0, MAX_NEIGHBOURS), (key) => key % jobs);
  });
}

/**
 * Takes strings of neighbouring stops out of ways that are near to each other (slack induction by string removals:
 * J. Christiaens and G. Vanden Berghe, Transportation Science 54(2), 2020), with whatever depends on one of them.
 */
export function ruin(plan: Plan, neighbours: readonly Int32Array[], random: () => number): number[] {
  const { tours, tourOf, model } = plan;
  const used = tours.filter((tour) => tour.stops.length > 0).length;
  const mean = used > 0 ? (model.jobs - plan.missing.length) / used : 0;
  const longest = Math.max(1, Math.min(MAX_STRING, mean));
  const strings = 1 + Math.floor(random() * ((4 * MEAN_REMOVED) / (1 + longest)));
  const removed: number[] = [];
  const ruined = new Set<number>();
  for (const job of neighbours[Math.floor(random() * model.jobs)]!) {
    if (ruined.size >= strings) break;
    const vehicle = tourOf[job]!;
    if (vehicle < 0 || ruined.has(vehicle)) continue;
    ruined.add(vehicle);
    const tour = tours[vehicle]!;
    const out = withDependents(model, stringAround(tour.stops, job, longest, random));
    plan.remove(tour, out);
    removed.push(...out);
  }
  return removed;
}

/** A stretch of stops that holds the job; every other time one that leaves some stops in its middle. */
function stringAround(stops: readonly number[], job: number, longest: number, random: () => number): Set<number> {
  const length = 1 + Math.floor(random() * Math.min(stops.length, longest));
  let spared = 0;
  if (length > 1 && random() < 0.5) while (length + spared < stops.length && random() >= 0.01) spared++;
  spared = Math.min(spared, stops.length - length);
  const at = stops.indexOf(job);
  const low = Math.max(0, at - length - spared + 1);
  const high = Math.min(at, stops.length - length - spared);
  const from = low + Math.floor(random() * (high - low + 1));
  const stretch = stops.slice(from, from + length + spared);
  if (spared === 0) return new Set(stretch);
  const gap = 1 + Math.floor(random() * Math.max(1, length - 1));
  return new Set([...stretch.slice(0, gap), ...stretch.slice(gap + spared)]);
}

function withDependents(model: Model, jobs: Set<number>): Set<number> {
  for (const job of jobs) for (const dependent of model.after[job]!) jobs.add(dependent);
  return jobs;
}
