-- Written by "npm run sql" from src/platform/events/log-cursors.ts.

-- startLogReader
insert into platform.log_cursors (organization_id, reader, event_id)
values ($1, $2, coalesce($3::bigint,
  (select event_id from platform.log_heads where organization_id = $4), 0))
on conflict do nothing;
