import { Type } from 'typebox';
import { emitChange } from '../events/emit.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTask } from '../tasks/access.ts';
import { accessWorker } from '../workers/access.ts';
import { insertHandled } from './queries.ts';

export const markHandled = dispatchOperation({
  method: 'POST',
  path: '/inbox/handled',
  summary: 'Marks an exception as handled, for all dispatchers',
  access: 'apiKey',
  body: Type.Object({
    item: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the exception' }),
    task: Type.Optional(Type.String({ description: 'Task that it is about' })),
    worker: Type.Optional(Type.String({ description: 'Worker that it is about' })),
  }),
  answer: Type.Object({ item: Type.String() }),
  errors: [1300, 1402],
  async write({ tx }, { body: { item, task, worker } }) {
    if (task !== undefined) await accessTask(tx, task);
    if (worker !== undefined) await accessWorker(tx, worker);
    await insertHandled(tx, { item, taskId: task ?? null, workerId: worker ?? null });
    emitChange(tx, 'exceptionHandled', { id: tx.organizationId });
    return { item };
  },
});
