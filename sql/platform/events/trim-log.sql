-- Written by "npm run sql" from src/platform/events/trim-log.ts.

-- organizationsWithLog: id
select organization_id as id from platform.log_heads order by 1;

-- deleteSomeOldEvents: last
with oldest as (
  select id, at from platform.event_log
  where organization_id = $1 and id > $2 order by id limit $3),
deleted as (
  delete from platform.event_log e using oldest o
  where e.organization_id = $4 and e.id = o.id and o.at < $5
    and not exists (select from platform.log_cursors c
      where c.organization_id = $6 and c.event_id < o.id)
  returning e.id)
select max(id) as last from deleted;
