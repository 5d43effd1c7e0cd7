import { dispatchOperation } from '../http/operation.ts';
import { accessTask } from './access.ts';
import { presentTasks, Task } from './present.ts';

export const getTask = dispatchOperation({
  method: 'GET',
  path: '/tasks/:taskId',
  summary: 'Get a task',
  access: 'apiKey',
  ids: ['taskId'],
  answer: Task,
  errors: [1402],
  async read({ reader, caller, services, now }, { path }) {
    const row = await accessTask(reader, caller.organizationId, path.taskId!);
    const [task] = await presentTasks(reader, caller.organizationId, [row], { publicUrl: services.publicUrl(), now });
    return task;
  },
});
