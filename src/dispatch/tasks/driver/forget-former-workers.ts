import { defineJob } from '../../../platform/jobs/define-job.ts';
import { KEEP_DAYS } from '../../positions/report.ts';
import { deleteFormerWorkers } from '../queries.ts';

/** No device reports a completion after so long. */
export const forgetFormerWorkers = defineJob({
  queue: 'dispatch-forget-former-workers',
  expireInSeconds: 600,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '53 3 * * *',
  async handle(services) {
    const before = new Date(services.clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
    await services.database.transaction((tx) => deleteFormerWorkers(tx, before));
  },
});
