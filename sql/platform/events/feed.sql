-- Written by "npm run sql" from src/platform/events/feed.ts.

-- #open: at, event_id, kind, state_event_id
select h.event_id, h.state_event_id, e.at, e.kind
from platform.log_heads h
  left join platform.event_log e on e.organization_id = h.organization_id and e.id = h.event_id
where h.organization_id = $1;

-- poll: at, event_id, kind, organization_id
select own.organization_id, h.event_id, e.at, e.kind
from unnest($1::text[], $2::bigint[])
  as own (organization_id, head)
  left join platform.log_heads h using (organization_id)
  left join platform.event_log e on e.organization_id = own.organization_id and e.id = own.head;
