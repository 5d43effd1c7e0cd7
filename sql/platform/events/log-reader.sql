-- Written by "npm run sql" from src/platform/events/log-reader.ts.

-- hasCursor
select from platform.log_cursors where organization_id = $1 and reader = $2;

-- readConcerned (tasks for recipients): at, audience, changes, id, kind, organizationId, part, payload, state
select organization_id as "organizationId", id, at, part, kind, audience, payload, state, changes
from platform.event_log
where organization_id = $1 and id > (select $2::bigint) and id <= (select $3::bigint) and (part = 'dispatch' and kind = 'task' and payload->>'triggerId' in ('0', '2', '3', '4', '12'))
order by id limit (select $4::bigint);
