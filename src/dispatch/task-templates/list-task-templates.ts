import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { listTemplates } from './queries.ts';
import { presentTaskTemplate, TaskTemplate } from './task-template.ts';

export const listTaskTemplates = dispatchOperation({
  method: 'GET',
  path: '/cfGroups/task',
  summary: 'List the task templates that are not deleted, oldest first',
  access: 'apiKey',
  answer: Type.Array(TaskTemplate),
  async read({ reader }) {
    return (await listTemplates(reader)).map(presentTaskTemplate);
  },
});
