import { defineJob } from '../jobs/define-job.ts';
import { throughTable } from '../jobs/keeping.ts';
import { deleteOldAnswers } from './idempotency.ts';

/** Once an hour: answers older than 24 hours are not given again. */
export const forgetAnswers = defineJob({
  queue: 'forget-idempotent-answers',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '17 * * * *',
  handle: (services, _data, signal) => throughTable(services, 'platform.idempotent_answers', signal, deleteOldAnswers),
});
