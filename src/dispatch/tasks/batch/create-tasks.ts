import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Task } from '../present.ts';
import { batchInput, doCreateBatch, MAX_BATCH_MIB, MAX_BATCH_TASKS, prepareBatch } from './actions.ts';
import { TaskFailure } from './failure.ts';

export const createTasks = dispatchOperation({
  method: 'POST',
  path: '/tasks/batch',
  summary: `Create up to ${MAX_BATCH_TASKS} tasks, each by itself. If one fails, the others are still created`,
  access: 'apiKey',
  body: batchInput,
  transport: { bodyMib: MAX_BATCH_MIB },
  answer: Type.Object({
    tasks: Type.Array(Task, { description: 'The created tasks.' }),
    errors: Type.Array(TaskFailure, { description: 'Tasks that failed, each with the reason.' }),
  }),
  errors: [2400],
  prepare: (request, { body }) => prepareBatch(request, request.caller.organizationId, body.tasks),
  write: async ({ tx, caller, services }, _input, prepared) =>
    doCreateBatch(
      tx,
      services,
      { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
      prepared,
    ),
});
