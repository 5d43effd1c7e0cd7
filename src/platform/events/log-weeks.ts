import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** The Monday before 1970 began. */
const FIRST_MONDAY = Date.UTC(1969, 11, 29);

/** Everybody who writes or reads the log waits so long at most: a week's table is added or dropped when nobody holds the log, or another night. */
const LOCK_WAIT = '200ms';
const LOCK_NOT_AVAILABLE = '55P03';

/** Returns the Monday (UTC) of a time's week, or of a later week. */
export function mondayOf(time: Date, weeksLater = 0): Date {
  const weeks = Math.floor((time.getTime() - FIRST_MONDAY) / WEEK_MS) + weeksLater;
  return new Date(FIRST_MONDAY + weeks * WEEK_MS);
}

/** The first moment after a week that begins on a Monday. */
export const endOfWeek = (monday: Date): Date => new Date(monday.getTime() + WEEK_MS);

const dayOf = (monday: Date) => monday.toISOString().slice(0, 10);

/** Returns the Mondays (UTC) of the weeks whose events have a table of their own, oldest first. */
export async function loadLogWeeks(reader: PlainReader): Promise<Date[]> {
  const rows = await reader.all(sql<{ first: Date }>`
    select to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' as first
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'platform.event_log'::regclass and c.relname ~ '^event_log_[0-9]{8}$' order by 1`);
  return rows.map(({ first }) => first);
}

/**
 * Promises PostgreSQL that no event outside the weeks is of a week that has no table yet. Events of that week are refused
 * until `addWeek` or `dropPromise`, so it is days ahead.
 */
export async function promiseNone(tx: PlainTx, monday: Date): Promise<void> {
  await dropPromise(tx);
  const [first, end] = [monday, endOfWeek(monday)].map((time) => sql.raw(`'${time.toISOString()}'`));
  await tx.run(
    sql.once(sql`
      alter table platform.event_log_rest add constraint event_log_rest_lacks_check
        check (at < ${first} or at >= ${end}) not valid`),
  );
}

/**
 * Adds the table of the week that was promised, and takes the promise back. The events outside the weeks are read for it
 * while others write: without the promise, PostgreSQL would read them while everybody waits.
 * @throws PostgreSQL's error where there is an event of that week (23514), or no promise (42704)
 */
export async function addWeek(tx: PlainTx, monday: Date): Promise<void> {
  await tx.run(sql`alter table platform.event_log_rest validate constraint event_log_rest_lacks_check`);
  await limitLockWait(tx);
  await tx.all(sql`select platform.add_event_log_week(${dayOf(monday)}::date)`);
  await dropPromise(tx);
}

/**
 * Takes a promise back, if there is one. A process that was killed may have left it, and events of its week would be refused
 * once that week begins.
 */
export async function dropPromise(tx: PlainTx): Promise<void> {
  await limitLockWait(tx);
  const promise = await tx.first(sql`
    select from pg_constraint
    where conrelid = 'platform.event_log_rest'::regclass and conname = 'event_log_rest_lacks_check'`);
  if (promise) await tx.run(sql`alter table platform.event_log_rest drop constraint event_log_rest_lacks_check`);
}

/**
 * Drops the table of a week, with its events, unless a background reader has not read them all. While an organization
 * moves to another cell it stays: the move notes rows that are deleted, and not those that go with their table.
 */
export async function dropWeek(tx: PlainTx, monday: Date): Promise<void> {
  await limitLockWait(tx);
  // No move begins until the week is gone.
  await tx.run(sql`lock table platform.organization_moves in share mode`);
  const needed = await tx.first(sql`
    select from platform.organization_moves where state <> 'cleaned'
    union all
    select from platform.log_cursors c
    where exists (
      select from platform.event_log e
      where e.organization_id = c.organization_id and e.id > c.event_id
        and e.at >= ${monday}::timestamptz and e.at < ${endOfWeek(monday)}::timestamptz)
    limit 1`);
  if (!needed) await tx.all(sql`select platform.drop_event_log_week(${dayOf(monday)}::date)`);
}

/** Leaves what others hold for longer, such as a backup, to the next run. */
export function passInUse(error: unknown): void {
  if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
}

async function limitLockWait(tx: PlainTx): Promise<void> {
  await tx.all(sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`);
}
