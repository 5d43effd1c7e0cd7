-- Written by "npm run sql" from src/platform/outbound/outbox.ts.

-- doWriteOutbound: id, organizationId
insert into platform.outbox (organization_id, channel, recipient, subject, body, created_at, state, event_key,
  reference, expires_at, ignores_quiet_hours, due_at, changed_at, thread, unsubscribe_url, sealed_reply_to,
  sealed_pin)
select m."organizationId", m.channel, m.recipient, m.subject, m.body, $1, 'queued', m."eventKey", m.reference,
  m."expiresAt", m."ignoresQuietHours", $2, $3, m.thread, m."unsubscribeUrl",
  m."sealedReplyTo", m."sealedPin"
from jsonb_to_recordset($4::jsonb) as m ("organizationId" text, channel text, recipient text,
  subject text, body text, "eventKey" text, reference text, "expiresAt" timestamptz, "ignoresQuietHours" boolean,
  thread text, "unsubscribeUrl" text, "sealedReplyTo" bytea, "sealedPin" bytea)
on conflict (organization_id, channel, event_key) where event_key is not null do nothing
returning organization_id as "organizationId", id;

-- findOutbound: attempts, body, channel, createdAt, detail, id, recipient, segments, sender, sentAt, state, subject
select
id, channel, state, recipient, sender, subject, body, segments, attempts, detail, created_at as "createdAt",
sent_at as "sentAt" from platform.outbox where organization_id = $1 and id = $2;

-- listOutbox: attempts, body, channel, createdAt, detail, id, recipient, segments, sender, sentAt, state, subject
select
id, channel, state, recipient, sender, subject, body, segments, attempts, detail, created_at as "createdAt",
sent_at as "sentAt" from platform.outbox where organization_id = $1 order by id desc limit $2;

-- loadOutboxPage: attempts, channel, createdAt, detail, id, recipient, sentAt, state, subject
select id, channel, state, recipient, subject, attempts, detail, created_at as "createdAt", sent_at as "sentAt"
from platform.outbox
where organization_id = $1 and ($2::bigint is null or id < $3::bigint)
order by id desc limit $4;
