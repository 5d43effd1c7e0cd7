-- Written by "npm run sql" from src/platform/events/follower.ts.

-- readEvents: at, audience, changes, id, kind, organizationId, part, payload, state
select organization_id as "organizationId", id, at, part, kind, audience, payload, state, changes
from platform.event_log where organization_id = $1 and id > (select $2::bigint)
order by id limit (select $3::bigint);
