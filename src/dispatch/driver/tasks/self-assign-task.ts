import { Type } from 'typebox';
import type { Tx } from '../../../platform/db/tx.ts';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import type { WorkerCaller } from '../../http/caller.ts';
import { type DispatchRequest, dispatchOperation } from '../../http/operation.ts';
import { accessTask } from '../../tasks/access.ts';
import { doSelfAssign } from '../../tasks/assign.ts';
import { Task } from '../../tasks/present.ts';
import { actionFields, actionOf } from '../action.ts';
import { claimAction } from '../actions.ts';
import { presentOwnTasks } from '../own-view.ts';

export const selfAssignTask = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/self-assign',
  summary: 'Take an unassigned task of a team that allows it',
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object(actionFields),
  answer: Task,
  errors: [1402, 2400],
  async write(request, { path, body }) {
    const { tx } = request;
    const publicUrl = await doTakeOnce(request, path.taskId!, body.actionId);
    const task = await accessTask(tx, path.taskId!);
    return (await presentOwnTasks(tx, [task], { publicUrl, now: tx.now }))[0];
  },
});

/**
 * A worker takes a task of a team, once for each action ID.
 * @returns the address that people reach this server by
 * @throws {DispatchError} what `doSelfAssign` throws, and 1000 for a reused action ID
 */
export async function doTakeOnce(
  { tx, caller, services }: DispatchRequest<WorkerCaller> & { tx: Tx },
  taskId: string,
  actionId: string | null | undefined,
): Promise<string> {
  const { organizationId, workerId } = caller;
  const publicUrl = await organizationUrl(services, organizationId);
  if (await claimAction(tx, workerId, actionOf(actionId, 'self-assign', taskId)))
    await doSelfAssign(tx, { caller, publicUrl }, workerId, taskId);
  return publicUrl;
}
