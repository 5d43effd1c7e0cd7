import { solveRoutes } from '../src/dispatch/routing/solver/solve-routes.ts';
import { verify } from '../src/dispatch/routing/solver/verify.ts';
import { BEST_KNOWN } from './best-known.ts';
import type { Bench, Finding } from './harness.ts';
import { type Instance, makeInstance, problemOf, readInstances } from './solomon.ts';

/** Milliseconds that the solver has. */
const BUDGETS = [2000, 10_000];

/**
 * (g) Routes for published instances, beside the best solutions that are known: `SOLVE_INSTANCES` names a folder of them
 * (bench/README.md). The fleet is the best known one, with a vehicle more until everybody is served.
 */
export async function benchSolver(_bench: Bench): Promise<Finding[]> {
  const { SOLVE_INSTANCES: folder } = process.env;
  const made = [makeInstance('made R1 100', 100, 70, 1), makeInstance('made R1 400', 400, 200, 2)];
  const instances = folder ? await readInstances(folder) : made;
  return BUDGETS.flatMap((budgetMs) => {
    const solved = instances.map((instance) => solve(instance, budgetMs));
    const groups = Map.groupBy(solved, ({ name }) => /^(C|R|RC)[12](_\d+(?=_))?/.exec(name)?.[0] ?? name);
    return [...groups.entries(), ...(folder ? ([['all', solved]] as const) : [])].map(([name, group]) => ({
      name: `${name}: ${group.length} instances in ${budgetMs / 1000} s each`,
      found: summary(group),
      aim: folder ? 'vehicles at most 0.3 more; distance within 4 % in 2 s, 2 % in 10 s' : '',
    }));
  });
}

interface Solved {
  name: string;
  vehicles: number;
  distance: number;
  best: readonly [vehicles: number, distance: number] | undefined;
}

function solve(instance: Instance, budgetMs: number): Solved {
  const best = BEST_KNOWN[instance.name];
  const needed = instance.customers.reduce((sum, { demand }) => sum + demand, 0) / instance.capacity;
  for (let vehicles = best?.[0] ?? Math.ceil(needed); ; vehicles++) {
    const problem = problemOf(instance, vehicles);
    const solution = solveRoutes(problem, { seed: 1, budgetMs, rounds: Number.POSITIVE_INFINITY });
    verify(problem, solution);
    if (solution.unassigned.length === 0)
      return { name: instance.name, vehicles, distance: solution.travelSeconds, best };
  }
}

function summary(group: readonly Solved[]): string {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const found = `${mean(group.map(({ vehicles }) => vehicles)).toFixed(2)} vehicles, distance ${mean(group.map(({ distance }) => distance)).toFixed(2)}`;
  const known = group.filter(({ best }) => best);
  if (known.length === 0) return found;
  const more = mean(known.map(({ vehicles, best }) => vehicles - best![0]));
  const equal = known.filter(({ vehicles, best }) => vehicles === best![0]);
  const gap = mean(equal.map(({ distance, best }) => (distance / best![1] - 1) * 100));
  return `${found}: ${more.toFixed(2)} vehicles more than best known; with as many (${equal.length}) ${gap.toFixed(2)} % more distance`;
}
