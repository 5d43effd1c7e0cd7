-- Written by "npm run sql" from src/chat/incoming-mail/reply-queries.ts.

-- insertReplyAddresses
insert into chat.reply_addresses (organization_id, user_id, token_hash, sent_to, message_id, channel_id, topic, user_ids,
  expires_at)
select a."organizationId", a."userId", decode(a.hash, 'hex'), a."sentTo", a."messageId", a."channelId", a.topic, a."userIds",
  $1
from jsonb_to_recordset($2::jsonb) as a ("organizationId" text, "userId" bigint, hash text,
  "sentTo" text, "messageId" bigint, "channelId" bigint, topic text, "userIds" bigint[]);

-- loadReplyAddress: channelId, messageId, organizationId, sentTo, topic, userId, userIds
select organization_id as "organizationId", user_id as "userId", sent_to as "sentTo",
  message_id as "messageId", channel_id as "channelId", topic, user_ids as "userIds"
from chat.reply_addresses
where token_hash = $1 and expires_at > $2
  and organization_id in (select id from platform.open_organizations);

-- deleteExpiredReplyAddresses
delete from chat.reply_addresses where ctid >= $1::tid and ctid < $2::tid and expires_at <= $3;
