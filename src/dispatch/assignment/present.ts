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

const members = {
  outcome: Type.Enum(['assigned', 'noCandidate', 'notLocated']),
  worker: Nullable(Type.String()),
  options: Type.Object({
    mode: Type.Enum(['distance', 'load']),
    teams: Nullable(Type.Array(Type.String())),
    maxAssignedTaskCount: Nullable(Type.Number()),
    excludedWorkerIds: Type.Array(Type.String()),
    considerDependencies: Type.Boolean(),
  }),
  candidates: Type.Array(
    Type.Object({
      worker: Type.String(),
      distance: Type.Number({ description: 'metres to the destination' }),
      travel: Type.Number({ description: 'metres through all that the worker has to do, to the destination' }),
      assignedTasks: Type.Integer(),
      missingSkills: Type.Array(Type.String(), { description: 'what the task asks for and the worker cannot do' }),
      refusedBecause: Nullable(Type.Enum(REFUSALS)),
    }),
    { description: 'the nearest on duty, nearest first' },
  ),
};

/** The outcome that automatic assignment would have now. */
export const AssignmentPreview = Type.Object(members);
/** A decision that was made. */
export const SavedDecision = Type.Object({ time: Type.Integer(), ...members });

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
