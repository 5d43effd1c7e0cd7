-- Written by "npm run sql" from src/platform/events/feed.ts.

-- readEvents: at, audience, id, kind, organizationId, part, payload, state
select organization_id as "organizationId", id, at, part, kind, audience, payload, state
from platform.event_log where organization_id = $1 and id > $2 order by id limit $3;

-- #open: event_id, state_event_id
select event_id, state_event_id from platform.log_heads where organization_id = $1;

-- poll: event_id, organization_id
select organization_id, event_id from platform.log_heads where organization_id = any($1::text[]);
