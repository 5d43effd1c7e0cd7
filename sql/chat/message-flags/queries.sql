-- Written by "npm run sql" from src/chat/message-flags/queries.ts.

-- loadMarkable (to mark as read): bits, channelId, id, isMentioned, isMuted, isUnread, sent, topic, userIds
select m.id, m.channel_id as "channelId", m.topic, (not (m.sender_id = $1 and m.read_by_sender)
  and (case when m.channel_id is null then m.recipient_id in (
  select d.recipient_id from chat.direct_conversation_members d
  where d.organization_id = $2 and d.user_id = $3)
    when m.channel_id <@ $4::int8multirange then coalesce((
      select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
      from chat.subscription_periods p
      where p.organization_id = $5 and p.channel_id = m.channel_id and p.user_id = $6
        and p.until_message_id is null order by p.after_event_id desc limit 1), false)
      and (m.sent_channel_id is null or coalesce((
  select true from chat.subscription_periods p
  where p.organization_id = $7 and p.channel_id = m.sent_channel_id and p.user_id = $8
    and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
    else false end)
  and not coalesce((
    select r.ranges @> m.id from chat.read_ranges r
    where r.organization_id = $9 and r.user_id = $10 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false)) as "isUnread", coalesce(f.flags, 0) as bits,
    (((m.wildcard & 1 <> 0 or m.mentioned_group_ids && $11::bigint[]) or coalesce((
  select f.flags & 28 <> 0 from chat.message_flags f
  where f.organization_id = $12 and f.user_id = $13 and f.message_id = m.id), false)) and (case when m.channel_id is null then m.recipient_id in (
  select d.recipient_id from chat.direct_conversation_members d
  where d.organization_id = $14 and d.user_id = $15)
  when m.sent_channel_id is null and m.id > $16 and m.channel_id <@ $17::int8multirange then true
  else m.channel_id <@ $18::int8multirange
  and (m.sender_id = $19 or coalesce((
  select true from chat.subscription_periods p
  where p.organization_id = $20 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $21
    and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)) as "isMentioned", (m.channel_id is not null and case coalesce((
  select v.policy from chat.topic_visibility v
  where v.organization_id = $22 and v.user_id = $23 and v.channel_id = m.channel_id
    and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
      select s.channel_id from chat.subscriptions s
      where s.organization_id = $24 and s.user_id = $25 and s.is_muted) else false end) as "isMuted", case when m.sent_channel_id is not null then json_build_object('channelId', m.sent_channel_id,
'recipientId', m.sent_recipient_id, 'movedAtEventId', m.moved_event_id) end as sent,
    case when m.channel_id is null then (
      select c.user_ids from chat.direct_conversations c
      where c.organization_id = $26 and c.recipient_id = m.recipient_id) else '{}' end as "userIds"
  from chat.messages m
    left join chat.message_flags f
      on f.organization_id = $27 and f.user_id = $28 and f.message_id = m.id
  where m.organization_id = $29 and m.id = any($30::bigint[]) and (case when m.channel_id is null then m.recipient_id in (
  select d.recipient_id from chat.direct_conversation_members d
  where d.organization_id = $31 and d.user_id = $32)
  when m.channel_id <@ $33::int8multirange then true else m.channel_id <@ $34::int8multirange and (m.sender_id = $35
  or coalesce((
  select true from chat.subscription_periods p
  where p.organization_id = $36 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $37
    and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
  select true from chat.subscription_periods p
  where p.organization_id = $38 and p.channel_id = m.channel_id and p.user_id = $39
    and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
  order by m.id;

-- loadMarkable (to mark as unread, or with a star): bits, channelId, id, isMentioned, isMuted, isUnread, sent, topic, userIds
select m.id, m.channel_id as "channelId", m.topic, (not (m.sender_id = $1 and m.read_by_sender)
  and (case when m.channel_id is null then m.recipient_id in (
  select d.recipient_id from chat.direct_conversation_members d
  where d.organization_id = $2 and d.user_id = $3)
    when m.channel_id <@ $4::int8multirange then coalesce((
      select case when m.sent_channel_id is null then p.after_message_id < m.id else p.after_event_id < m.moved_event_id end
      from chat.subscription_periods p
      where p.organization_id = $5 and p.channel_id = m.channel_id and p.user_id = $6
        and p.until_message_id is null order by p.after_event_id desc limit 1), false)
      and (m.sent_channel_id is null or coalesce((
  select true from chat.subscription_periods p
  where p.organization_id = $7 and p.channel_id = m.sent_channel_id and p.user_id = $8
    and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))
    else false end)
  and not coalesce((
    select r.ranges @> m.id from chat.read_ranges r
    where r.organization_id = $9 and r.user_id = $10 and r.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id)), false)) as "isUnread", coalesce(f.flags, 0) as bits,
    (((m.wildcard & 1 <> 0 or m.mentioned_group_ids && $11::bigint[]) or coalesce((
  select f.flags & 28 <> 0 from chat.message_flags f
  where f.organization_id = $12 and f.user_id = $13 and f.message_id = m.id), false)) and (case when m.channel_id is null then m.recipient_id in (
  select d.recipient_id from chat.direct_conversation_members d
  where d.organization_id = $14 and d.user_id = $15)
  when m.sent_channel_id is null and m.id > $16 and m.channel_id <@ $17::int8multirange then true
  else m.channel_id <@ $18::int8multirange
  and (m.sender_id = $19 or coalesce((
  select true from chat.subscription_periods p
  where p.organization_id = $20 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $21
    and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)) as "isMentioned", (m.channel_id is not null and case coalesce((
  select v.policy from chat.topic_visibility v
  where v.organization_id = $22 and v.user_id = $23 and v.channel_id = m.channel_id
    and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
      select s.channel_id from chat.subscriptions s
      where s.organization_id = $24 and s.user_id = $25 and s.is_muted) else false end) as "isMuted", case when m.sent_channel_id is not null then json_build_object('channelId', m.sent_channel_id,
'recipientId', m.sent_recipient_id, 'movedAtEventId', m.moved_event_id) end as sent,
    case when m.channel_id is null then (
      select c.user_ids from chat.direct_conversations c
      where c.organization_id = $26 and c.recipient_id = m.recipient_id) else '{}' end as "userIds"
  from chat.messages m
    left join chat.message_flags f
      on f.organization_id = $27 and f.user_id = $28 and f.message_id = m.id
  where m.organization_id = $29 and m.id = any($30::bigint[]) and (case when m.channel_id is null then m.recipient_id in (
  select d.recipient_id from chat.direct_conversation_members d
  where d.organization_id = $31 and d.user_id = $32)
  when m.channel_id <@ $33::int8multirange then true else m.channel_id <@ $34::int8multirange and (m.sender_id = $35
  or coalesce((
  select true from chat.subscription_periods p
  where p.organization_id = $36 and p.channel_id = coalesce(m.sent_channel_id, m.channel_id) and p.user_id = $37
    and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false) or (m.sent_channel_id is not null and coalesce((
  select true from chat.subscription_periods p
  where p.organization_id = $38 and p.channel_id = m.channel_id and p.user_id = $39
    and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false))) end)
  order by m.id for key share of m;

-- addToRead
insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
select $1, $2, coalesce(m.sent_recipient_id, m.recipient_id), range_agg(int8range(gap.id, m.id, '(]'))
from chat.messages m cross join lateral (
  select greatest(coalesce(max(p.id) filter (where not p.own), min(p.id) - 1, 0), (
    select max(e.id) from chat.messages e
    where e.organization_id = $3 and e.sent_recipient_id = coalesce(m.sent_recipient_id, m.recipient_id) and e.id < m.id)) as id
  from (
    select b.id, b.sender_id = $4::bigint and b.read_by_sender as own from chat.messages b
    where b.organization_id = $5 and b.recipient_id = coalesce(m.sent_recipient_id, m.recipient_id) and b.id < m.id
    order by b.id desc limit $6) p) gap
where m.organization_id = $7 and m.id = any($8::bigint[])
group by 3 order by 3
on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges;

-- removeFromRead
update chat.messages set read_by_sender = false
where organization_id = $1 and id = any($2::bigint[]) and sender_id = $3 and read_by_sender;

-- removeFromRead 2
update chat.read_ranges r set ranges = r.ranges - unread.ids
from (
  select coalesce(m.sent_recipient_id, m.recipient_id) as recipient_id, range_agg(int8range(m.id, m.id, '[]')) as ids from chat.messages m
  where m.organization_id = $1 and m.id = any($2::bigint[]) group by 1) unread
where r.organization_id = $3 and r.user_id = $4 and r.recipient_id = unread.recipient_id;

-- addFlag (starred)
insert into chat.message_flags as known (organization_id, user_id, message_id, flags)
select $1, $2, id, 1 from unnest($3::bigint[]) as id
on conflict (organization_id, user_id, message_id) do update set flags = known.flags | excluded.flags;

-- addFlag (collapsed)
insert into chat.message_flags as known (organization_id, user_id, message_id, flags)
select $1, $2, id, 2 from unnest($3::bigint[]) as id
on conflict (organization_id, user_id, message_id) do update set flags = known.flags | excluded.flags;

-- removeFlag (starred)
update chat.message_flags set flags = flags & ~1 where organization_id = $1 and user_id = $2 and message_id = any($3::bigint[]);

-- removeFlag (collapsed)
update chat.message_flags set flags = flags & ~2 where organization_id = $1 and user_id = $2 and message_id = any($3::bigint[]);

-- removeFlag 2
delete from chat.message_flags where organization_id = $1 and user_id = $2 and message_id = any($3::bigint[]) and flags = 0;
