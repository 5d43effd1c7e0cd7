import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTask } from './access.ts';
import { doDeleteTask } from './actions.ts';

export const deleteTask = dispatchOperation({
  method: 'DELETE',
  path: '/tasks/:taskId',
  summary: 'Delete a task that was not started',
  access: 'apiKey',
  ids: ['taskId'],
  errors: [1402, 2400, 2401],
  takesIfMatch: true,
  async write({ tx, caller, services }, { path, ifMatch }) {
    const { id } = await accessTask(tx, path.taskId!);
    await doDeleteTask(tx, { caller, publicUrl: await organizationUrl(services, caller.organizationId) }, id, ifMatch);
    return undefined;
  },
});
