import { defineJob } from '../../../platform/jobs/define-job.ts';
import { inBatches } from '../../../platform/jobs/in-batches.ts';
import { daysBefore, FORGOTTEN_AT_ONCE } from '../../../platform/jobs/keeping.ts';
import { deleteOldLocalIds } from './queries.ts';

/** No client sends again after so long; its queue ends after a week. */
const KEPT_DAYS = 30;

/** Once a day: the marks by which a message that is sent again is known. */
export const forgetLocalIds = defineJob({
  queue: 'chat-forget-local-ids',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '27 3 * * *',
  async handle(services, _data, signal) {
    const before = daysBefore(services.clock.now(), KEPT_DAYS);
    await inBatches(services, signal, (tx) => deleteOldLocalIds(tx, before, FORGOTTEN_AT_ONCE));
  },
});
