import { Type } from 'typebox';
import { newObjectId } from '../../../platform/ids.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { Refused } from '../../http/validate.ts';
import { batchTasks, MAX_BATCH_MIB, MAX_BATCH_TASKS } from './actions.ts';
import { insertBatch } from './queries.ts';
import { BATCH_QUEUE } from './run-batch.ts';

export const createTasksAsync = dispatchOperation({
  method: 'POST',
  path: '/tasks/batch-async',
  summary: `Create up to ${MAX_BATCH_TASKS} tasks in the background`,
  access: 'apiKey',
  body: Type.Object({ tasks: batchTasks, lines: Refused('is only taken by POST /tasks/batch') }),
  transport: { bodyMib: MAX_BATCH_MIB },
  answer: Type.Object({
    status: Type.Literal('pending', { description: 'The batch is waiting.' }),
    jobId: Type.String({ description: 'ID with which to get the result.' }),
  }),
  async write({ tx, caller }, { body }) {
    const batchId = newObjectId();
    await insertBatch(tx, batchId, caller, body.tasks);
    tx.enqueue({ queue: BATCH_QUEUE, data: { organizationId: caller.organizationId, batchId } });
    return { status: 'pending' as const, jobId: batchId };
  },
});
