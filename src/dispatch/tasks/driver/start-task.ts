import { Type } from 'typebox';
import { actionAnswer, actionOf, taskActionFields } from '../../driver/action.ts';
import { actionTime, claimAction } from '../../driver/actions.ts';
import { presentOwnTasks } from '../../driver/own-view.ts';
import { readLocation } from '../../geography/location.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessOwnTask } from '../access.ts';
import { doStartTask } from '../actions.ts';
import { Task } from '../present.ts';

export const startTask = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/start',
  summary: 'The worker starts a task',
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object(taskActionFields),
  answer: Type.Object({ ...Task.properties, ...actionAnswer }),
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const { organizationId, workerId } = caller;
    const publicUrl = services.publicUrl();
    const task = await accessOwnTask(tx, organizationId, workerId, path.taskId!);
    const { at, notice } = actionTime(tx, body.time);
    if (await claimAction(tx, organizationId, workerId, actionOf(body.actionId, 'start', path.taskId)))
      await doStartTask(
        tx,
        { caller, publicUrl },
        task.id,
        at,
        body.location ? readLocation(body.location) : undefined,
      );
    const row = await accessOwnTask(tx, organizationId, workerId, task.id);
    const [own] = await presentOwnTasks(tx, organizationId, [row], { publicUrl, now: tx.now });
    return { ...own!, ...notice };
  },
});
