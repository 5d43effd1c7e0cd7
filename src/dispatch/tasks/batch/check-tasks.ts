import { Type } from 'typebox';
import { dispatchOperation } from '../../http/operation.ts';
import { batchInput, MAX_BATCH_MIB, MAX_BATCH_TASKS, prepareBatch } from './actions.ts';
import { BatchCheck, checkBatch } from './check-batch.ts';

export const checkTasks = dispatchOperation({
  method: 'POST',
  path: '/tasks/batch/check',
  summary: `Check up to ${MAX_BATCH_TASKS} tasks as \`POST /tasks/batch\` would. Nothing is created`,
  access: 'apiKey',
  body: batchInput,
  transport: { bodyMib: MAX_BATCH_MIB },
  answer: Type.Object({ results: Type.Array(BatchCheck, { description: 'In the order of the tasks.' }) }),
  onlyReads: () => true,
  prepare: (request, { body }) => prepareBatch(request, request.caller.organizationId, body.tasks),
  write: async ({ tx, caller }, _input, prepared) => ({ results: await checkBatch(tx, caller, prepared) }),
});
