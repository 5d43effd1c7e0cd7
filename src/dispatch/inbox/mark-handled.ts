import { Type } from 'typebox';
import { emitChange } from '../events/emit.ts';
import { DispatchError, invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTask } from '../tasks/access.ts';
import { accessWorker } from '../workers/access.ts';
import { insertHandled } from './queries.ts';

export const markHandled = dispatchOperation({
  method: 'POST',
  path: '/inbox/handled',
  summary: 'Mark an exception as handled, for all dispatchers',
  access: 'apiKey',
  body: Type.Object({
    item: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Name of the exception: words, among them the IDs of `task` and `worker`',
    }),
    task: Type.Optional(Type.String({ description: 'ID of the task that it is about.' })),
    worker: Type.Optional(Type.String({ description: 'ID of the worker that it is about.' })),
  }),
  answer: Type.Object({ item: Type.String({ description: 'Name of the exception.' }) }),
  errors: [1000, 1300, 1402],
  async write({ tx, caller }, { body: { item, task, worker } }) {
    if (task !== undefined) await accessTask(tx, task);
    if (worker !== undefined) await accessWorker(tx, worker);
    // Else somebody could end for all what they do not see.
    if (task === undefined && worker === undefined && caller.sight.teams !== null)
      throw new DispatchError(1300, 'Administrators who manage teams must name the task or worker.');
    for (const id of [task, worker])
      if (id !== undefined && !item.split(' ').includes(id)) throw invalidValue(`item must contain ${id}.`);
    await insertHandled(tx, { item, taskId: task ?? null, workerId: worker ?? null });
    emitChange(tx, 'exceptionHandled', { id: tx.organizationId });
    return { item };
  },
});
