import { defineJob } from '../../platform/jobs/define-job.ts';
import { deleteWebhookAttempts as deleteAttempts } from './attempt-queries.ts';
import { KEPT_MS } from './limits.ts';

/** Once a day: deletes attempts that can no longer be repeated. */
export const forgetWebhookAttempts = defineJob({
  queue: 'forget-webhook-attempts',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '17 4 * * *',
  async handle({ database }) {
    await database.transaction((tx) => deleteAttempts(tx, new Date(tx.now.getTime() - KEPT_MS)));
  },
});
