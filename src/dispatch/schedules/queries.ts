import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { seesWorker, type Viewer } from '../sight/fragments.ts';
import type { ScheduleEntry } from './entry.ts';

export function findEntries(reader: Reader, workerId: string): Promise<ScheduleEntry[]> {
  return reader.all(sql<ScheduleEntry>`
    select to_char(date, 'YYYY-MM-DD') as date, timezone, shifts from dispatch.schedule_entries
    where organization_id = ${reader.organizationId} and worker_id = ${workerId} order by schedule_entries.date limit 4000`);
}

/** A worker's shifts, in their order. */
export interface ShiftsRow {
  worker: string;
  spans: [from: number, to: number][];
}

/** A page of the workers in sight, by ID, each with the shifts that have to do with a span of time. */
export function pageOfShifts(
  reader: Reader,
  viewer: Viewer,
  [from, to]: readonly [Date, Date],
  after: string | undefined,
  limit: number,
): Promise<ShiftsRow[]> {
  const { organizationId } = viewer;
  return reader.all(sql<ShiftsRow>`
    with page as materialized (
      select id from dispatch.workers
      where organization_id = ${organizationId} and id > ${after ?? ''} and ${seesWorker(viewer, sql`workers.id`)}
      order by id limit ${limit})
    select page.id as worker, own.spans
    from page cross join lateral (
      select coalesce(jsonb_agg(span order by (span->>0)::float8), '[]') as spans
      from dispatch.schedule_entries e
        cross join jsonb_array_elements(e.shifts) as span
      where e.organization_id = ${organizationId} and e.worker_id = page.id
        -- The day is that of the entry's time zone, and a shift may lie a day off and go on after midnight.
        and e.date between ${from}::timestamptz::date - 3 and ${to}::timestamptz::date + 3
        and (span->>1)::float8 > extract(epoch from ${from}::timestamptz) * 1000
        and (span->>0)::float8 < extract(epoch from ${to}::timestamptz) * 1000) as own
    order by page.id`);
}

/** Writes the days; an entry without shifts clears its day. */
export async function saveEntries(tx: Tx, workerId: string, entries: readonly ScheduleEntry[]): Promise<void> {
  const { organizationId } = tx;

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

/** Deletes days before that of a time, wherever that day is. */
export function deleteOldEntries(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.schedule_entries
    where ctid >= ${from}::tid and ctid < ${upTo}::tid and date < ${before}::timestamptz::date - 1`);
}
