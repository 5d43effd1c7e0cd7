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
  async write({ caller, tx }, { path }) {
    const worker = await accessWorkerForUpdate(tx, caller.organizationId, path.workerId!);
    await doDeleteWorker(tx, worker, { type: 'API', id: caller.credentialId });
    return undefined;
  },
});
