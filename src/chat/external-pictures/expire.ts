import { defineJob } from '../../platform/jobs/define-job.ts';
import { doExpireExternalPictures } from './actions.ts';

/** A picture is fetched anew after that: it may have become another. */
export const KEPT_DAYS = 7;
const BATCH = 500;

/** Once a day: what nobody has looked at lately. */
export const expireExternalPictures = defineJob({
  queue: 'expire-external-pictures',
  expireInSeconds: 1800,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '37 3 * * *',
  async handle({ database, clock }, _data, signal) {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
    for (;;) {
      signal.throwIfAborted();
      if ((await database.transaction((tx) => doExpireExternalPictures(tx, before, BATCH))) < BATCH) return;
    }
  },
});
