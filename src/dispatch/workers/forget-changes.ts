import { sql } from '../../platform/db/sql.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';

/**
 * Every hour: forgets the changes that ended before the last time but one. A process that has not looked for longer sees
 * so by `since`, and begins anew.
 */
export const forgetChanges = defineJob({
  queue: 'dispatch-forget-worker-changes',
  expireInSeconds: 1800,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '43 * * * *',
  async handle({ database }) {
    await database.transaction(async (tx) => {
      await tx.run(sql`
        update dispatch.worker_changes_kept set since = next, next = pg_snapshot_xmin(pg_current_snapshot())`);
      await tx.run(sql`
        delete from dispatch.worker_changes where xid < (select since from dispatch.worker_changes_kept)`);
    });
  },
});
