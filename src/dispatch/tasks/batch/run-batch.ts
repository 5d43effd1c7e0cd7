import { defineJob } from '../../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { emitDispatchEvent } from '../../events/emit.ts';
import { doCreateBatch, prepareBatch } from './actions.ts';
import { presentBatch } from './present.ts';
import { claimBatch, deleteOldBatches, findBatchWork, finishBatch } from './queries.ts';

export const BATCH_QUEUE = 'dispatch-task-batch';

const KEEP_DAYS = 7;
/**
 * Maximum size of the lists in the event, which every log reader holds in memory: a whole batch of usual tasks has
 * about 1 MiB.
 */
const MAX_TOLD_BYTES = 2 * 1024 ** 2;

/** Creates the tasks of a batch. All of them, and the batch's end, are one transaction: a job that is killed starts over. */
export const runBatch = defineJob<{ organizationId: string; batchId: string }>({
  queue: BATCH_QUEUE,
  expireInSeconds: 15 * 60,
  retryLimit: 10,
  retryDelay: 5,
  concurrency: 2,
  // Batches of one organization wait for each other anyway; the other turn is free for a small one.
  turns: { atOnceOfOne: 1 },
  async handle(services, { organizationId, batchId }) {
    const { database } = services;
    const reader = database.reader.of(organizationId);
    const work = await findBatchWork(reader, batchId);
    if (!work) return;
    const prepared = await prepareBatch({ services, reader }, organizationId, work.tasks);
    await database.transaction(
      async (tx) => {
        if (!(await claimBatch(tx, batchId))) return;
        const actor = { caller: work.caller, publicUrl: await organizationUrl(services, organizationId) };
        const { tasks, errors } = await doCreateBatch(tx, services, actor, prepared);
        const ids = tasks.map((task) => task.id);
        await finishBatch(tx, batchId, ids, errors);
        const { submittedAt } = work;
        const batch = presentBatch(
          { submittedAt, finishedAt: tx.now, received: prepared.length, created: ids.length, tasks, failures: errors },
          tx.now,
        );
        emitDispatchEvent(tx, {
          organizationId,
          kind: 'taskBatch',
          audience: ['organization'],
          payload: { jobId: batchId, ...payloadOf(batch) },
        });
      },
      { organizationId },
    );
  },
});

/** A batch as its end is told; without its lists, which can be asked for, where they are too long. */
function payloadOf(batch: ReturnType<typeof presentBatch>): object {
  const { newTasks, newTasksWithWarnings, failedTasks, errors } = batch;
  const lists = JSON.stringify([newTasks, newTasksWithWarnings, failedTasks, errors]);
  if (Buffer.byteLength(lists) <= MAX_TOLD_BYTES) return batch;
  return { ...batch, newTasks: null, newTasksWithWarnings: null, failedTasks: null, errors: null };
}

export const forgetBatches = defineJob({
  queue: 'dispatch-forget-batches',
  expireInSeconds: 300,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '41 3 * * *',
  async handle({ database, clock }) {
    const before = new Date(clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
    await database.transaction((tx) => deleteOldBatches(tx, before));
  },
});
