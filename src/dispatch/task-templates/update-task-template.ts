import { dispatchOperation } from '../http/operation.ts';
import { doUpdateTaskTemplate } from './actions.ts';
import { presentTaskTemplate, TaskTemplate, taskTemplateUpdate } from './task-template.ts';

export const updateTaskTemplate = dispatchOperation({
  method: 'PUT',
  path: '/cfGroups/task/:templateId',
  summary: 'Change the given fields of a task template',
  access: 'apiKey',
  ids: ['templateId'],
  body: taskTemplateUpdate,
  answer: TaskTemplate,
  errors: [1004, 1402],
  async write({ tx }, { path, body }) {
    return presentTaskTemplate(await doUpdateTaskTemplate(tx, path.templateId!, body));
  },
});
