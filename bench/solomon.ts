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
 * The instances of a folder, one file each: Solomon's and Gehring and Homberger's as SINTEF publishes them
 * (https://www.sintef.no/projectweb/top/vrptw/), `.txt`, or as they come with LKH-3, `.vrptw`.
 */
export async function readInstances(folder: string): Promise<Instance[]> {
  const files = (await readdir(folder)).filter((file) => /\.(?:txt|vrptw)$/i.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8');
      return /\.vrptw$/i.test(file) ? ofSections(text) : ofTable(text);
    }),
  );
}

/** A table of customers below the vehicles' number and capacity. */
function ofTable(text: string): Instance {
  const lines = text.split('\n').map((line) => line.trim());
  const rows = lines
    .map((line) => line.split(/\s+/).map(Number))
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
  const [, capacity = 0] = rows.find((row) => row.length === 2) ?? [];
  const places = rows
    .filter((row) => row.length === 7)
    .map(([, x = 0, y = 0, demand = 0, ready = 0, due = 0, service = 0]) => ({ x, y, demand, ready, due, service }));
  return instanceOf(lines[0]!, capacity, places);
}

/** The form of TSPLIB with `TIME_WINDOW_SECTION`: a section for each property, of lines that begin with the customer's number. */
function ofSections(text: string): Instance {
  const head = new Map<string, string>();
  const sections = new Map<string, number[][]>();
  let rows: number[][] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, name, value] = /^([A-Z_]+) *: *(.*)$/.exec(line) ?? [];
    if (name) head.set(name, value!);
    else if (/^[A-Z_]+_SECTION$/.test(line)) {
      rows = [];
      sections.set(line, rows);
    } else rows.push(line.split(/\s+/).map(Number));
  }
  const of = (section: string) =>
    new Map((sections.get(section) ?? []).map(([number = 0, ...values]) => [number, values]));
  const [demands, windows] = [of('DEMAND_SECTION'), of('TIME_WINDOW_SECTION')];
  const places = [...of('NODE_COORD_SECTION')].map(([number, [x = 0, y = 0]], index) => {
    const [demand = 0] = demands.get(number) ?? [];
    const [ready = 0, due = 0] = windows.get(number) ?? [];
    return { x, y, demand, ready, due, service: index === 0 ? 0 : Number(head.get('SERVICE_TIME')) };
  });
  return instanceOf(head.get('NAME') ?? '', Number(head.get('CAPACITY')), places);
}

function instanceOf(name: string, capacity: number, [depot, ...customers]: Place[]): Instance {
  if (!depot || !capacity) throw new Error(`${name} is no instance in a form that is known here.`);
  return { name: name.toUpperCase(), capacity, depot, customers };
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
    const metres = Math.hypot(x - depot.x, y - depot.y);
    const service = 10;
    const [first, last] = [metres, horizon - metres - service];
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
