-- Written by "npm run sql" from src/chat/topics/queries.ts.

-- hasVisibleMessage
select 1 from chat.messages m
where m.organization_id = $1 and m.channel_id = $2 and lower(m.topic) = lower($3)
  and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $4 and d.user_id = $5)
when m.channel_id <@ $6::int8multirange then true else m.channel_id <@ $7::int8multirange and (m.sender_id = $8
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $9 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $10
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $11 and p.channel_id = m.channel_id and p.user_id = $12
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
limit 1;

-- loadVisibleTopics: max_id, name
with recursive known as (
  (select lower(m.topic) as topic from chat.messages m
    where m.organization_id = $1 and m.channel_id = $2
    order by lower(m.topic) limit 1)
  union all
  select (
    select lower(m.topic) from chat.messages m
    where m.organization_id = $3 and m.channel_id = $4 and lower(m.topic) > known.topic
    order by lower(m.topic) limit 1)
  from known where known.topic is not null)
select newest.topic as name, newest.id as max_id
from (select topic from known where topic is not null limit $5) each cross join lateral (
  select m.topic, m.id from chat.messages m
  where m.organization_id = $6 and m.channel_id = $7 and lower(m.topic) = each.topic
    and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $8 and d.user_id = $9)
when m.channel_id <@ $10::int8multirange then true else m.channel_id <@ $11::int8multirange and (m.sender_id = $12
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $13 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $14
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $15 and p.channel_id = m.channel_id and p.user_id = $16
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
  order by m.id desc limit 1) newest
where newest.id < $17
order by newest.id desc
limit $18;
