-- Written by "npm run sql" from src/platform/outbound/sms/inbox.ts.

-- addresseeOf: organizationId
select organization_id as "organizationId" from platform.sms_settings
where number = $1 and organization_id in (select id from platform.open_organizations);

-- addresseeOf 2: isOpen, organizationId
select organization_id as "organizationId",
  organization_id in (select id from platform.open_organizations) as "isOpen"
from platform.outbox
where sender = $1 and recipient = $2 and state in ('sent', 'delivered', 'unknown') and changed_at >= $3
  and (not $4::boolean or organization_id in (select id from platform.open_organizations))
order by changed_at desc limit 1;

-- insertInbound
insert into platform.sms_inbound (organization_id, provider, provider_id, number, phone, body, received_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing;

-- insertOptOut
insert into platform.sms_opt_outs (organization_id, phone, number, at)
values ($1, $2, $3, $4) on conflict do nothing;

-- deleteOptOuts
delete from platform.sms_opt_outs
where phone = $1 and (organization_id = $2 or number = $3);

-- hasOptedOut
select from platform.sms_opt_outs where organization_id = $1 and phone = $2;

-- saveReceipt
update platform.outbox set state = $1, detail = $2, changed_at = $3,
  sent_at = coalesce(sent_at, case when $4 = 'failed' then null else $5::timestamptz end)
where reference = $6 and channel = 'sms'
  and (state in ('queued', 'sending', 'unknown') or (state = 'sent' and $7 <> 'sent'));
