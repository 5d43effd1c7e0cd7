import { defineJob } from '../../platform/jobs/define-job.ts';
import { KEEP_DAYS } from './report.ts';
import { deleteOldReports } from './report-queries.ts';

/** Rows deleted in one transaction: short enough that nobody waits for it. */
const BATCH = 10_000;

export const forgetOldReports = defineJob({
  queue: 'dispatch-forget-positions',
  expireInSeconds: 1800,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '17 * * * *',
  async handle(services, _data, signal) {
    const before = new Date(services.clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
    while (!signal.aborted) {
      const deleted = await services.database.transaction((tx) => deleteOldReports(tx, before, BATCH));
      if (deleted < BATCH) return;
    }
  },
});
