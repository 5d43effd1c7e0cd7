import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import { travelTo } from '../containers/route.ts';
import type { Location } from '../geography/location.ts';
import { missingSkills } from '../skills/skills.ts';
import { type AutoAssign, maxAssigned } from './auto-assign.ts';
import { findNearby } from './candidates.ts';
import type { AssignmentDecision, ConsideredWorker, Refusal } from './decision.ts';
import { insertDecision } from './queries.ts';

/** Workers on duty that an explanation names, nearest first. */
const MAX_NAMED = 10;

/** A worker who is near, before anybody is chosen. */
export type NearbyWorker = Omit<ConsideredWorker, 'refusedBecause'>;

/**
 * The nearest workers on duty, for the explanation of the decision.
 * @param skills what the task asks for
 */
export async function findNearbyWorkers(
  reader: Reader,
  services: Services,
  destination: Location,
  skills: readonly string[],
): Promise<NearbyWorker[]> {
  const near = await findNearby(reader, services, destination, MAX_NAMED);
  return near.map((worker) => ({
    workerId: worker.workerId,
    distance: Math.round(worker.distance),
    travel: Math.round(travelTo(worker, worker.location, destination)),
    assignedTasks: worker.taskCount ?? 0,
    missingSkills: missingSkills(skills, worker.skills),
  }));
}

/** The decision that was made, with why each nearby worker was chosen or not. */
export function explainDecision(
  nearby: readonly NearbyWorker[] | undefined,
  options: AutoAssign,
  workerId: string | null,
): AssignmentDecision {
  const members = options.teams && new Set(options.teams.flatMap((team) => team.workers));
  const excluded = new Set(options.excludedWorkerIds);
  const most = maxAssigned(options);
  const measure = options.mode === 'load' ? 'travel' : 'distance';
  const chosen = nearby?.find((one) => one.workerId === workerId);
  const refusalOf = (one: NearbyWorker): Refusal | null => {
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
    candidates: (nearby ?? []).map((one) => ({ ...one, refusedBecause: refusalOf(one) })),
  };
}

/** Saves why a task was assigned as it was. */
export async function doSaveDecision(tx: Tx, taskId: string, decision: AssignmentDecision): Promise<void> {
  await insertDecision(tx, taskId, decision);
}
