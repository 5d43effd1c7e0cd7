import { type Static, Type } from 'typebox';
import type { DispatchState, StoredPlan } from '../queries.ts';
import type { OptimizationRow } from './access.ts';

/** From the vendor's public reference, "Get Optimization Status"; of its metrics those by hubs and breaks are left out. Metres and seconds. */
export const OptimizationStatus = Type.Object({
  status: Type.Enum(['pending', 'success', 'failed'], { description: '`pending` until it has ended.' }),
  progress: Type.Optional(Type.Number({ description: 'From 0 to 1; absent once it has ended.' })),
  summary: Type.Optional(
    Type.Object(
      {
        workers: Type.Record(
          Type.String(),
          Type.Object({
            type: Type.Literal('WORKER', { description: 'Always `WORKER`.' }),
            travelDistance: Type.Number({ description: 'Metres of the route.' }),
            travelTime: Type.Number({ description: 'Seconds on the road.' }),
            serviceTime: Type.Number({ description: 'Seconds at destinations.' }),
            routeOnDutyTime: Type.Number({
              description: 'Seconds from the start of the route to its end, with waiting.',
            }),
            count: Type.Integer({ description: 'Tasks of the route, with those that the worker had.' }),
          }),
          { description: 'Routes by worker ID.' },
        ),
        tasks: Type.Object(
          { count: Type.Integer({ description: 'How many tasks took part.' }) },
          { description: 'Tasks that took part.' },
        ),
        routeZones: Type.Object({}, { description: 'Always empty.' }),
        unassigned: Type.Integer({ description: 'Tasks that no worker gets.' }),
        assigned: Type.Integer({ description: 'Tasks that workers get.' }),
        cost: Type.Number({ description: 'Always 0: nothing is charged.' }),
        metrics: Type.Object(
          {
            totalTransitTime: Type.Number({ description: 'Seconds on the road of all workers.' }),
            totalTransitDistance: Type.Number({ description: 'Metres of all routes.' }),
            totalNumberOrders: Type.Integer({ description: 'Tasks that workers get.' }),
            totalServiceTime: Type.Number({ description: 'Seconds at destinations of all workers.' }),
          },
          { description: 'Sums of all routes.' },
        ),
      },
      { description: 'Result; absent until it has ended with success.' },
    ),
  ),
  optimizationId: Type.String({ description: 'ID that it was given when it was created.' }),
});

const STATUS = {
  WAITING: 'pending',
  PROPOSED: 'success',
  COMPLETED: 'success',
  CANCELLED: 'failed',
  FAILED: 'failed',
} as const satisfies Record<DispatchState, string>;

export function presentOptimization({
  id,
  state,
  progress,
  plan,
  options,
}: OptimizationRow): Static<typeof OptimizationStatus> {
  const status = STATUS[state];
  return {
    status,
    ...(status === 'pending' ? { progress: progress?.share ?? 0 } : {}),
    ...(status === 'success' && plan ? { summary: summaryOf(plan, options.chosen.tasks.length) } : {}),
    optimizationId: id,
  };
}

function summaryOf({ routes, unassigned }: StoredPlan, tasks: number) {
  const figures = routes.map((route) => ({
    worker: route.worker,
    type: 'WORKER' as const,
    travelDistance: route.figures?.metres ?? 0,
    travelTime: route.figures?.seconds ?? 0,
    serviceTime: route.figures?.service ?? 0,
    routeOnDutyTime: route.figures?.duration ?? 0,
    count: route.tasks.length,
  }));
  const sum = (name: 'travelDistance' | 'travelTime' | 'serviceTime') =>
    figures.reduce((total, each) => total + each[name], 0);
  const assigned = tasks - unassigned.length;
  return {
    workers: Object.fromEntries(figures.map(({ worker, ...each }) => [worker, each])),
    tasks: { count: tasks },
    routeZones: {},
    unassigned: unassigned.length,
    assigned,
    cost: 0,
    metrics: {
      totalTransitTime: sum('travelTime'),
      totalTransitDistance: sum('travelDistance'),
      totalNumberOrders: assigned,
      totalServiceTime: sum('serviceTime'),
    },
  };
}
