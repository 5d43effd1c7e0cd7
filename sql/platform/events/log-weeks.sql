-- Written by "npm run sql" from src/platform/events/log-weeks.ts.

-- loadLogWeeks: first
select to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' as first
from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'platform.event_log'::regclass and c.relname ~ '^event_log_[0-9]{8}$' order by 1;

-- addWeek
select platform.add_event_log_week($1::date);

-- dropPromise
select from pg_constraint
where conrelid = 'platform.event_log_rest'::regclass and conname = 'event_log_rest_lacks_check';

-- dropWeek
lock table platform.organization_moves in share mode;

-- dropWeek 2
select from platform.organization_moves where state <> 'cleaned'
union all
select from platform.log_cursors c
where exists (
  select from platform.event_log e
  where e.organization_id = c.organization_id and e.id > c.event_id
    and e.at >= $1::timestamptz and e.at < $2::timestamptz)
limit 1;

-- dropWeek 3
select platform.drop_event_log_week($1::date);

-- limitLockWait
select set_config('lock_timeout', $1, true);
