-- Written by "npm run sql" from src/chat/messages/query/run-query.ts.

-- selectAmong (messages by ID): id
select m.id from chat.messages m
  where m.organization_id = $1 and m.id = any($2::bigint[]) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.channel_id <@ $5::int8multirange then true else m.channel_id <@ $6::int8multirange and (m.sender_id = $7
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $8 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $9
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
  order by m.id;

-- selectAmong (messages by ID in a channel): id
select m.id from chat.messages m
where m.organization_id = $1 and m.id = any($2::bigint[]) and m.recipient_id = $3
order by m.id;

-- selectAmong (messages by ID that a search finds): id
select m.id from chat.messages m
  where m.organization_id = $1 and m.id = any($2::bigint[]) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.sent_channel_id is null and m.id > $5 and m.channel_id <@ $6::int8multirange then true
else m.channel_id <@ $7::int8multirange
and (m.sender_id = $8 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end) and coalesce((
select d.document @@ $11::tsquery and (d.document @@ $12::tsquery or (d.document @@ $13::tsquery and position($14 in chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic))) > 0)) and (d.document @@ $15::tsquery and position($16 in chat.search_fold(m.plain_text || ' ' || m.topic)) > 0)
from (select coalesce(
  (select s.document from chat.message_search s where s.organization_id = m.organization_id and s.message_id = m.id),
  chat.search_document($17, m.plain_text, m.topic)) as document offset 0) d), false)
  order by m.id;
