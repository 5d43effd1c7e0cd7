import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { solveRoutes } from '../../src/dispatch/routing/solver/solve-routes.ts';
import { verify } from '../../src/dispatch/routing/solver/verify.ts';
import { BEST_KNOWN } from '../best-known.ts';
import type { Finding } from '../harness.ts';
import { type Instance, makeInstance, problemOf, readInstances } from '../solomon.ts';

const SECONDS = Number(process.env.PEERS_SECONDS ?? 10);
/** Python that has `pyvrp` and `ortools`. */
const PYTHON = process.env.PEERS_PYTHON ?? 'python3';
/** Vehicles that are added at the most until everybody is served. */
const MOST_MORE = 5;

type Solver = (instance: Instance, vehicles: number) => { version: string; distance: number | null };

/** The solver of this program beside PyVRP and OR-Tools: the same instances, vehicles and seconds, one after the other on one core. */
export async function compareSolvers(): Promise<Finding[]> {
  const { SOLVE_INSTANCES: folder } = process.env;
  const instances = folder
    ? await readInstances(folder)
    : [makeInstance('made R1 100', 100, 70, 1), makeInstance('made R1 400', 400, 200, 2)];
  const solvers: Record<string, Solver> = { Hubbub: own, PyVRP: byPython('pyvrp'), 'OR-Tools': byPython('ortools') };
  const findings: Finding[] = [];
  const solved = new Map<string, { vehicles: number; distance: number }[]>();
  for (const [name, solver] of Object.entries(solvers)) {
    try {
      solved.set(
        name,
        instances.map((instance) => solve(instance, solver)),
      );
    } catch (error) {
      findings.push({ name: `routes by ${name}`, found: `not measured: ${(error as Error).message}`, aim: '' });
    }
  }
  const groups = Map.groupBy(
    instances.map((instance, n) => ({ instance, n })),
    ({ instance }) => /^(C|R|RC)[12](_\d+(?=_))?/.exec(instance.name)?.[0] ?? instance.name,
  );
  for (const [group, members] of groups)
    findings.push({
      name: `routes of ${group}: ${members.length} instances, ${SECONDS} s each`,
      found: [...solved]
        .map(([name, all]) => {
          const mean = (pick: 'vehicles' | 'distance') =>
            members.reduce((sum, { n }) => sum + all[n]![pick], 0) / members.length;
          return `${name} ${mean('vehicles').toFixed(2)} vehicles, distance ${mean('distance').toFixed(1)}`;
        })
        .join('; '),
      aim: '',
    });
  return findings;
}

/** Begins with the best known number of vehicles, or with as many as carry the load, and adds one until everybody is served. */
function solve(instance: Instance, solver: Solver): { vehicles: number; distance: number } {
  const needed = instance.customers.reduce((sum, { demand }) => sum + demand, 0) / instance.capacity;
  const first = BEST_KNOWN[instance.name]?.[0] ?? Math.ceil(needed);
  for (let vehicles = first; vehicles <= Math.max(first + MOST_MORE, first * 3); vehicles++) {
    const { distance, version } = solver(instance, vehicles);
    console.error(`${instance.name} by ${version}, ${vehicles} vehicles: ${distance?.toFixed(1) ?? 'not all served'}`);
    if (distance !== null) return { vehicles, distance };
  }
  throw new Error(`${instance.name} was not solved`);
}

const own: Solver = (instance, vehicles) => {
  const problem = problemOf(instance, vehicles);
  const solution = solveRoutes(problem, { seed: 1, budgetMs: SECONDS * 1000, rounds: Number.POSITIVE_INFINITY });
  verify(problem, solution);
  return { version: 'Hubbub', distance: solution.unassigned.length === 0 ? solution.travelSeconds : null };
};

const byPython =
  (solver: 'pyvrp' | 'ortools'): Solver =>
  ({ capacity, depot, customers }, vehicles) => {
    const input = JSON.stringify({ solver, seconds: SECONDS, vehicles, capacity, depot, customers });
    const child = spawnSync(PYTHON, [path.join(import.meta.dirname, 'solve_vrp.py')], { input, encoding: 'utf8' });
    if (child.status !== 0)
      throw new Error(child.error?.message ?? child.stderr.trim().split('\n').at(-1) ?? 'it ended early');
    const { version, distance } = JSON.parse(child.stdout) as { version: string; distance: number | null };
    return { version: `${solver} ${version}`, distance };
  };
