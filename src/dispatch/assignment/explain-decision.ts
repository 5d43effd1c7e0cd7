import type { Tx } from '../../platform/db/tx.ts';
import { type AutoAssign, maxAssigned } from './auto-assign.ts';
import type { AssignmentDecision, ConsideredWorker, Refusal } from './decision.ts';
import type { Nearby } from './nearby.ts';
import { insertDecision } from './queries.ts';

/** The decision that was made, with why each nearby worker was chosen or not. */
export function explainDecision(
  nearby: Nearby | undefined,
  options: AutoAssign,
  workerId: string | null,
): AssignmentDecision {
  const members = options.teams && new Set(options.teams.flatMap((team) => team.workers));
  const excluded = new Set(options.excludedWorkerIds);
  const most = maxAssigned(options);
  const measure = options.mode === 'load' ? 'travel' : 'distance';
  const shown = (nearby?.workers ?? []).map(({ lastLon, lastLat, ...one }) => ({
    ...one,
    distance: Math.round(one.distance),
    travel: Math.round(one.travel),
  }));
  const chosen = shown.find((one) => one.workerId === workerId);
  const refusalOf = (one: Omit<ConsideredWorker, 'refusedBecause'>): Refusal | null => {
    if (one.workerId === workerId) return null;
    if (excluded.has(one.workerId)) return 'excluded';
    if (members && !members.has(one.workerId)) return 'notInTeam';
    if (one.missingSkills?.length) return 'missingSkill';
    if (one.assignedTasks >= most) return 'tooManyTasks';
    if (chosen && one[measure] >= chosen[measure]) return measure === 'travel' ? 'moreTravel' : 'fartherAway';
    return options.considerDependencies ? 'relatedTaskElsewhere' : 'changedMeanwhile';
  };
  return {
    options: {
      mode: options.mode,
      teams: options.teams?.map((team) => team.id) ?? null,
      maxAssignedTaskCount: options.maxAssignedTaskCount ?? null,
      excludedWorkerIds: [...options.excludedWorkerIds].slice(0, 100),
      considerDependencies: options.considerDependencies,
    },
    outcome: nearby === undefined ? 'notLocated' : workerId === null ? 'noCandidate' : 'assigned',
    workerId,
    candidates: shown.map((one) => ({ ...one, refusedBecause: refusalOf(one) })),
  };
}

/** Saves why a task was assigned as it was. */
export async function doSaveDecision(tx: Tx, taskId: string, decision: AssignmentDecision): Promise<void> {
  await insertDecision(tx, taskId, decision);
}
