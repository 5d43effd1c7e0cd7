import { sql } from '../db/sql.ts';
import { defineJob } from '../jobs/define-job.ts';

/** Longer than the longest life of an idle event queue (EVENT_QUEUE_IDLE_MINUTES is at most seven days). */
const KEEP_DAYS = 15;

/** Once a day: drops events that every queue and every background reader of the log has behind it. */
export const trimLog = defineJob({
  queue: 'trim-event-log',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '41 3 * * *',
  async handle({ database, clock }) {
    const oldest = new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000);
    await database.transaction((tx) =>
      tx.run(sql`
        delete from platform.event_log e where at < ${oldest}
          and not exists (select 1 from platform.log_cursors c
            where c.organization_id = e.organization_id and c.event_id < e.id)`),
    );
  },
});
