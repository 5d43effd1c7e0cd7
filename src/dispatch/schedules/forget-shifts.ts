import { defineJob } from '../../platform/jobs/define-job.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import { daysBefore, FORGOTTEN_AT_ONCE } from '../../platform/jobs/keeping.ts';
import { deleteOldEntries } from './queries.ts';

/** Once a day: shifts of days that are more than DUTY_DAYS ago. */
export const forgetShifts = defineJob({
  queue: 'dispatch-forget-shifts',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '9 3 * * *',
  async handle(services, _data, signal) {
    const before = daysBefore(services.clock.now(), services.config.dutyDays);
    await inBatches(services, signal, (tx) => deleteOldEntries(tx, before, FORGOTTEN_AT_ONCE));
  },
});
