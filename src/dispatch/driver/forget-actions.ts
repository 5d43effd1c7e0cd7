import { defineJob } from '../../platform/jobs/define-job.ts';
import { KEEP_DAYS } from '../positions/report.ts';
import { deleteOldActions } from './queries.ts';

/** How long a device may repeat an action. */
export const forgetActions = defineJob({
  queue: 'dispatch-forget-driver-actions',
  expireInSeconds: 600,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '43 3 * * *',
  async handle(services) {
    const before = new Date(services.clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
    await services.database.transaction((tx) => deleteOldActions(tx, before));
  },
});
