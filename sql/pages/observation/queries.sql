-- Written by "npm run sql" from src/pages/observation/queries.ts.

-- countJobsByQueue: due, failed, oldestSeconds, queue
select q.name as queue, count(*) filter (where j.state <> 'failed')::int as due,
  count(*) filter (where j.state = 'failed')::int as failed,
  coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state <> 'failed')), 0)::float8 as "oldestSeconds"
from jobs.queue q
left join jobs.job j on j.name = q.name
  and (j.state in ('created', 'retry') and j.start_after <= now() or j.state = 'failed')
group by q.name;

-- countDueDeliveries: due, oldestSeconds
select count(*)::int as due,
  greatest(0, coalesce(extract(epoch from $1::timestamptz - min(d.next_at)), 0))::float8 as "oldestSeconds"
from dispatch.webhook_deliveries d
where d.next_at <= $2 and (d.claimed_until is null or d.claimed_until < $3) and exists (
  select from dispatch.webhook_receivers r
  where r.organization_id = d.organization_id and r.receiver = d.receiver and r.unanswered = 0);

-- listBehind: reader, seconds
select behind.reader, greatest(0, extract(epoch from $1::timestamptz - min(next.at)))::float8 as seconds
from (
  select c.organization_id, c.reader, c.event_id
  from platform.log_cursors c join platform.log_heads h on h.organization_id = c.organization_id
  where c.event_id < h.event_id order by h.event_id - c.event_id desc limit $2) behind,
  lateral (
    select e.at from platform.event_log e
    where e.organization_id = behind.organization_id and e.id > behind.event_id order by e.id limit 1) next
group by behind.reader;

-- readPostgres: blocksCached, blocksRead, committed, deadlocks, oldestTransactionSeconds, rolledBack, sizeBytes, walBytes
select pg_database_size(current_database()) as "sizeBytes", d.xact_commit as committed, d.xact_rollback as "rolledBack",
  d.deadlocks, d.blks_hit as "blocksCached", d.blks_read as "blocksRead",
  coalesce((
    select extract(epoch from clock_timestamp() - min(a.xact_start)) from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid()), 0)::float8 as "oldestTransactionSeconds",
  (select wal_bytes::float8 from pg_stat_wal) as "walBytes"
from pg_stat_database d where d.datname = current_database();

-- countSessions: count, state
select state, count(*)::int as count from pg_stat_activity
where datname = current_database() and state is not null group by state;

-- countOutbox: channel, due, failed, oldestSeconds, sent
with due as (
  select channel, count(*)::int as due, min(due_at) as oldest from platform.outbox
  where state in ('queued', 'sending') and due_at <= $1 group by channel),
ended as (
  select channel, count(*) filter (where state = 'failed')::int as failed,
    count(*) filter (where state in ('sent', 'delivered'))::int as sent
  from platform.outbox where created_at > $2::timestamptz - interval '1 day' group by channel)
select c.channel, coalesce(d.due, 0) as due, coalesce(e.failed, 0) as failed, coalesce(e.sent, 0) as sent,
  greatest(0, coalesce(extract(epoch from $3::timestamptz - d.oldest), 0))::float8 as "oldestSeconds"
from (values ('sms'), ('email')) c (channel)
  left join due d on d.channel = c.channel left join ended e on e.channel = c.channel
order by c.channel;

-- listStandbys: isSynchronous, lagBytes, name
select coalesce(nullif(application_name, ''), 'unnamed') as name,
  coalesce(sync_state in ('sync', 'quorum'), false) as "isSynchronous",
  pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as "lagBytes"
from pg_stat_replication order by application_name;
