-- Written by "npm run sql" from src/chat/messages/fetch/first-unread-queries.ts.

-- scanToUnread: id, looked, next
select (select m.id from (
select m.* from chat.messages m where m.organization_id = $1 and m.id >= $2
order by m.id limit 200) m where (not (m.sender_id = $3 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
  when m.channel_id <@ $6::int8multirange then coalesce((
    select p.after_message_id < m.id from chat.subscription_periods p
    where p.organization_id = $7 and p.channel_id = m.channel_id and p.user_id = $8
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $9 and r.user_id = $10 and r.recipient_id = m.recipient_id), false)) order by m.id limit 1) as id,
  count(*) as looked, coalesce(max(w.id) + 1, $11) as next
from (
select m.* from chat.messages m where m.organization_id = $12 and m.id >= $13
order by m.id limit 200) w;

-- newestMessageId: id
select message_id as id from platform.log_heads where organization_id = $1;
