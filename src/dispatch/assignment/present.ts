import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import type { AssignmentDecision } from './decision.ts';

const REFUSALS = [
  'excluded',
  'notInTeam',
  'missingSkill',
  'tooManyTasks',
  'fartherAway',
  'moreTravel',
  'relatedTaskElsewhere',
  'changedMeanwhile',
] as const;

/** Options of a decision. */
export const AssignmentOptions = Type.Object(
  {
    mode: Type.Enum(['distance', 'load'], { description: '`distance` or `load`, as asked for.' }),
    teams: Nullable(Type.Array(Type.String()), {
      description: 'IDs of the teams whose workers were candidates; null: all.',
    }),
    maxAssignedTaskCount: Nullable(Type.Number(), {
      description: 'Number of assigned tasks at which a worker is no longer a candidate; null: no limit.',
    }),
    excludedWorkerIds: Type.Array(Type.String(), { description: 'IDs of workers who were not candidates.' }),
    considerDependencies: Type.Boolean({ description: 'Whether workers with linked tasks came first.' }),
  },
  { description: 'How to choose, as asked for.' },
);

/** A worker that was looked at. */
export const AssignmentCandidate = Type.Object({
  worker: Type.String({ description: 'ID of the worker.' }),
  distance: Type.Number({ description: 'Metres to the destination.' }),
  travel: Type.Number({ description: 'Metres to the destination, through all other stops of the worker.' }),
  assignedTasks: Type.Integer({ description: 'Number of assigned tasks that the worker has.' }),
  missingSkills: Type.Array(Type.String(), { description: 'Skills that the task requires and the worker lacks.' }),
  refusedBecause: Nullable(Type.Enum(REFUSALS), {
    description: 'Why the worker was not chosen; null for the chosen one.',
  }),
});

const members = {
  outcome: Type.Enum(['assigned', 'noCandidate', 'notLocated'], {
    description: 'Whether a worker was found. `notLocated`: the destination is not known exactly enough.',
  }),
  worker: Nullable(Type.String(), { description: 'ID of the chosen worker; null: nobody.' }),
  options: AssignmentOptions,
  candidates: Type.Array(AssignmentCandidate, { description: 'The nearest workers on duty, nearest first.' }),
};

/** The outcome that automatic assignment would have now. */
export const AssignmentPreview = Type.Object(members);
/** A decision that was made. */
export const SavedDecision = Type.Object({
  time: Type.Integer({ description: 'When it was decided, in milliseconds since 1970.' }),
  ...members,
});

/** Returns the workers that the decisions name. */
export function workersIn(decisions: readonly AssignmentDecision[]): string[] {
  return decisions.flatMap(({ candidates }) => candidates.map(({ workerId }) => workerId));
}

/** @param unseen workers who are out of the sight of whoever asks */
export function presentPreview(
  { outcome, workerId, options, candidates }: AssignmentDecision,
  unseen: ReadonlySet<string>,
): Static<typeof AssignmentPreview> {
  return {
    outcome,
    worker: workerId,
    options: options as Static<typeof AssignmentPreview>['options'],
    candidates: candidates
      .filter((candidate) => !unseen.has(candidate.workerId))
      .map(({ workerId: worker, missingSkills = [], ...rest }) => ({ worker, ...rest, missingSkills })),
  };
}

export function presentDecision(
  row: AssignmentDecision & { decidedAt: Date },
  unseen: ReadonlySet<string>,
): Static<typeof SavedDecision> {
  return { time: row.decidedAt.getTime(), ...presentPreview(row, unseen) };
}
