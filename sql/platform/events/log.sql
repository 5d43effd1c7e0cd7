-- Written by "npm run sql" from src/platform/events/log.ts.

-- takePosition: eventId, messageId
select event_id as "eventId", message_id as "messageId" from platform.log_heads
where organization_id = $1 for update;

-- appendEvents: event_id
with head as (
    update platform.log_heads set event_id = event_id + $1,
      state_event_id = case when $2::int > 0 then event_id + $3 else state_event_id end
    where organization_id = $4 returning event_id),
  logged as (
insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state, changes, trace)
select $5, event.id, $6::timestamptz, event.part, event.kind, event.audience, event.payload, event.state,
  event.changes, event.trace
from (
select (select event_id - $7 from head) + n as id, part, kind, audience, payload, state, changes, trace
from jsonb_to_recordset($8::jsonb)
  as event (n int, part text, kind text, audience text[], payload jsonb, state boolean, changes text[], trace text)) as event)
  select event_id from head;

-- nameChanges
update platform.event_log set changes = $1
where organization_id = $2 and id = any($3::bigint[])
  and at = $4::timestamptz;

-- lockedHead: event_id
select event_id from platform.log_heads
where organization_id = $1 and state_event_id <= $2 for update;
