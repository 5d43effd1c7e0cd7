import { defineJob } from '../jobs/define-job.ts';
import { forgetOldAnswers } from './idempotency.ts';

/** Once an hour: answers older than 24 hours are not given again. */
export const forgetAnswers = defineJob({
  queue: 'forget-idempotent-answers',
  expireInSeconds: 600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '17 * * * *',
  async handle({ database, clock }) {
    await database.transaction((tx) => tx.run(forgetOldAnswers(clock.now())));
  },
});
