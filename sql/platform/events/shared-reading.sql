-- Written by "npm run sql" from src/platform/events/shared-reading.ts.

-- lockCursors: after, head, organizationId
select c.organization_id as "organizationId", c.event_id as after, h.event_id as head
from platform.log_cursors c join platform.log_heads h using (organization_id)
  join platform.open_organizations o on o.id = c.organization_id
where c.reader = $1 and c.organization_id = any($2::text[]) and c.event_id < h.event_id
order by c.organization_id for update of c skip locked;

-- moveCursors
update platform.log_cursors c set event_id = moved.event_id
from unnest($1::text[], $2::bigint[])
  as moved (organization_id, event_id)
where c.organization_id = moved.organization_id and c.reader = $3;

-- readConcernedOf (events for webhooks): at, audience, changes, id, kind, organizationId, part, payload, state, trace
select e.organization_id as "organizationId", e.id, e.at, e.part, e.kind, e.audience, e.payload, e.state, e.changes,
  e.trace
from unnest($1::text[], $2::bigint[],
    $3::bigint[]) with ordinality as asked (organization, after, upto, n),
  lateral (
    select * from platform.event_log
    where organization_id = asked.organization and id > asked.after and id <= asked.upto and (part = 'dispatch' and payload ? 'triggerId')
    order by id limit $4) e
order by asked.n, e.id;
