import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { actionContext } from '../../http/caller.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { doWriteWorkers } from './actions.ts';
import { MAX_BATCH_WORKERS, MAX_WORKERS_MIB, WorkerLineResults, workerBatch } from './input.ts';

export const createWorkerBatch = dispatchOperation({
  method: 'POST',
  path: '/workers/batch',
  summary: `Create up to ${MAX_BATCH_WORKERS} workers with their teams, or update those whose phone numbers are known, each by itself. Nobody is notified`,
  access: 'apiKey',
  wholeSight: true,
  body: workerBatch,
  transport: { bodyMib: MAX_WORKERS_MIB },
  answer: WorkerLineResults,
  async write({ caller, tx, services }, { body: { workers, onlyNew = false } }) {
    const publicUrl = await organizationUrl(services, caller.organizationId);
    return doWriteWorkers(tx, workers, { onlyNew, publicUrl, by: actionContext(caller) });
  },
});
