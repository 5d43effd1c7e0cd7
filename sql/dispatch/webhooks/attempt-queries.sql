-- Written by "npm run sql" from src/dispatch/webhooks/attempt-queries.ts.

-- insertAttempts
insert into dispatch.webhook_attempts
  (organization_id, webhook_id, event_id, at, duration_ms, status, error, excerpt)
select w.organization_id, w.id, a.event_id, a.at, a.duration_ms, a.status, a.error, a.excerpt
from unnest($1::text[],
    $2::text[], $3::bigint[],
    $4::timestamptz[], $5::int[],
    $6::int[], $7::text[],
    $8::text[])
    as a (organization_id, webhook_id, event_id, at, duration_ms, status, error, excerpt)
  join dispatch.webhooks w on w.organization_id = a.organization_id and w.id = a.webhook_id;

-- deleteWebhookAttempts
delete from dispatch.webhook_attempts where ctid >= $1::tid and ctid < $2::tid and at < $3;

-- listDeliveries: attempts, eventId, nextAt
with page as (
  (select event_id from dispatch.webhook_attempts
    where organization_id = $1 and webhook_id = $2 and event_id < $3
    group by event_id order by event_id desc limit $4)
  union
  (select event_id from dispatch.webhook_deliveries
    where organization_id = $5 and webhook_id = $6 and event_id < $7
    order by event_id desc limit $8))
select p.event_id as "eventId", d.next_at as "nextAt", coalesce((
  select jsonb_agg(jsonb_build_object('time', floor(extract(epoch from a.at) * 1000)::bigint,
    'durationMs', a.duration_ms, 'status', a.status, 'error', a.error, 'answer', a.excerpt) order by a.id)
  from dispatch.webhook_attempts a
  where a.organization_id = $9 and a.webhook_id = $10 and a.event_id = p.event_id), '[]') as attempts
from page p left join dispatch.webhook_deliveries d
  on d.organization_id = $11 and d.webhook_id = $12 and d.event_id = p.event_id
order by p.event_id desc limit $13;

-- listWebhookEvents (one): at, id, organizationId, payload
select e.organization_id as "organizationId", e.id, e.at, e.payload from platform.event_log e
  join dispatch.webhooks w on w.organization_id = e.organization_id and w.id = $1
where e.organization_id = $2 and e.id = $3 and e.id > w.after_event and e.part = 'dispatch'
  and e.payload->>'triggerId' = w.trigger::text
  and (e.payload->'threshold' is null or (e.payload->>'threshold')::float8 = w.threshold)
order by e.id limit $4;

-- listWebhookEvents (since a time): at, id, organizationId, payload
select e.organization_id as "organizationId", e.id, e.at, e.payload from platform.event_log e
  join dispatch.webhooks w on w.organization_id = e.organization_id and w.id = $1
where e.organization_id = $2 and e.at >= $3 and e.id > w.after_event and e.part = 'dispatch'
  and e.payload->>'triggerId' = w.trigger::text
  and (e.payload->'threshold' is null or (e.payload->>'threshold')::float8 = w.threshold)
order by e.id limit $4;

-- insertRepeats
insert into dispatch.webhook_deliveries as d
  (organization_id, webhook_id, receiver, object_id, event_id, body, attempts, created_at, next_at)
select w.organization_id, w.id, w.receiver, n."objectId", n."eventId", n.body, 1, $1, $2
from jsonb_to_recordset($3::jsonb) as n ("eventId" bigint, "objectId" text, body text)
  join dispatch.webhooks w on w.organization_id = $4 and w.id = $5
on conflict (organization_id, webhook_id, event_id) do update
  set next_at = least(d.next_at, excluded.next_at), created_at = excluded.created_at;
