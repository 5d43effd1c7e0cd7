-- Written by "npm run sql" from src/platform/events/log-readers.ts.

-- #poll: organization_id, reader
select c.organization_id, c.reader
from platform.log_cursors c join platform.log_heads h using (organization_id)
  join platform.open_organizations o on o.id = c.organization_id
where c.reader = any($1::text[]) and c.event_id < h.event_id
limit $2;

-- step: event_id
select event_id from platform.log_cursors
where organization_id = $1 and reader = $2 for update skip locked;

-- step 2: event_id
select event_id from platform.log_heads h join platform.open_organizations o on o.id = h.organization_id
where h.organization_id = $1;

-- step 3
update platform.log_cursors set event_id = $1
where organization_id = $2 and reader = $3;
