-- Written by "npm run sql" from src/platform/outbound/queries.ts.

-- lockPending: attempts, body, channel, dailyLimit, expiresAt, id, ignoresQuietHours, isOptedOut, number, organizationId, quietFrom, quietTo, recipient, reference, sealedPin, sealedReplyTo, state, subject, thread, timezone, unsubscribeUrl
select m.organization_id as "organizationId", m.id, m.channel, m.state, m.recipient, m.subject, m.body, m.reference,
  m.thread, m.unsubscribe_url as "unsubscribeUrl", m.sealed_reply_to as "sealedReplyTo",
  m.sealed_pin as "sealedPin", m.attempts,
  m.expires_at as "expiresAt", m.ignores_quiet_hours as "ignoresQuietHours", o.timezone, s.number,
  s.quiet_from as "quietFrom", s.quiet_to as "quietTo", s.daily_limit as "dailyLimit",
  m.channel = 'sms' and (
    exists (select from platform.sms_opt_outs x where x.organization_id = m.organization_id and x.phone = m.recipient)
    or exists (select from platform.sms_opt_outs x
      where x.number = coalesce(s.number, $1::text) and x.phone = m.recipient)) as "isOptedOut"
from platform.outbox m join platform.organizations o on o.id = m.organization_id
  left join platform.sms_settings s on s.organization_id = m.organization_id
where m.organization_id = $2 and m.id = $3 and m.state in ('queued', 'sending')
for update of m;

-- saveProgress
update platform.outbox set state = $1, detail = $2,
  provider = coalesce($3::text, provider),
  provider_id = coalesce($4::text, provider_id),
  sender = coalesce($5::text, sender),
  segments = coalesce($6::int, segments),
  due_at = coalesce($7::timestamptz, due_at),
  attempts = attempts + $8::int, changed_at = $9,
  sent_at = case when $10::boolean then $11::timestamptz else sent_at end
where organization_id = $12 and id = $13 and state in ('queued', 'sending', 'unknown');

-- countSms
insert into platform.sms_days as d (organization_id, day, messages, segments)
values ($1, $2, 1, $3)
on conflict (organization_id, day) do update set messages = d.messages + 1, segments = d.segments + excluded.segments
where d.messages < $4::int;

-- listOverdue: id, organizationId
update platform.outbox set due_at = $1
where (organization_id, id) in (
  select organization_id, id from platform.outbox
  where state in ('queued', 'sending') and due_at < $2
    and organization_id in (select id from platform.open_organizations) order by due_at limit $3 for update skip locked)
returning organization_id as "organizationId", id;

-- deleteOldOutbound
delete from platform.outbox
where ctid >= $1::tid and ctid < $2::tid and created_at < $3 and state not in ('queued', 'sending');

-- deleteOldInbound
delete from platform.sms_inbound where ctid >= $1::tid and ctid < $2::tid and received_at < $3;

-- deleteOldSmsDays
delete from platform.sms_days where ctid >= $1::tid and ctid < $2::tid and day < $3::timestamptz::date;
