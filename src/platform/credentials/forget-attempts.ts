import { defineJob } from '../jobs/define-job.ts';
import { deleteFailedAttempts } from './attempt-queries.ts';

const KNOWN_DAYS = 180;

/** Once an hour: counters whose window has ended, and addresses that were not signed in from for half a year. */
export const forgetFailedAttempts = defineJob({
  queue: 'forget-failed-attempts',
  expireInSeconds: 600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '29 * * * *',
  async handle({ database, clock }) {
    const oldest = new Date(clock.now().getTime() - KNOWN_DAYS * 24 * 3600_000);
    await database.transaction((tx) => deleteFailedAttempts(tx, oldest));
  },
});
