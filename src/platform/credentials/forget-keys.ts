import { defineJob } from '../jobs/define-job.ts';
import { inBatches } from '../jobs/in-batches.ts';
import { daysBefore, FORGOTTEN_AT_ONCE } from '../jobs/keeping.ts';
import { deleteRevokedCredentials } from './credentials.ts';

/** So long a list shows that there was a key, and when it was revoked; then the audit log says it. */
const KEPT_DAYS = 90;

/** Once a day: keys that were revoked long ago. Sessions have a time of their own. */
export const forgetKeys = defineJob({
  queue: 'forget-revoked-keys',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '13 3 * * *',
  async handle(services, _data, signal) {
    const before = daysBefore(services.clock.now(), KEPT_DAYS);
    await inBatches(services, signal, (tx) => deleteRevokedCredentials(tx, before, FORGOTTEN_AT_ONCE));
  },
});
