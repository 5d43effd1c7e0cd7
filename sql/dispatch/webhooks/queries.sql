-- Written by "npm run sql" from src/dispatch/webhooks/queries.ts.

-- listWebhooks: count, id, isEnabled, name, threshold, trigger, url
select w.id, w.name, w.url, w.trigger, w.threshold, w.count, w.is_enabled as "isEnabled" from dispatch.webhooks w where w.organization_id = $1 order by w.created_at, w.id;

-- listThresholds: threshold, trigger
select distinct trigger, threshold from dispatch.webhooks
where organization_id = $1 and threshold is not null and is_enabled order by trigger, threshold;

-- insertWebhook
insert into dispatch.webhooks (organization_id, id, name, url, trigger, threshold, after_event, created_at)
values ($1, $2, $3, $4, $5, $6,
  $7, $8);

-- insertWebhook 2
insert into platform.log_cursors (organization_id, reader, event_id)
values ($1, $2, $3) on conflict do nothing;

-- deleteWebhook
delete from dispatch.webhooks where organization_id = $1 and id = $2;

-- deleteWebhook 2
delete from platform.log_cursors
where organization_id = $1 and reader = $2
  and not exists (select from dispatch.webhooks where organization_id = $3);

-- insertDeliveries: webhook_id
with written as (
  insert into dispatch.webhook_deliveries (organization_id, webhook_id, event_id, body, created_at, next_at)
  select w.organization_id, w.id, n.event_id, n.body, $1, $2
  from unnest($3::bigint[], $4::int[],
    $5::text[], $6::float8[])
    as n (event_id, trigger, body, threshold)
  join dispatch.webhooks w on w.organization_id = $7 and w.trigger = n.trigger
    and w.is_enabled and w.after_event < n.event_id and (n.threshold is null or w.threshold = n.threshold)
  on conflict do nothing returning webhook_id)
select distinct webhook_id from written;

-- listDueWebhooks: organizationId, webhookId
select distinct w.organization_id as "organizationId", w.id as "webhookId"
from dispatch.webhook_deliveries d
join dispatch.webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
where d.next_at <= $1 and (w.delivering_until is null or w.delivering_until < $2) limit $3;

-- leaseWebhook: trigger, url
update dispatch.webhooks set delivering_until = $1
where organization_id = $2 and id = $3 and is_enabled
  and (delivering_until is null or delivering_until < $4 or delivering_until = $5)
returning url, trigger;

-- endLease
select from dispatch.webhooks where organization_id = $1 and id = $2 for update;

-- releaseLease
update dispatch.webhooks set delivering_until = null where organization_id = $1 and id = $2;

-- nextDelivery: attempts, body, createdAt, eventId
select event_id as "eventId", body, attempts, created_at as "createdAt" from dispatch.webhook_deliveries
where organization_id = $1 and webhook_id = $2 and next_at <= $3
order by event_id limit 1;

-- recordSuccess
with delivered as (
  delete from dispatch.webhook_deliveries
  where organization_id = $1 and webhook_id = $2 and event_id = $3)
update dispatch.webhooks set count = count + 1, consecutive_failures = 0
where organization_id = $4 and id = $5;

-- recordFailure: isEnabled
update dispatch.webhooks set consecutive_failures = consecutive_failures + 1,
  is_enabled = is_enabled and consecutive_failures + 1 <= $1
where organization_id = $2 and id = $3 returning is_enabled as "isEnabled";

-- recordFailure 2
delete from dispatch.webhook_deliveries where organization_id = $1 and webhook_id = $2;

-- postpone
update dispatch.webhook_deliveries set attempts = attempts + 1, next_at = $1
where organization_id = $2 and webhook_id = $3 and event_id = $4;

-- forgetDelivery
delete from dispatch.webhook_deliveries
where organization_id = $1 and webhook_id = $2 and event_id = $3;

-- findSealedSecret: sealed
select sealed from platform.sealed_secrets where organization_id = $1 and name = 'webhook';

-- insertSealedSecret
insert into platform.sealed_secrets (organization_id, name, sealed) values ($1, 'webhook', $2);
