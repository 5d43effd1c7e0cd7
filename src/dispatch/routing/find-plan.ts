import type { Services } from '../../platform/services.ts';
import type { TeamRow } from '../teams/access.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { gather } from './gather.ts';
import type { StoredFigures, StoredPlan } from './queries.ts';
import { askVroom } from './solver/ask-vroom.ts';
import { figuresOf, sumOf } from './solver/figures.ts';
import type { RouteFigures, RoutingProblem, SearchProgress, Solution } from './solver/problem.ts';
import { oneAfterTheOther } from './solver/savings.ts';
import { solve } from './solver/solve.ts';

/** Time budget for improving routes, in milliseconds. */
const BUDGET_MS = 5000;
/** The same tasks and workers have the same routes. */
const SEED = 1;

/** Whether routes are still wanted, and who hears how far the search is (VROOM does not say). */
export interface Wanted {
  signal: AbortSignal;
  onProgress: (progress: SearchProgress) => void;
}

/** Looks for routes for a team's waiting tasks, or for chosen ones. Never called in a transaction. */
export async function findPlan(
  services: Services,
  organizationId: string,
  teams: readonly TeamRow[],
  options: DispatchOptions,
  now: Date,
  { signal, onProgress }: Wanted,
): Promise<StoredPlan> {
  const { tasks, problem, leftOut, due } = await gather(
    services.database.reader.of(organizationId),
    teams,
    options,
    now,
  );
  const { routes, unassigned } = await solution(services, problem, { signal, onProgress });
  const waiting = new Set(tasks.map((task) => task.id));
  const had = new Map(problem.vehicles.map((vehicle) => [vehicle.id, [...(vehicle.jobs ?? [])]]));
  // Drivers without new tasks keep their order.
  const planned = routes.filter((route) => route.jobs.some((id) => waiting.has(id)));
  const given = new Set(planned.flatMap((route) => route.jobs.filter((id) => waiting.has(id))));
  const after = figuresOf(problem, planned, due);
  const before = figuresOf(problem, [], due);
  const [sum, unplanned] = [
    sumOf(after.values()),
    sumOf(figuresOf(problem, oneAfterTheOther(problem, given), due).values()),
  ];
  return {
    routes: planned.map(({ vehicle, jobs }) => ({
      worker: vehicle,
      tasks: jobs,
      had: had.get(vehicle)!,
      figures: stored(after.get(vehicle)!, before.get(vehicle)!, now),
    })),
    modified: Object.fromEntries(tasks.map((task) => [task.id, task.modifiedAt.getTime()])),
    unassigned: [...leftOut, ...unassigned.map(({ job, reason }) => ({ task: job, reason }))],
    travelSeconds: sum.seconds,
    unplannedSeconds: unplanned.seconds,
    sums: { metres: sum.metres, unplannedMetres: unplanned.metres, late: sum.late, unplannedLate: unplanned.late },
  };
}

function stored(
  { metres, seconds, end, late, service, duration }: RouteFigures,
  before: RouteFigures,
  now: Date,
): StoredFigures {
  const endsAt = now.getTime() + Math.round(end * 1000);
  return {
    ...{ metres, seconds, endsAt, late, service, duration },
    before: { metres: before.metres, seconds: before.seconds, late: before.late.length },
  };
}

/** By the configured solver; by the embedded one when there is none, or it cannot. */
async function solution(services: Services, problem: RoutingProblem, wanted: Wanted): Promise<Solution> {
  const asked = await askVroom(services, problem, wanted.signal);
  return asked ?? solve(problem, { budgetMs: BUDGET_MS, seed: SEED, ...wanted });
}
