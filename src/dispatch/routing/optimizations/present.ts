import { type Static, Type } from 'typebox';
import type { DispatchState, StoredPlan } from '../queries.ts';
import type { OptimizationRow } from './access.ts';

/** From the vendor's public reference, "Get Optimization Status"; of its metrics those by hubs and breaks are left out. Metres and seconds. */
export const OptimizationStatus = Type.Object({
  status: Type.Enum(['pending', 'success', 'failed']),
  progress: Type.Optional(Type.Number({ description: 'from 0 to 1, while it is pending' })),
  summary: Type.Optional(
    Type.Object({
      workers: Type.Record(
        Type.String(),
        Type.Object({
          type: Type.Literal('WORKER'),
          travelDistance: Type.Number(),
          travelTime: Type.Number(),
          serviceTime: Type.Number(),
          routeOnDutyTime: Type.Number({ description: 'from the start of the route to its end, with waiting' }),
          count: Type.Integer({ description: 'tasks of the route, those that the worker had counted in' }),
        }),
      ),
      tasks: Type.Object({ count: Type.Integer() }),
      routeZones: Type.Object({}),
      unassigned: Type.Integer(),
      assigned: Type.Integer(),
      cost: Type.Number({ description: 'always 0: nothing is charged' }),
      metrics: Type.Object({
        totalTransitTime: Type.Number(),
        totalTransitDistance: Type.Number(),
        totalNumberOrders: Type.Integer(),
        totalServiceTime: Type.Number(),
      }),
    }),
  ),
  optimizationId: Type.String(),
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
