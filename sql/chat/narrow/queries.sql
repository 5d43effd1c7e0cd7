-- Written by "npm run sql" from src/chat/narrow/queries.ts.

-- findConversationOfMessage: channelId, recipientId, topic
select m.channel_id as "channelId", m.recipient_id as "recipientId", m.topic from chat.messages m
where m.organization_id = $1 and m.id = $2 and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.channel_id <@ $5::int8multirange then true else m.channel_id <@ $6::int8multirange and (m.sender_id = $7
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $8 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $9
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end);
