-- Written by "npm run sql" from src/dispatch/webhooks/queries.ts.

-- listWebhooks: count, id, isEnabled, name, threshold, trigger, url
select w.id, w.name, w.url, w.trigger, w.threshold, w.count, w.is_enabled as "isEnabled" from dispatch.webhooks w where w.organization_id = $1 order by w.created_at, w.id;

-- listThresholds: threshold, trigger
select distinct trigger, threshold from dispatch.webhooks
where organization_id = $1 and threshold is not null and is_enabled order by trigger, threshold;

-- insertWebhook
insert into dispatch.webhooks (organization_id, id, name, url, receiver, trigger, threshold, after_event, created_at)
values ($1, $2, $3, $4, $5, $6,
  $7, $8, $9);

-- ensureReceiver
insert into dispatch.webhook_receivers (organization_id, receiver) values ($1, $2)
on conflict do nothing;

-- deleteIdleReceivers
delete from dispatch.webhook_receivers r where r.organization_id = $1 and not exists (
  select from dispatch.webhooks w where w.organization_id = r.organization_id and w.receiver = r.receiver);

-- deleteWebhook
delete from dispatch.webhooks where organization_id = $1 and id = $2;

-- deleteWebhook 2
delete from platform.log_cursors
where organization_id = $1 and reader = $2
  and not exists (select from dispatch.webhooks where organization_id = $3);

-- saveWebhook
update dispatch.webhooks set name = $1, url = $2, receiver = $3, trigger = $4,
  threshold = $5, is_enabled = $6, after_event = coalesce($7, after_event),
  consecutive_failures = case when ($8 and not is_enabled) or url <> $9 then 0 else consecutive_failures end
where organization_id = $10 and id = $11;

-- findWebhook: count, id, isEnabled, name, threshold, trigger, url
select w.id, w.name, w.url, w.trigger, w.threshold, w.count, w.is_enabled as "isEnabled" from dispatch.webhooks w where w.organization_id = $1 and w.id = $2;

-- findWebhookAnywhere: count, id, isEnabled, name, organizationId, threshold, trigger, url
select w.id, w.name, w.url, w.trigger, w.threshold, w.count, w.is_enabled as "isEnabled", w.organization_id as "organizationId" from dispatch.webhooks w where w.id = $1;

-- findSealedSecrets: isShown, name, sealed
select name, sealed, is_shown as "isShown" from platform.sealed_secrets
where organization_id = $1 and name in ('webhook', 'webhook-next');

-- listSealedSecrets: current, isShown, next, organizationId
select s.organization_id as "organizationId", s.sealed as current, s.is_shown as "isShown", n.sealed as next
from platform.sealed_secrets s
  left join platform.sealed_secrets n on n.organization_id = s.organization_id and n.name = 'webhook-next'
where s.organization_id = any($1::text[]) and s.name = 'webhook';

-- insertSealedSecret
insert into platform.sealed_secrets (organization_id, name, sealed, is_shown)
values ($1, $2, $3, $4)
on conflict (organization_id, name) do nothing;

-- showSealedSecret: sealed
update platform.sealed_secrets set is_shown = true
where organization_id = $1 and name = 'webhook' and not is_shown returning sealed;

-- deleteSealedSecret
delete from platform.sealed_secrets where organization_id = $1 and name = $2;

-- promoteSealedSecret
with next as (
  delete from platform.sealed_secrets where organization_id = $1 and name = 'webhook-next'
  returning sealed, is_shown)
insert into platform.sealed_secrets (organization_id, name, sealed, is_shown)
select $2, 'webhook', sealed, is_shown from next
on conflict (organization_id, name) do update set sealed = excluded.sealed, is_shown = excluded.is_shown;
