import { arcBetween, ecef } from '../../geography/ecef.ts';
import type { RoutingProblem } from './problem.ts';

/** A problem as numbers. Nodes are the jobs, then the vehicles' starts, then their ends. */
export interface Model {
  jobs: number;
  vehicles: number;
  dimensions: number;
  nodes: number;
  /** Metres from node to node, row by row. */
  metres: Float64Array;
  service: Float64Array;
  opens: Float64Array;
  closes: Float64Array;
  /** By job and dimension. */
  amount: Float64Array;
  /** The only vehicle of a job; -1 where any may come. */
  required: Int32Array;
  /** Jobs that are for some vehicles only, by what these can do; none of those that are for all. */
  able: ReadonlyMap<number, Uint8Array>;
  /** Whether a vehicle has the job already: it is never left out. */
  isRetained: Uint8Array;
  before: readonly (readonly number[])[];
  after: readonly (readonly number[])[];
  /** Seconds for a metre. */
  pace: Float64Array;
  shiftStart: Float64Array;
  shiftEnd: Float64Array;
  breaks: readonly (readonly (readonly [from: number, to: number])[])[];
  capacity: Float64Array;
  hasEnd: Uint8Array;
  /** Current jobs of the vehicles, in order. */
  first: readonly (readonly number[])[];
}

/** @throws {Error} for a job that names a vehicle or job that there is not */
export function modelOf({ jobs, vehicles }: RoutingProblem): Model {
  const dimensions = Math.max(0, ...jobs.map((job) => job.amount.length));
  const jobIndex = new Map(jobs.map((job, index) => [job.id, index]));
  const vehicleIndex = new Map(vehicles.map((vehicle, index) => [vehicle.id, index]));
  const indexIn = (map: ReadonlyMap<string, number>, id: string) => {
    const index = map.get(id);
    if (index === undefined) throw new Error(`The problem has no ${id}.`);
    return index;
  };
  const before = jobs.map((job) => job.after.map((id) => indexIn(jobIndex, id)));
  const after: number[][] = jobs.map(() => []);
  for (const [job, parents] of before.entries()) for (const parent of parents) after[parent]!.push(job);
  const perDimension = (values: readonly (readonly number[])[], missing: number) =>
    Float64Array.from(values.flatMap((own) => Array.from({ length: dimensions }, (_, d) => own[d] ?? missing)));
  const first = vehicles.map((vehicle) => (vehicle.jobs ?? []).map((id) => indexIn(jobIndex, id)));
  const required = Int32Array.from(jobs, (job) =>
    job.vehicle === undefined ? -1 : indexIn(vehicleIndex, job.vehicle),
  );
  const isRetained = new Uint8Array(jobs.length);
  for (const [vehicle, own] of first.entries()) {
    for (const job of own) {
      required[job] = vehicle;
      isRetained[job] = 1;
    }
  }
  return {
    able: ableOf({ jobs, vehicles }),
    jobs: jobs.length,
    vehicles: vehicles.length,
    dimensions,
    nodes: jobs.length + 2 * vehicles.length,
    metres: matrixOf({ jobs, vehicles }),
    service: Float64Array.from(jobs, (job) => job.service),
    opens: Float64Array.from(jobs, (job) => job.timeWindow[0]),
    closes: Float64Array.from(jobs, (job) => job.timeWindow[1]),
    amount: perDimension(
      jobs.map((job) => job.amount),
      0,
    ),
    required,
    isRetained,
    before,
    after,
    pace: Float64Array.from(vehicles, (vehicle) => 1 / vehicle.speed),
    shiftStart: Float64Array.from(vehicles, (vehicle) => vehicle.timeWindow[0]),
    shiftEnd: Float64Array.from(vehicles, (vehicle) => vehicle.timeWindow[1]),
    breaks: vehicles.map((vehicle) => vehicle.breaks ?? []),
    capacity: perDimension(
      vehicles.map((vehicle) => vehicle.capacity),
      Number.POSITIVE_INFINITY,
    ),
    hasEnd: Uint8Array.from(vehicles, (vehicle) => (vehicle.end ? 1 : 0)),
    first,
  };
}

/** For each job with skills, 1 for each vehicle that has them; jobs that ask for the same share an array. */
function ableOf({ jobs, vehicles }: RoutingProblem): Map<number, Uint8Array> {
  const bySkills = new Map<string, Uint8Array>();
  const able = new Map<number, Uint8Array>();
  for (const [job, { skills = [] }] of jobs.entries()) {
    if (skills.length === 0) continue;
    const key = skills.join();
    const known =
      bySkills.get(key) ??
      Uint8Array.from(vehicles, ({ skills: has = [] }) => (skills.every((skill) => has.includes(skill)) ? 1 : 0));
    bySkills.set(key, known);
    able.set(job, known);
  }
  return able;
}

/** Arcs and no geodesics: 1,000 jobs and 300 vehicles have more than a million ways. */
function matrixOf({ jobs, vehicles }: RoutingProblem): Float64Array {
  const nodes = jobs.length + 2 * vehicles.length;
  const metres = new Float64Array(nodes * nodes);
  const places = [
    ...jobs.map((job) => job.location),
    ...vehicles.map((vehicle) => vehicle.start),
    ...vehicles.map((vehicle) => vehicle.end ?? vehicle.start),
  ].map(ecef);
  for (let a = 0; a < jobs.length; a++) {
    for (let b = a + 1; b < nodes; b++) {
      const arc = arcBetween(places[a]!, places[b]!);
      metres[a * nodes + b] = arc;
      metres[b * nodes + a] = arc;
    }
  }
  return metres;
}
