-- Written by "npm run sql" from src/platform/outbound/outbox.ts.

-- doQueueOutbound
insert into platform.outbox (organization_id, channel, recipient, subject, body, created_at)
values ($1, $2, $3, $4, $5, $6);

-- listOutbox: body, channel, createdAt, id, recipient, sentAt, subject
select id, channel, recipient, subject, body, created_at as "createdAt", sent_at as "sentAt"
from platform.outbox where organization_id = $1 order by id desc limit $2;
