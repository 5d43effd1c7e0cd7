import { defineJob } from '../jobs/define-job.ts';
import { deleteEntriesBefore } from './queries.ts';

const DAY_MS = 86_400_000;
const BATCH = 5000;

/** Once a day: entries of the audit log that are older than AUDIT_DAYS. */
export const forgetAuditEntries = defineJob({
  queue: 'forget-audit-entries',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '51 3 * * *',
  async handle({ database, clock, config, closing }) {
    const before = new Date(clock.now().getTime() - config.auditDays * DAY_MS);
    while (!closing.aborted)
      if ((await database.transaction((tx) => deleteEntriesBefore(tx, before, BATCH))) < BATCH) return;
  },
});
