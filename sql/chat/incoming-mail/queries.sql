-- Written by "npm run sql" from src/chat/incoming-mail/queries.ts.

-- ensureToken: token
insert into chat.channel_mail_addresses as kept (organization_id, channel_id, requester_id, sender_id, token)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, channel_id, requester_id, sender_id) do update set token = kept.token
returning token;

-- loadAddress: channelId, organizationId, requesterId, senderId
select organization_id as "organizationId", channel_id as "channelId", requester_id as "requesterId",
  sender_id as "senderId"
from chat.channel_mail_addresses
where token = $1 and organization_id in (select id from platform.open_organizations);
