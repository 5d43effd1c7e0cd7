import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from './access.ts';
import { doDeleteWorker } from './actions.ts';

export const deleteWorker = dispatchOperation({
  method: 'DELETE',
  path: '/workers/:workerId',
  summary: 'Deletes a worker who has no active task',
  access: 'apiKey',
  ids: ['workerId'],
  errors: [1402, 2400],
  async write({ caller, tx, services }, { path }) {
    const worker = await accessWorkerForUpdate(tx, caller.organizationId, path.workerId!);
    await doDeleteWorker(tx, worker, { caller, publicUrl: services.publicUrl() });
    return undefined;
  },
});
