import { defineJob } from '../jobs/define-job.ts';
import { inBatches } from '../jobs/in-batches.ts';
import { daysBefore, FORGOTTEN_AT_ONCE } from '../jobs/keeping.ts';
import { deleteEntriesBefore } from './queries.ts';

/** Once a day: entries of the audit log that are older than AUDIT_DAYS. */
export const forgetAuditEntries = defineJob({
  queue: 'forget-audit-entries',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '51 3 * * *',
  async handle(services, _data, signal) {
    const before = daysBefore(services.clock.now(), services.config.auditDays);
    await inBatches(services, signal, (tx) => deleteEntriesBefore(tx, before, FORGOTTEN_AT_ONCE));
  },
});
