import { defineJob } from '../../platform/jobs/define-job.ts';
import { doDeleteExpiredQueues } from './actions.ts';

/** Removes the queues that nobody has polled for their time. Until it runs they are refused as if they were gone. */
export const expireQueues = defineJob({
  queue: 'chat-expire-queues',
  cron: '*/5 * * * *',
  expireInSeconds: 60,
  retryLimit: 2,
  retryDelay: 10,
  concurrency: 1,
  async handle({ database }) {
    await database.transaction(doDeleteExpiredQueues);
  },
});
