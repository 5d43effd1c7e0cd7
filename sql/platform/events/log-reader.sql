-- Written by "npm run sql" from src/platform/events/log-reader.ts.

-- #poll: organization_id, reader
select c.organization_id, c.reader from platform.log_cursors c join platform.log_heads h using (organization_id)
where c.reader = any($1::text[]) and c.event_id < h.event_id
limit $2;

-- hasCursor
select from platform.log_cursors where organization_id = $1 and reader = $2;

-- readConcerned (tasks for recipients): at, audience, id, kind, organizationId, part, payload, state
select organization_id as "organizationId", id, at, part, kind, audience, payload, state
from platform.event_log
where organization_id = $1 and id > $2 and id <= $3 and (part = 'dispatch' and kind = 'task' and payload->>'triggerId' in ('0', '2', '3', '4', '12'))
order by id limit $4;

-- step: event_id
select event_id from platform.log_cursors
where organization_id = $1 and reader = $2 for update skip locked;

-- step 2: event_id
select event_id from platform.log_heads where organization_id = $1;

-- step 3
update platform.log_cursors set event_id = $1
where organization_id = $2 and reader = $3;
