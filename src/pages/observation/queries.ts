import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** Organizations whose unread events are dated at one look, those with the most of them first. */
const MAX_BEHIND = 500;

/** Background jobs of a queue. */
export interface QueueRow {
  queue: string;
  due: number;
  failed: number;
  /** Time for which the oldest one has been due. */
  oldestSeconds: number;
}

/** Jobs that are due, and those that were given up, of every queue: a count that begins only at one has not grown to it. */
export function countJobsByQueue(reader: PlainReader): Promise<QueueRow[]> {
  return reader.all(sql<QueueRow>`
    select q.name as queue, count(*) filter (where j.state <> 'failed')::int as due,
      count(*) filter (where j.state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state <> 'failed')), 0)::float8 as "oldestSeconds"
    from jobs.queue q
    left join jobs.job j on j.name = q.name
      and (j.state in ('created', 'retry') and j.start_after <= now() or j.state = 'failed')
    group by q.name`);
}

/**
 * Deliveries to webhooks that are due and that no process has taken up. Those to a receiver that does not answer wait for it, for
 * days if need be, and say nothing of this server.
 */
export async function countDueDeliveries(
  reader: PlainReader,
  now: Date,
): Promise<{ due: number; oldestSeconds: number }> {
  const row = await reader.first(sql<{ due: number; oldestSeconds: number }>`
    select count(*)::int as due,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(d.next_at)), 0))::float8 as "oldestSeconds"
    from dispatch.webhook_deliveries d
    where d.next_at <= ${now} and (d.claimed_until is null or d.claimed_until < ${now}) and exists (
      select from dispatch.webhook_receivers r
      where r.organization_id = d.organization_id and r.receiver = d.receiver and r.unanswered = 0)`);
  return row!;
}

/** Lag of a background reader of the log. */
export interface BehindRow {
  reader: string;
  seconds: number;
}

/** Returns the age of the oldest event that each background reader has not read; readers without a lag are left out. */
export function listBehind(reader: PlainReader, now: Date): Promise<BehindRow[]> {
  return reader.all(sql<BehindRow>`
    select behind.reader, greatest(0, extract(epoch from ${now}::timestamptz - min(next.at)))::float8 as seconds
    from (
      select c.organization_id, c.reader, c.event_id
      from platform.log_cursors c join platform.log_heads h on h.organization_id = c.organization_id
      where c.event_id < h.event_id order by h.event_id - c.event_id desc limit ${MAX_BEHIND}) behind,
      lateral (
        select e.at from platform.event_log e
        where e.organization_id = behind.organization_id and e.id > behind.event_id order by e.id limit 1) next
    group by behind.reader`);
}

/** PostgreSQL's counters of this database. */
export interface PostgresRow {
  sizeBytes: number;
  committed: number;
  rolledBack: number;
  deadlocks: number;
  blocksCached: number;
  blocksRead: number;
  /** Age of the oldest open transaction. */
  oldestTransactionSeconds: number;
  walBytes: number;
}

export async function readPostgres(reader: PlainReader): Promise<PostgresRow> {
  const row = await reader.first(sql<PostgresRow>`
    select pg_database_size(current_database()) as "sizeBytes", d.xact_commit as committed, d.xact_rollback as "rolledBack",
      d.deadlocks, d.blks_hit as "blocksCached", d.blks_read as "blocksRead",
      coalesce((
        select extract(epoch from clock_timestamp() - min(a.xact_start)) from pg_stat_activity a
        where a.datname = current_database() and a.pid <> pg_backend_pid()), 0)::float8 as "oldestTransactionSeconds",
      (select wal_bytes::float8 from pg_stat_wal) as "walBytes"
    from pg_stat_database d where d.datname = current_database()`);
  return row!;
}

/** Connections to the database, whoever's, by their state. */
export function countSessions(reader: PlainReader): Promise<{ state: string; count: number }[]> {
  return reader.all(sql<{ state: string; count: number }>`
    select state, count(*)::int as count from pg_stat_activity
    where datname = current_database() and state is not null group by state`);
}

/** Outgoing SMS or e-mails of all organizations. */
export interface OutboxRow {
  channel: 'sms' | 'email';
  due: number;
  /** Time for which the oldest one has been due. */
  oldestSeconds: number;
  /** Within a day. */
  failed: number;
  sent: number;
}

/** Counts what waits, and what became of the messages of a day. */
export function countOutbox(reader: PlainReader, now: Date): Promise<OutboxRow[]> {
  return reader.all(sql<OutboxRow>`
    with due as (
      select channel, count(*)::int as due, min(due_at) as oldest from platform.outbox
      where state in ('queued', 'sending') and due_at <= ${now} group by channel),
    ended as (
      select channel, count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state in ('sent', 'delivered'))::int as sent
      from platform.outbox where created_at > ${now}::timestamptz - interval '1 day' group by channel)
    select c.channel, coalesce(d.due, 0) as due, coalesce(e.failed, 0) as failed, coalesce(e.sent, 0) as sent,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - d.oldest), 0))::float8 as "oldestSeconds"
    from (values ('sms'), ('email')) c (channel)
      left join due d on d.channel = c.channel left join ended e on e.channel = c.channel
    order by c.channel`);
}

/** A server that receives the log of the database. */
export interface StandbyRow {
  name: string;
  isSynchronous: boolean;
  /** Bytes of the log that it has not replayed; null while PostgreSQL does not know, or does not show it to this role. */
  lagBytes: number | null;
}

/** Lists the standbys that are connected. */
export function listStandbys(reader: PlainReader): Promise<StandbyRow[]> {
  return reader.all(sql<StandbyRow>`
    select coalesce(nullif(application_name, ''), 'unnamed') as name,
      coalesce(sync_state in ('sync', 'quorum'), false) as "isSynchronous",
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "lagBytes"
    from pg_stat_replication order by application_name`);
}
