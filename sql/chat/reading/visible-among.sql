-- Written by "npm run sql" from src/chat/reading/visible-among.ts.

-- seesAnyOf
select 1 from chat.messages m
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
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end) limit 1;

-- unreadAmong: id, text
select m.id, m.plain_text as text from chat.messages m
where m.organization_id = $1 and m.id = any($2::bigint[])
  and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $3 and d.user_id = $4)
when m.channel_id <@ $5::int8multirange then true else m.channel_id <@ $6::int8multirange and (m.sender_id = $7
or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $8 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $9
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
select true from chat.subscription_periods p
where p.organization_id = $10 and p.channel_id = m.channel_id and p.user_id = $11
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end) and (not (m.sender_id = $12 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $13 and d.user_id = $14)
  when m.channel_id <@ $15::int8multirange then coalesce((
    select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
    from chat.subscription_periods p
    where p.organization_id = $16 and p.channel_id = m.channel_id and p.user_id = $17
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
    and (m.sent_channel_id is null or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $18 and p.channel_id = m.sent_channel_id and p.user_id = $19
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $20 and r.user_id = $21 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false))
order by m.id;
