import { dispatchOperation } from '../http/operation.ts';
import { doCreateTaskTemplate } from './actions.ts';
import { presentTaskTemplate, TaskTemplate, taskTemplateInput } from './task-template.ts';

export const createTaskTemplate = dispatchOperation({
  method: 'POST',
  path: '/cfGroups/task',
  summary: 'Create a task template: custom fields that belong together, for pickups, drop-offs or both',
  access: 'apiKey',
  body: taskTemplateInput,
  answer: TaskTemplate,
  errors: [1004],
  async write({ tx }, { body }) {
    return presentTaskTemplate(await doCreateTaskTemplate(tx, body));
  },
});
