import { defineJob } from '../../platform/jobs/define-job.ts';
import { KEEP_DAYS } from '../positions/report.ts';
import { doForgetUnbound } from './actions.ts';

const BATCH = 500;

/** No device completes a task with an upload after so long. */
export const forgetUnboundUploads = defineJob({
  queue: 'dispatch-forget-unbound-uploads',
  expireInSeconds: 600,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '13 4 * * *',
  async handle({ database, clock }, _data, signal) {
    const before = new Date(clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
    while (!signal.aborted) {
      const gone = await database.transaction((tx) => doForgetUnbound(tx, before, BATCH));
      if (gone < BATCH) return;
    }
  },
});
