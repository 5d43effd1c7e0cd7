import { defineJob } from '../../platform/jobs/define-job.ts';
import { deleteDecisions } from './queries.ts';

const KEEP_DAYS = 90;

/** How long a decision can be explained. */
export const forgetDecisions = defineJob({
  queue: 'dispatch-forget-assignment-decisions',
  expireInSeconds: 600,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '33 4 * * *',
  async handle({ database, clock }) {
    const before = new Date(clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
    await database.transaction((tx) => deleteDecisions(tx, before));
  },
});
