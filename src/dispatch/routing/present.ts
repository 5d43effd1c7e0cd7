import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Nullable } from '../http/validate.ts';
import { LEFT_OUT_REASONS } from './left-out.ts';
import type { DispatchHeadRow } from './list-queries.ts';
import type { DispatchRow, StoredPlan } from './queries.ts';
import type { SearchProgress } from './solver/problem.ts';

const Assigned = Type.Array(
  Type.Object({
    worker: Type.String({ description: 'ID of the worker.' }),
    tasks: Type.Array(Type.String(), { description: 'IDs of the tasks that the worker was given, in order.' }),
  }),
);
const Unassigned = Type.Array(
  Type.Object({
    task: Type.String({ description: 'ID of the task.' }),
    reason: Type.Enum([...LEFT_OUT_REASONS], { description: 'Why no worker gets it.' }),
  }),
);

const State = Type.Enum(['WAITING', 'PROPOSED', 'COMPLETED', 'CANCELLED', 'FAILED']);

const Progress = Nullable(
  Type.Object(
    {
      share: Type.Number({ description: 'How far the search for better routes is, from 0 to 1.' }),
      travelTime: Type.Integer({ description: 'Seconds on the road of all workers, by the best routes so far.' }),
      unassignedTasks: Type.Integer({ description: 'Tasks that are in none of these routes.' }),
    },
    { description: 'State of the search for routes; null before there are any and afterwards.' },
  ),
);

/** Metres and seconds on the way, and how much is late. */
const Figures = {
  distance: Type.Integer({ description: 'Metres in straight lines.' }),
  travelTime: Type.Integer({ description: 'Seconds on the road.' }),
};

const Route = Type.Object({
  worker: Type.String({ description: 'ID of the worker.' }),
  tasks: Type.Array(Type.String(), { description: 'IDs of all tasks of the worker, in the new order.' }),
  tasksBefore: Type.Array(Type.String(), {
    description: 'IDs of the tasks that the worker had already, in the former order.',
  }),
  figures: Nullable(
    Type.Object({
      ...Figures,
      timeCompleted: Type.Integer({ description: 'When the last task is done, in milliseconds since 1970.' }),
      lateTasks: Type.Array(Type.String(), {
        description: 'IDs of the tasks that are done after their `completeBefore`.',
      }),
      before: Type.Object(
        {
          ...Figures,
          lateTasks: Type.Integer({ description: 'Number of tasks that are done after their `completeBefore`.' }),
        },
        { description: 'The same figures along the present list.' },
      ),
    }),
    { description: 'Length of the route; null if it is not known.' },
  ),
});

/** A dispatch in a list. */
export const DispatchHead = Type.Object({
  id: Type.String({ description: 'ID of the dispatch.' }),
  team: Type.String({ description: 'ID of the team.' }),
  state: described(State, '`PROPOSED`: the plan waits until somebody accepts it.'),
  onlyProposes: Type.Boolean({ description: 'True if nothing is assigned until somebody accepts the plan.' }),
  timeCreated: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
  timeCompleted: Nullable(Type.Integer(), { description: 'When it ended, in milliseconds since 1970; null: not yet.' }),
  progress: Progress,
});

/** A team's dispatch. Ours: neither document shows what webhook 18 carries in `data.dispatch`. */
export const Dispatch = Type.Object({
  id: Type.String({ description: 'ID of the dispatch.' }),
  team: Type.String({ description: 'ID of the team.' }),
  state: described(State, '`PROPOSED`: the plan waits until somebody accepts it.'),
  timeCreated: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
  timeCompleted: Nullable(Type.Integer(), { description: 'When it ended, in milliseconds since 1970; null: not yet.' }),
  assignedTasks: described(Assigned, 'Tasks that were assigned, by worker.'),
  unassignedTasks: described(Unassigned, 'Tasks that no worker gets, each with the reason.'),
  progress: Progress,
  plan: Nullable(
    Type.Object({
      routes: Type.Array(Route, { description: 'The route of each worker.' }),
      travelTime: Type.Integer({ description: 'Seconds on the road of all workers.' }),
      unplannedTravelTime: Type.Integer({ description: "The same, if each task went to the end of a worker's list." }),
      savedTravelTime: Type.Integer({ description: 'Seconds that the plan saves against that.' }),
      sums: Nullable(
        Type.Object(
          {
            distance: Type.Integer({ description: 'Metres in straight lines, of all workers.' }),
            unplannedDistance: Type.Integer({
              description: "The same, if each task went to the end of a worker's list.",
            }),
            lateTasks: Type.Integer({ description: 'Tasks that are done after their `completeBefore`.' }),
            unplannedLateTasks: Type.Integer({
              description: "The same, if each task went to the end of a worker's list.",
            }),
          },
          { description: "By the plan, and if each task went to the end of somebody's list." },
        ),
      ),
    }),
    { description: 'The routes that were found; null if there are none.' },
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
