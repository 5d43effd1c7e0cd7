-- Written by "npm run sql" from src/platform/outbound/outbox.ts.

-- doQueueOutbound: id
insert into platform.outbox (organization_id, channel, recipient, subject, body, created_at, state, event_key,
  reference, expires_at, ignores_quiet_hours, due_at, changed_at)
values ($1, $2, $3, $4, $5, $6, 'queued', $7,
  $8, $9, $10, $11, $12)
on conflict (organization_id, channel, event_key) where event_key is not null do nothing returning id;

-- listOutbox: attempts, body, channel, createdAt, detail, id, recipient, segments, sender, sentAt, state, subject
select id, channel, state, recipient, sender, subject, body, segments, attempts, detail,
  created_at as "createdAt", sent_at as "sentAt"
from platform.outbox where organization_id = $1 order by id desc limit $2;
