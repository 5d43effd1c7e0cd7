import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import { LEFT_OUT_REASONS } from './left-out.ts';
import type { DispatchHeadRow } from './list-queries.ts';
import type { DispatchRow, StoredPlan } from './queries.ts';
import type { SearchProgress } from './solver/problem.ts';

const Assigned = Type.Array(Type.Object({ worker: Type.String(), tasks: Type.Array(Type.String()) }));
const Unassigned = Type.Array(Type.Object({ task: Type.String(), reason: Type.Enum([...LEFT_OUT_REASONS]) }));

const State = Type.Enum(['WAITING', 'PROPOSED', 'COMPLETED', 'CANCELLED', 'FAILED']);

const Progress = Nullable(
  Type.Object(
    {
      share: Type.Number({ description: 'from 0 to 1, of the search for better routes' }),
      travelTime: Type.Integer({ description: 'seconds on the way of all workers, by the best routes so far' }),
      unassignedTasks: Type.Integer({ description: 'tasks that are in none of them' }),
    },
    { description: 'While routes are looked for, once there are any; told by events of the log too.' },
  ),
);

/** Metres and seconds on the way, and how much is late. */
const Figures = { distance: Type.Integer(), travelTime: Type.Integer() };

const Route = Type.Object({
  worker: Type.String(),
  tasks: Type.Array(Type.String(), { description: 'the whole list of the worker, in its new order' }),
  tasksBefore: Type.Array(Type.String(), {
    description: 'those of them that the worker had, in the order that was known',
  }),
  figures: Nullable(
    Type.Object({
      ...Figures,
      timeCompleted: Type.Integer({ description: 'when the last task is done' }),
      lateTasks: Type.Array(Type.String()),
      before: Type.Object({ ...Figures, lateTasks: Type.Integer() }, { description: 'along the list as it is' }),
    }),
  ),
});

/** A dispatch in a list. */
export const DispatchHead = Type.Object({
  id: Type.String(),
  team: Type.String(),
  state: State,
  onlyProposes: Type.Boolean({ description: 'whether nothing is assigned until somebody accepts the plan' }),
  timeCreated: Type.Integer(),
  timeCompleted: Nullable(Type.Integer()),
  progress: Progress,
});

/** A team's dispatch. Ours: neither document shows what webhook 18 carries in `data.dispatch`. */
export const Dispatch = Type.Object({
  id: Type.String(),
  team: Type.String(),
  state: State,
  timeCreated: Type.Integer(),
  timeCompleted: Nullable(Type.Integer()),
  assignedTasks: Assigned,
  unassignedTasks: Unassigned,
  progress: Progress,
  plan: Nullable(
    Type.Object({
      routes: Type.Array(Route),
      travelTime: Type.Integer({ description: 'seconds on the way of all workers' }),
      unplannedTravelTime: Type.Integer({ description: "the same, if each task went to the end of somebody's list" }),
      savedTravelTime: Type.Integer(),
      sums: Nullable(
        Type.Object(
          {
            distance: Type.Integer({ description: 'metres of straight line, of all workers' }),
            unplannedDistance: Type.Integer(),
            lateTasks: Type.Integer({ description: 'tasks that are done after their `completeBefore`' }),
            unplannedLateTasks: Type.Integer(),
          },
          { description: "By the plan, and if each task went to the end of somebody's list." },
        ),
      ),
    }),
  ),
});

export function presentProgress({ share, missing, travelSeconds }: SearchProgress) {
  return { share, travelTime: Math.round(travelSeconds), unassignedTasks: missing };
}

function presentRoute({ worker, tasks, had, figures }: StoredPlan['routes'][number]): Static<typeof Route> {
  const whole = ({ metres, seconds }: { metres: number; seconds: number }) => ({
    distance: Math.round(metres),
    travelTime: Math.round(seconds),
  });
  return {
    ...{ worker, tasks, tasksBefore: had },
    figures: figures
      ? {
          ...whole(figures),
          timeCompleted: figures.endsAt,
          lateTasks: figures.late,
          before: { ...whole(figures.before), lateTasks: figures.before.late },
        }
      : null,
  };
}

function presentSums({ sums }: StoredPlan) {
  if (!sums) return null;
  return {
    distance: Math.round(sums.metres),
    unplannedDistance: Math.round(sums.unplannedMetres),
    lateTasks: sums.late,
    unplannedLateTasks: sums.unplannedLate,
  };
}

export function presentDispatchHead(row: DispatchHeadRow): Static<typeof DispatchHead> {
  return {
    id: row.id,
    team: row.teamId,
    state: row.state,
    onlyProposes: row.onlyProposes,
    timeCreated: row.submittedAt.getTime(),
    timeCompleted: row.finishedAt?.getTime() ?? null,
    progress: row.state === 'WAITING' ? row.progress && presentProgress(row.progress) : null,
  };
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
      routes: plan.routes.map(presentRoute),
      travelTime: Math.round(plan.travelSeconds),
      unplannedTravelTime: Math.round(plan.unplannedSeconds),
      savedTravelTime: Math.round(plan.unplannedSeconds - plan.travelSeconds),
      sums: presentSums(plan),
    },
  };
}
