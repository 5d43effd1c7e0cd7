-- Written by "npm run sql" from src/chat/register/queries.ts.

-- loadStarredIds: id
select m.id from (
  select message_id as id from chat.message_flags
  where organization_id = $1 and user_id = $2 and flags & 1 <> 0
  order by message_id desc limit $3) newest
join chat.messages m on m.organization_id = $4 and m.id = newest.id
where (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $5 and d.user_id = $6)
when m.channel_id <@ $7::int8multirange then true else m.channel_id <@ $8::int8multirange and (m.sender_id = $9
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $12 and p.channel_id = m.channel_id and p.user_id = $13
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end) order by m.id;

-- loadRecentDirectConversations: max_message_id, user_ids
select last.id as max_message_id, array_remove(c.user_ids, $1::bigint) as user_ids
from chat.direct_conversation_members m
  join chat.direct_conversations c on c.organization_id = m.organization_id and c.recipient_id = m.recipient_id
  cross join lateral (
    select id from chat.messages
    where organization_id = m.organization_id and recipient_id = m.recipient_id order by id desc limit 1) last
where m.organization_id = $2 and m.user_id = $3
order by last.id desc limit $4;
