import { Trigger } from '../../../../rules/webhook-triggers.ts';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Task } from '../present.ts';
import { doOrderTask } from './order-task.ts';
import { prepareTask, resolveTaskInput, taskInput } from './resolve-input.ts';

export const createTask = dispatchOperation({
  method: 'POST',
  path: '/tasks',
  summary: 'Create a task, in a container or assigned automatically',
  access: 'apiKey',
  body: taskInput,
  answer: Task,
  errors: [1009, 1011, 1402, 2400],
  prepare: (request, { body }) => prepareTask(request, request.caller.organizationId, body.destination),
  async write({ tx, caller, services }, { body }, prepared) {
    const creation = await resolveTaskInput(tx, caller, body, prepared);
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    return doOrderTask(tx, services, actor, { ...creation, trigger: Trigger.taskCreated });
  },
});
