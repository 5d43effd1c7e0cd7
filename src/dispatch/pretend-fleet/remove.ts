import type { Tx } from '../../platform/db/tx.ts';
import type { Actor } from '../events/actor.ts';
import { actionContext } from '../http/caller.ts';
import { DispatchError, invalidValue, notFound } from '../http/errors.ts';
import { accessHubForUpdate } from '../hubs/access.ts';
import { doDeleteHub } from '../hubs/actions.ts';
import { hasPlansAtHub } from '../route-plans/access.ts';
import { accessTask } from '../tasks/access.ts';
import { doDeleteTask, doReleaseContainer } from '../tasks/actions.ts';
import { accessMemberships, accessTeamForUpdate } from '../teams/access.ts';
import { doDeleteTeam } from '../teams/actions.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';
import { checkDeletion, doDeleteWorker } from '../workers/actions.ts';
import { deletePretendFleet } from './queries.ts';

/**
 * Takes a pretend fleet away. What is real stays: tasks that its workers had go to the organization, a team that somebody real is in
 * stays with its hub, a hub at which somebody planned a route, and of what a real driver has completed the record.
 * @throws {DispatchError} 1000 while one of its tasks is under way, 1402 without such a fleet
 */
export async function doRemovePretendFleet(tx: Tx, actor: Actor): Promise<void> {
  const { organizationId } = actor.caller;
  const fleet = await deletePretendFleet(tx);
  if (!fleet) throw notFound('The organization has no pretend fleet.');
  tx.audit({ organizationId, action: 'organization.pretend_fleet_removed' });
  await accessMemberships(tx);
  for (const id of fleet.taskIds) await removeTask(tx, actor, id);
  for (const id of fleet.workerIds) await removeWorker(tx, actor, id);
  const by = actionContext(actor.caller);
  const team = await unlessGone(accessTeamForUpdate(tx, fleet.teamId));
  if (team && team.workers.length > 0) return;
  if (team) {
    await doReleaseContainer(tx, actor, { type: 'TEAM', id: team.id });
    await doDeleteTeam(tx, team, by);
  }
  const hub = await unlessGone(accessHubForUpdate(tx, fleet.hubId));
  if (!hub || hub.teams.length > 0 || (await hasPlansAtHub(tx, hub.id))) return;
  await doDeleteHub(tx, hub, by);
}

async function removeTask(tx: Tx, actor: Actor, id: string): Promise<void> {
  const task = await unlessGone(accessTask(tx, id));
  if (!task || task.state === 3) return;
  if (task.state === 2) throw invalidValue(`A pretend task (${id}) is active. Complete it first.`);
  await doDeleteTask(tx, actor, id);
}

async function removeWorker(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { caller, publicUrl } = actor;
  const worker = await unlessGone(accessWorkerForUpdate(tx, id));
  if (!worker) return;
  const shown = await checkDeletion(tx, worker, publicUrl);
  await doReleaseContainer(tx, actor, { type: 'WORKER', id });
  await doDeleteWorker(tx, shown, worker.pictureFileId, actionContext(caller));
}

/** Somebody may have taken a part of it away before. */
async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DispatchError && error.number === 1402) return undefined;
    throw error;
  }
}
