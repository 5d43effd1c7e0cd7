import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Location } from '../src/dispatch/geography/location.ts';
import type { RoutingProblem } from '../src/dispatch/routing/solver/problem.ts';

/** A customer, or the depot: a line of an instance. */
interface Place {
  x: number;
  y: number;
  demand: number;
  ready: number;
  due: number;
  service: number;
}

/** A vehicle routing problem with time windows in the form of M. M. Solomon, Operations Research 35(2), 1987. */
export interface Instance {
  name: string;
  capacity: number;
  depot: Place;
  customers: Place[];
}

/**
 * The instances of a folder, one file each in the form in which SINTEF publishes Solomon's and Gehring and Homberger's
 * (https://www.sintef.no/projectweb/top/vrptw/): a table of customers below the vehicles' number and capacity.
 */
export async function readInstances(folder: string): Promise<Instance[]> {
  const files = (await readdir(folder)).filter((file) => /\.txt$/i.test(file)).sort();
  return Promise.all(files.map(async (file) => instanceOf(await readFile(path.join(folder, file), 'utf8'))));
}

function instanceOf(text: string): Instance {
  const lines = text.split('\n').map((line) => line.trim());
  const rows = lines
    .map((line) => line.split(/\s+/).map(Number))
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
  const [, capacity = 0] = rows.find((row) => row.length === 2) ?? [];
  const places = rows
    .filter((row) => row.length === 7)
    .map(([, x = 0, y = 0, demand = 0, ready = 0, due = 0, service = 0]) => ({ x, y, demand, ready, due, service }));
  const [depot, ...customers] = places;
  if (!depot || !capacity) throw new Error(`${lines[0]} is no instance in Solomon's form.`);
  return { name: lines[0]!.toUpperCase(), capacity, depot, customers };
}

/**
 * An instance made as Solomon made his of type R1, for a machine that has none: places and demands at random, the middle
 * of each window at random where a vehicle can come from the depot and be back in time, its half width normally distributed.
 * Gehring and Homberger's of 400 customers follow the same scheme in a square of 200.
 */
export function makeInstance(name: string, count: number, side: number, seed: number): Instance {
  let state = seed;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const horizon = side * 3;
  const depot = { x: side / 2, y: side / 2, demand: 0, ready: 0, due: horizon, service: 0 };
  const customers = Array.from({ length: count }, () => {
    const [x, y] = [Math.round(random() * side), Math.round(random() * side)];
    const way = Math.hypot(x - depot.x, y - depot.y);
    const service = 10;
    const [first, last] = [way, horizon - way - service];
    const middle = first + random() * (last - first);
    const half = Math.max(5, side / 10 + normal() * (side / 40));
    const [ready, due] = [Math.max(first, middle - half), Math.min(last, middle + half)].map(Math.round);
    return { x, y, demand: 1 + Math.floor(random() * 40), ready: ready!, due: due!, service };
  });
  return { name, capacity: 200, depot, customers };
}

/** Metres of a degree at the equator, along and across it: so that a unit of the plane is a metre there. */
const [EAST, NORTH] = [111_319.490_793, 110_574.275_82];

/** The problem in the plane laid on the earth where it is flat, with so many vehicles. */
export function problemOf({ depot, customers, capacity }: Instance, vehicles: number): RoutingProblem {
  const at = ({ x, y }: Place): Location => [x / EAST, y / NORTH];
  return {
    vehicles: Array.from({ length: vehicles }, (_, n) => ({
      id: `${n}`,
      start: at(depot),
      end: at(depot),
      timeWindow: [0, depot.due] as const,
      capacity: [capacity],
      speed: 1,
    })),
    jobs: customers.map((customer, n) => ({
      id: `${n}`,
      location: at(customer),
      service: customer.service,
      timeWindow: [customer.ready, customer.due] as const,
      amount: [customer.demand],
      after: [],
    })),
  };
}

/** Vehicles and distance of the best solutions that are known (SINTEF, as of 2026, vehicles first). */
export const BEST_KNOWN: Readonly<Record<string, readonly [vehicles: number, distance: number]>> = {
  C101: [10, 828.94],
  C102: [10, 828.94],
  C103: [10, 828.06],
  C104: [10, 824.78],
  C105: [10, 828.94],
  C106: [10, 828.94],
  C107: [10, 828.94],
  C108: [10, 828.94],
  C109: [10, 828.94],
  C201: [3, 591.56],
  C202: [3, 591.56],
  C203: [3, 591.17],
  C204: [3, 590.6],
  C205: [3, 588.88],
  C206: [3, 588.49],
  C207: [3, 588.29],
  C208: [3, 588.32],
  R101: [19, 1650.8],
  R102: [17, 1486.12],
  R103: [13, 1292.68],
  R104: [9, 1007.31],
  R105: [14, 1377.11],
  R106: [12, 1252.03],
  R107: [10, 1104.66],
  R108: [9, 960.88],
  R109: [11, 1194.73],
  R110: [10, 1118.84],
  R111: [10, 1096.72],
  R112: [9, 982.14],
  R201: [4, 1252.37],
  R202: [3, 1191.7],
  R203: [3, 939.5],
  R204: [2, 825.52],
  R205: [3, 994.42],
  R206: [3, 906.14],
  R207: [2, 890.61],
  R208: [2, 726.82],
  R209: [3, 909.16],
  R210: [3, 939.37],
  R211: [2, 885.71],
  RC101: [14, 1696.94],
  RC102: [12, 1554.75],
  RC103: [11, 1261.67],
  RC104: [10, 1135.48],
  RC105: [13, 1629.44],
  RC106: [11, 1424.73],
  RC107: [11, 1230.48],
  RC108: [10, 1139.82],
  RC201: [4, 1406.91],
  RC202: [3, 1365.65],
  RC203: [3, 1049.62],
  RC204: [3, 798.41],
  RC205: [4, 1297.19],
  RC206: [3, 1146.32],
  RC207: [3, 1061.14],
  RC208: [3, 828.14],
};
