import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import { LEFT_OUT_REASONS } from './left-out.ts';
import type { DispatchRow } from './queries.ts';
import type { SearchProgress } from './solver/problem.ts';

const Assigned = Type.Array(Type.Object({ worker: Type.String(), tasks: Type.Array(Type.String()) }));
const Unassigned = Type.Array(Type.Object({ task: Type.String(), reason: Type.Enum([...LEFT_OUT_REASONS]) }));

/** A team's dispatch. Ours: neither document shows what webhook 18 carries in `data.dispatch`. */
export const Dispatch = Type.Object({
  id: Type.String(),
  team: Type.String(),
  state: Type.Enum(['WAITING', 'PROPOSED', 'COMPLETED', 'CANCELLED', 'FAILED']),
  timeCreated: Type.Integer(),
  timeCompleted: Nullable(Type.Integer()),
  assignedTasks: Assigned,
  unassignedTasks: Unassigned,
  progress: Nullable(
    Type.Object(
      {
        share: Type.Number({ description: 'from 0 to 1, of the search for better routes' }),
        travelTime: Type.Integer({ description: 'seconds on the way of all workers, by the best routes so far' }),
        unassignedTasks: Type.Integer({ description: 'tasks that are in none of them' }),
      },
      { description: 'While routes are looked for, once there are any; told by events of the log too.' },
    ),
  ),
  plan: Nullable(
    Type.Object({
      routes: Type.Array(
        Type.Object({
          worker: Type.String(),
          tasks: Type.Array(Type.String(), { description: 'the whole list of the worker, in its new order' }),
        }),
      ),
      travelTime: Type.Integer({ description: 'seconds on the way of all workers' }),
      unplannedTravelTime: Type.Integer({ description: "the same, if each task went to the end of somebody's list" }),
      savedTravelTime: Type.Integer(),
    }),
  ),
});

export function presentProgress({ share, missing, travelSeconds }: SearchProgress) {
  return { share, travelTime: Math.round(travelSeconds), unassignedTasks: missing };
}

export function presentDispatch(row: DispatchRow): Static<typeof Dispatch> {
  const { plan, result } = row;
  return {
    id: row.id,
    team: row.teamId,
    state: row.state,
    timeCreated: row.submittedAt.getTime(),
    timeCompleted: row.finishedAt?.getTime() ?? null,
    assignedTasks: result?.assignedTasks ?? [],
    unassignedTasks: result?.unassignedTasks ?? plan?.unassigned ?? [],
    progress: row.state === 'WAITING' ? row.progress && presentProgress(row.progress) : null,
    plan: plan && {
      routes: plan.routes.map(({ worker, tasks }) => ({ worker, tasks })),
      travelTime: Math.round(plan.travelSeconds),
      unplannedTravelTime: Math.round(plan.unplannedSeconds),
      savedTravelTime: Math.round(plan.unplannedSeconds - plan.travelSeconds),
    },
  };
}
