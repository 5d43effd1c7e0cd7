-- Written by "npm run sql" from src/platform/events/trim-log.ts.

-- handle
delete from platform.event_log e where at < $1
  and not exists (select 1 from platform.log_cursors c
    where c.organization_id = e.organization_id and c.event_id < e.id);
