import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import { defineJob } from '../jobs/define-job.ts';
import { daysBefore } from '../jobs/keeping.ts';
import { dropWeek, endOfWeek, loadLogWeeks, passInUse } from './log-weeks.ts';

/** Longer than the longest life of an idle event queue (EVENT_QUEUE_IDLE_MINUTES is at most seven days). */
const KEPT_DAYS = 15;
/** The events of a week are dropped together, when the last of them is old. */
const MAX_DAYS = KEPT_DAYS + 7;
/** Events of one transaction. */
const AT_ONCE = 1000;

/**
 * Once a day: drops events that every queue and every background reader of the log has behind it, by weeks. Events of a week
 * that one reader still needs, and those outside the weeks, go one by one: an organization's log is in the order of time,
 * so its beginning is all that is looked at (the table as a whole is too large to be read every night).
 */
export const trimLog = defineJob({
  queue: 'trim-event-log',
  expireInSeconds: 4 * 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '41 3 * * *',
  async handle({ database, clock }, _data, signal) {
    const over = daysBefore(clock.now(), KEPT_DAYS);
    for (const monday of await loadLogWeeks(database.reader))
      if (endOfWeek(monday) <= over) await database.transaction((tx) => dropWeek(tx, monday)).catch(passInUse);
    const before = daysBefore(clock.now(), MAX_DAYS);
    for (const organizationId of await organizationsWithLog(database.reader)) {
      let upTo: number | null = 0;
      while (upTo !== null) {
        signal.throwIfAborted();
        const after: number = upTo;
        upTo = await database.transaction((tx) => deleteSomeOldEvents(tx, organizationId, after, before));
      }
    }
  },
});

async function organizationsWithLog(reader: PlainReader): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select organization_id as id from platform.log_heads order by 1`);
  return rows.map(({ id }) => id);
}

/** Deletes some of an organization's oldest events. @returns the last of them; null: what comes next is kept */
async function deleteSomeOldEvents(
  tx: PlainTx,
  organizationId: string,
  after: number,
  before: Date,
): Promise<number | null> {
  const row = await tx.first(sql<{ last: number | null }>`
    with oldest as (
      select id, at from platform.event_log
      where organization_id = ${organizationId} and id > ${after} order by id limit ${AT_ONCE}),
    deleted as (
      delete from platform.event_log e using oldest o
      where e.organization_id = ${organizationId} and e.id = o.id and o.at < ${before}
        and not exists (select from platform.log_cursors c
          where c.organization_id = ${organizationId} and c.event_id < o.id)
      returning e.id)
    select max(id) as last from deleted`);
  return row!.last;
}
