import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { notFound } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { unseenAmong } from '../sight/access.ts';
import { accessTaskByShortId } from './access.ts';
import { Task } from './present.ts';
import { presentTasks } from './present-tasks.ts';

export const getTaskByShortId = dispatchOperation({
  method: 'GET',
  path: '/tasks/shortId/:shortId',
  summary: 'Get a task by its eight-digit short ID',
  access: 'apiKey',
  pathParams: { shortId: Type.String({ description: 'Eight digits, as the task shows them.' }) },
  answer: Task,
  errors: [1402],
  async read({ reader, caller, services, now }, { path }) {
    const row = await accessTaskByShortId(reader, path.shortId);
    if ((await unseenAmong(reader, caller, [row.id])).size > 0) throw notFound('There is no such task.');
    const [task] = await presentTasks(reader, [row], {
      publicUrl: await organizationUrl(services, caller.organizationId),
      now,
    });
    return task;
  },
});
