import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { ScheduleEntry } from './entry.ts';

export function findEntries(reader: Reader, organizationId: string, workerId: string): Promise<ScheduleEntry[]> {
  return reader.all(sql<ScheduleEntry>`
    select to_char(date, 'YYYY-MM-DD') as date, timezone, shifts from dispatch.schedule_entries
    where organization_id = ${organizationId} and worker_id = ${workerId} order by schedule_entries.date limit 4000`);
}

/** Writes the days; an entry without shifts clears its day. */
export async function saveEntries(
  tx: Tx,
  organizationId: string,
  workerId: string,
  entries: readonly ScheduleEntry[],
): Promise<void> {
  await tx.run(sql`
    with given as (
      select date::date, timezone, shifts
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (date text, timezone text, shifts jsonb)),
    cleared as (
      delete from dispatch.schedule_entries as kept using given
      where kept.organization_id = ${organizationId} and kept.worker_id = ${workerId} and kept.date = given.date
        and given.shifts = '[]')
    insert into dispatch.schedule_entries (organization_id, worker_id, date, timezone, shifts)
    select ${organizationId}, ${workerId}, date, timezone, shifts from given where shifts <> '[]'
    on conflict (organization_id, worker_id, date) do update
      set timezone = excluded.timezone, shifts = excluded.shifts`);
}
