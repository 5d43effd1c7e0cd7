import { Type } from 'typebox';
import { actionFields } from '../../driver/action-fields.ts';
import { actionTime, claimAction } from '../../driver/actions.ts';
import { presentOwnTasks } from '../../driver/own-view.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessOwnTask } from '../access.ts';
import { doCompleteTask } from '../actions.ts';
import { CompletionInput, checkRequirements, completionTime, readCompletion } from '../completion.ts';
import { Task } from '../present.ts';

export const completeOwnTask = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/complete',
  summary: 'The worker completes the active task',
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object({ ...actionFields, ...CompletionInput.properties }),
  answer: Task,
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const { organizationId, workerId } = caller;
    const publicUrl = services.publicUrl();
    const task = await accessOwnTask(tx, organizationId, workerId, path.taskId!);
    if (await claimAction(tx, organizationId, workerId, body.actionId)) {
      const completion = readCompletion(body);
      checkRequirements(task, completion);
      const at = completionTime(task, actionTime(tx, body.time));
      await doCompleteTask(tx, { caller, publicUrl }, task.id, at, completion);
    }
    const row = await accessOwnTask(tx, organizationId, workerId, task.id);
    return (await presentOwnTasks(tx, organizationId, [row], { publicUrl, now: tx.now }))[0];
  },
});
