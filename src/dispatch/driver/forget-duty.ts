import { defineJob } from '../../platform/jobs/define-job.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import { daysBefore, FORGOTTEN_AT_ONCE } from '../../platform/jobs/keeping.ts';
import { deleteOldDuty } from './queries.ts';

/** Once a day: changes of duty that are older than DUTY_DAYS, but for the last one of each worker, which says what held from then on. */
export const forgetDuty = defineJob({
  queue: 'dispatch-forget-duty',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '3 3 * * *',
  async handle(services, _data, signal) {
    const before = daysBefore(services.clock.now(), services.config.dutyDays);
    await inBatches(services, signal, (tx) => deleteOldDuty(tx, before, FORGOTTEN_AT_ONCE));
  },
});
