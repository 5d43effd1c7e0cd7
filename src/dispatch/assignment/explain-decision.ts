import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { travelTo } from '../containers/route.ts';
import type { Location } from '../geography/location.ts';
import { type AutoAssign, maxAssigned } from './auto-assign.ts';
import { findNearby } from './candidates.ts';
import type { AssignmentDecision, Considered, Refusal } from './decision.ts';
import { insertDecision } from './queries.ts';

/** Workers on duty that an explanation names, nearest first. */
const MAX_NAMED = 10;

/** Whoever is near, before anybody is chosen. */
export type Nearby = Omit<Considered, 'refusedBecause'>[];

/** Looks who is near, to be able to say afterwards why it was who it was. */
export async function lookAround(reader: Reader, organizationId: string, destination: Location): Promise<Nearby> {
  const near = await findNearby(reader, organizationId, destination, MAX_NAMED);
  return near.map((worker) => ({
    workerId: worker.workerId,
    distance: Math.round(worker.distance),
    travel: Math.round(travelTo(worker, worker.location, destination)),
    assignedTasks: worker.taskCount ?? 0,
  }));
}

/** The decision that was made among those who were near. */
export function explainDecision(
  nearby: Nearby | undefined,
  wishes: AutoAssign,
  workerId: string | null,
): AssignmentDecision {
  const members = wishes.teams && new Set(wishes.teams.flatMap((team) => team.workers));
  const excluded = new Set(wishes.excludedWorkerIds);
  const most = maxAssigned(wishes);
  const measure = wishes.mode === 'load' ? 'travel' : 'distance';
  const chosen = nearby?.find((one) => one.workerId === workerId);
  const refusalOf = (one: Nearby[number]): Refusal | null => {
    if (one.workerId === workerId) return null;
    if (excluded.has(one.workerId)) return 'excluded';
    if (members && !members.has(one.workerId)) return 'notInTeam';
    if (one.assignedTasks >= most) return 'tooManyTasks';
    if (chosen && one[measure] >= chosen[measure]) return measure === 'travel' ? 'moreTravel' : 'fartherAway';
    return wishes.considerDependencies ? 'relatedTaskElsewhere' : 'changedMeanwhile';
  };
  return {
    options: {
      mode: wishes.mode,
      teams: wishes.teams?.map((team) => team.id) ?? null,
      maxAssignedTaskCount: wishes.maxAssignedTaskCount ?? null,
      excludedWorkerIds: [...wishes.excludedWorkerIds].slice(0, 100),
      considerDependencies: wishes.considerDependencies,
    },
    outcome: nearby === undefined ? 'notLocated' : workerId === null ? 'noCandidate' : 'assigned',
    workerId,
    candidates: (nearby ?? []).map((one) => ({ ...one, refusedBecause: refusalOf(one) })),
  };
}

/** Keeps why a task went to whom it went. */
export async function doKeepDecision(
  tx: Tx,
  organizationId: string,
  taskId: string,
  decision: AssignmentDecision,
): Promise<void> {
  await insertDecision(tx, organizationId, taskId, decision);
}
