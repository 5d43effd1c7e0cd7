import { type Static, Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Actor } from '../events/actor.ts';
import { type Location, readLocation } from '../geography/location.ts';
import type { WorkerCaller } from '../http/caller.ts';
import type { DispatchRequest } from '../http/operation.ts';
import { accessOwnTask } from '../tasks/access.ts';
import { Task } from '../tasks/present.ts';
import { actionAnswer, actionOf, taskActionFields } from './action.ts';
import { actionTime, claimAction } from './actions.ts';
import { presentOwnTasks } from './own-view.ts';

const body = Type.Object(taskActionFields);

/** What operations declare in common by which a worker takes a step of an own task. */
export const ownTaskStep = {
  method: 'POST',
  access: 'worker',
  ids: ['taskId'],
  body,
  answer: Type.Object({ ...Task.properties, ...actionAnswer }),
  errors: [1402, 2400],
} as const;

/**
 * Takes a step of the worker's own task, once for each action ID.
 * @param step its name, part of the action's fingerprint
 * @returns the task as its worker sees it
 * @throws {DispatchError} 1402 for a task of somebody else's, 1000 for a reused action ID, and what `doStep` throws
 */
export async function doOwnTaskStep(
  { tx, caller, services }: DispatchRequest<WorkerCaller> & { tx: Tx },
  taskId: string,
  { actionId, time, location }: Static<typeof body>,
  step: 'start' | 'arrive',
  doStep: (tx: Tx, actor: Actor, id: string, at: Date, location?: Location) => Promise<void>,
): Promise<Static<typeof ownTaskStep.answer>> {
  const { organizationId, workerId } = caller;
  const publicUrl = await organizationUrl(services, caller.organizationId);
  const { id } = await accessOwnTask(tx, organizationId, workerId, taskId);
  const { at, notice } = actionTime(tx, time);
  if (await claimAction(tx, organizationId, workerId, actionOf(actionId, step, taskId)))
    await doStep(tx, { caller, publicUrl }, id, at, location ? readLocation(location) : undefined);
  const row = await accessOwnTask(tx, organizationId, workerId, id);
  const [own] = await presentOwnTasks(tx, organizationId, [row], { publicUrl, now: tx.now });
  return { ...own!, ...notice };
}
