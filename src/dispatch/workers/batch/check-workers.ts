import { dispatchOperation } from '../../http/operation.ts';
import { checkWorkers } from './actions.ts';
import { MAX_BATCH_WORKERS, MAX_WORKERS_MIB, WorkerLineResults, workerBatch } from './input.ts';

export const checkWorkerBatch = dispatchOperation({
  method: 'POST',
  path: '/workers/batch/check',
  summary: `Check up to ${MAX_BATCH_WORKERS} workers as \`POST /workers/batch\` would. Nothing is written`,
  access: 'apiKey',
  wholeSight: true,
  body: workerBatch,
  transport: { bodyMib: MAX_WORKERS_MIB },
  answer: WorkerLineResults,
  onlyReads: () => true,
  write: ({ tx }, { body: { workers, onlyNew = false } }) => checkWorkers(tx, workers, { onlyNew, now: tx.now }),
});
