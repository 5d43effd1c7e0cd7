-- Written by "npm run sql" from src/chat/messages/fetch/first-unread-queries.ts.

-- scanToUnread: id, looked, next
select (select m.id from (
select m.* from chat.messages m where m.organization_id = $1 and m.id >= $2
order by m.id limit 200) m where (not (m.sender_id = $3 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
  when m.channel_id <@ $6::int8multirange then coalesce((
    select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
    from chat.subscription_periods p
    where p.organization_id = $7 and p.channel_id = m.channel_id and p.user_id = $8
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
    and (m.sent_channel_id is null or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = m.sent_channel_id and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $11 and r.user_id = $12 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false)) and not (m.channel_id is not null and case coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $13 and v.user_id = $14 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
    select s.channel_id from chat.subscriptions s
    where s.organization_id = $15 and s.user_id = $16 and s.is_muted) else false end) order by m.id limit 1) as id,
  count(*) as looked, coalesce(max(w.id) + 1, $17) as next
from (
select m.* from chat.messages m where m.organization_id = $18 and m.id >= $19
order by m.id limit 200) w;

-- newestMessageId: id
select message_id as id from platform.log_heads where organization_id = $1;
