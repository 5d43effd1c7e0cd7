import { distance } from '../geography/distance.ts';
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
  before: readonly (readonly number[])[];
  after: readonly (readonly number[])[];
  speed: Float64Array;
  shiftStart: Float64Array;
  shiftEnd: Float64Array;
  capacity: Float64Array;
  hasEnd: Uint8Array;
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
  return {
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
    required: Int32Array.from(jobs, (job) => (job.vehicle === undefined ? -1 : indexIn(vehicleIndex, job.vehicle))),
    before,
    after,
    speed: Float64Array.from(vehicles, (vehicle) => vehicle.speed),
    shiftStart: Float64Array.from(vehicles, (vehicle) => vehicle.timeWindow[0]),
    shiftEnd: Float64Array.from(vehicles, (vehicle) => vehicle.timeWindow[1]),
    capacity: perDimension(
      vehicles.map((vehicle) => vehicle.capacity),
      Number.POSITIVE_INFINITY,
    ),
    hasEnd: Uint8Array.from(vehicles, (vehicle) => (vehicle.end ? 1 : 0)),
  };
}

function matrixOf({ jobs, vehicles }: RoutingProblem): Float64Array {
  const nodes = jobs.length + 2 * vehicles.length;
  const metres = new Float64Array(nodes * nodes);
  const places = [
    ...jobs.map((job) => job.location),
    ...vehicles.map((vehicle) => vehicle.start),
    ...vehicles.map((vehicle) => vehicle.end ?? vehicle.start),
  ];
  for (let a = 0; a < jobs.length; a++) {
    for (let b = a + 1; b < nodes; b++) {
      const way = distance(places[a]!, places[b]!);
      metres[a * nodes + b] = way;
      metres[b * nodes + a] = way;
    }
  }
  return metres;
}
