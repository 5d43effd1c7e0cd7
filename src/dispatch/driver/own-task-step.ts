import { type Static, Type } from 'typebox';
import { together } from '../../platform/db/together.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Actor } from '../events/actor.ts';
import { type Location, readLocation } from '../geography/location.ts';
import type { WorkerCaller } from '../http/caller.ts';
import type { DispatchRequest } from '../http/operation.ts';
import { accessOwnTask } from '../tasks/access.ts';
import { Task } from '../tasks/present.ts';
import { actionAnswer, actionOf, taskActionFields } from './action.ts';
import { type ActionTime, actionTime, claimAction } from './actions.ts';
import { presentOwnTasks } from './own-view.ts';

const body = Type.Object(taskActionFields);

/** Shared declarations of the operations by which a worker advances an own task. */
export const ownTaskStep = {
  method: 'POST',
  access: 'worker',
  ids: ['taskId'],
  body,
  answer: Type.Intersect([Task, Type.Object(actionAnswer)]),
  errors: [1402, 2400],
} as const;

type StepName = 'start' | 'arrive';
type DoStep = (
  tx: Tx,
  actor: Actor & { caller: WorkerCaller },
  id: string,
  at: Date,
  location?: Location,
) => Promise<void>;

/**
 * Takes a step of the worker's own task, once for each action ID.
 * @param step its name, part of the action's fingerprint
 * @throws {DispatchError} 1402 for a task of somebody else's, 1000 for a reused action ID, and what `doStep` throws
 */
export async function doStepOnce(
  { tx, caller, services }: DispatchRequest<WorkerCaller> & { tx: Tx },
  taskId: string,
  { actionId, time, location }: Static<typeof body>,
  step: StepName,
  doStep: DoStep,
): Promise<{ id: string; publicUrl: string; notice: ActionTime['notice'] }> {
  const { workerId } = caller;
  const publicUrl = await organizationUrl(services, caller.organizationId);
  const [{ id }, isNew] = await together([
    accessOwnTask(tx, workerId, taskId),
    claimAction(tx, workerId, actionOf(actionId, step, taskId)),
  ]);
  const { at, notice } = actionTime(tx, time);
  if (isNew) await doStep(tx, { caller, publicUrl }, id, at, location ? readLocation(location) : undefined);
  return { id, publicUrl, notice };
}

/**
 * As {@link doStepOnce}.
 * @returns the task as its worker sees it
 */
export async function doOwnTaskStep(
  request: DispatchRequest<WorkerCaller> & { tx: Tx },
  taskId: string,
  given: Static<typeof body>,
  step: StepName,
  doStep: DoStep,
): Promise<Static<typeof ownTaskStep.answer>> {
  const { tx, caller } = request;
  const { workerId } = caller;
  const { id, publicUrl, notice } = await doStepOnce(request, taskId, given, step, doStep);
  const row = await accessOwnTask(tx, workerId, id);
  const [own] = await presentOwnTasks(tx, [row], { publicUrl, now: tx.now });
  return { ...own!, ...notice };
}
