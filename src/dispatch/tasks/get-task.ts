import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTaskToRead } from './access.ts';
import { Task } from './present.ts';
import { presentTasks } from './present-tasks.ts';

export const getTask = dispatchOperation({
  method: 'GET',
  path: '/tasks/:taskId',
  summary: 'Get a task with its recipient, its destination and its estimates',
  access: 'apiKey',
  ids: ['taskId'],
  answer: Task,
  errors: [1402],
  async read({ reader, caller, services, now }, { path }) {
    const row = await accessTaskToRead(reader, path.taskId!);
    const [task] = await presentTasks(reader, [row], {
      publicUrl: await organizationUrl(services, caller.organizationId),
      now,
    });
    return task;
  },
});
