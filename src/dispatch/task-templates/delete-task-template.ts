import { dispatchOperation } from '../http/operation.ts';
import { doDeleteTaskTemplate } from './actions.ts';

export const deleteTaskTemplate = dispatchOperation({
  method: 'DELETE',
  path: '/cfGroups/task/:templateId',
  summary: 'Delete a task template. Tasks that follow it keep their values',
  access: 'apiKey',
  ids: ['templateId'],
  errors: [1402],
  async write({ tx }, { path }) {
    await doDeleteTaskTemplate(tx, path.templateId!);
    return undefined;
  },
});
