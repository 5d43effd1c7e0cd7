import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { actionFields, actionOf } from '../../driver/action.ts';
import { claimAction } from '../../driver/actions.ts';
import { presentOwnTasks } from '../../driver/own-view.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessTask } from '../access.ts';
import { doSelfAssign } from '../assign.ts';
import { Task } from '../present.ts';

export const selfAssignTask = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/self-assign',
  summary: 'The worker takes an unassigned task of a team that allows it',
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object(actionFields),
  answer: Task,
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const { organizationId, workerId } = caller;
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    if (await claimAction(tx, organizationId, workerId, actionOf(body.actionId, 'self-assign', path.taskId)))
      await doSelfAssign(tx, actor, workerId, path.taskId!);
    const task = await accessTask(tx, organizationId, path.taskId!);
    return (await presentOwnTasks(tx, organizationId, [task], { publicUrl: actor.publicUrl, now: tx.now }))[0];
  },
});
