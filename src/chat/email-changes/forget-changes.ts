import { defineJob } from '../../platform/jobs/define-job.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import { daysBefore, FORGOTTEN_AT_ONCE } from '../../platform/jobs/keeping.ts';
import { deleteExpiredChanges } from './queries.ts';

/** One that was not confirmed in its time opens nothing; a day is for clocks that differ. */
const KEPT_DAYS = 1;

/** Once a day: new addresses that nobody has confirmed in their time. */
export const forgetEmailChanges = defineJob({
  queue: 'chat-forget-email-changes',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '21 3 * * *',
  async handle(services, _data, signal) {
    const before = daysBefore(services.clock.now(), KEPT_DAYS);
    await inBatches(services, signal, (tx) => deleteExpiredChanges(tx, before, FORGOTTEN_AT_ONCE));
  },
});
