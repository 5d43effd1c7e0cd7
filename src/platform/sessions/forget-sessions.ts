import { defineJob } from '../jobs/define-job.ts';
import { deleteSessions } from './queries.ts';

const KEPT_DAYS = 7;

/** Once a day: sessions that ended a week ago. */
export const forgetSessions = defineJob({
  queue: 'forget-sessions',
  expireInSeconds: 600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '41 3 * * *',
  async handle({ database, clock }) {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * 24 * 3_600_000);
    await database.transaction((tx) => deleteSessions(tx, before));
  },
});
