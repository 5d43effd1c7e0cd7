import { defineJob } from '../../jobs/define-job.ts';
import { doExpireResumables } from './actions.ts';

/** An upload in parts that is not whole by then is given up; a finished one is no longer known by its first address. */
export const RESUMABLE_HOURS = 24;
const BATCH = 200;

/** Four times a day, so that nothing unfinished is older than 30 hours. */
export const expireResumableUploads = defineJob({
  queue: 'expire-resumable-uploads',
  expireInSeconds: 1800,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '7 */6 * * *',
  async handle({ database, clock }, _data, signal) {
    const before = new Date(clock.now().getTime() - RESUMABLE_HOURS * 3_600_000);
    for (;;) {
      signal.throwIfAborted();
      if ((await database.transaction((tx) => doExpireResumables(tx, before, BATCH))) < BATCH) return;
    }
  },
});
