import { defineJob } from '../../platform/jobs/define-job.ts';
import { deleteExpiredReplyAddresses } from './reply-queries.ts';

/** Forgets addresses that no longer hold. */
export const forgetReplyAddresses = defineJob({
  queue: 'chat-forget-reply-addresses',
  cron: '41 3 * * *',
  expireInSeconds: 300,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  async handle({ database }) {
    await database.transaction((tx) => deleteExpiredReplyAddresses(tx));
  },
});
