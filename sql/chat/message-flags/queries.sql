-- Written by "npm run sql" from src/chat/message-flags/queries.ts.

-- loadMarkable: bits, channelId, id, isMentioned, isMuted, isUnread, topic, userIds
select m.id, m.channel_id as "channelId", m.topic, (not (m.sender_id = $1 and m.read_by_sender)
and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $2 and d.user_id = $3)
  when m.channel_id <@ $4::int8multirange then coalesce((
    select p.after_message_id < m.id from chat.subscription_periods p
    where p.organization_id = $5 and p.channel_id = m.channel_id and p.user_id = $6
      and p.until_message_id is null order by p.after_event_id desc limit 1), false)
  else false end)
and not coalesce((
  select r.ranges @> m.id from chat.read_ranges r
  where r.organization_id = $7 and r.user_id = $8 and r.recipient_id = m.recipient_id), false)) as "isUnread", coalesce(f.flags, 0) as bits,
  (((m.wildcard & 1 <> 0 or m.mentioned_group_ids && $9::bigint[]) or coalesce((
select f.flags & 28 <> 0 from chat.message_flags f
where f.organization_id = $10 and f.user_id = $11 and f.message_id = m.id), false)) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $12 and d.user_id = $13)
when m.id > $14 and m.channel_id <@ $15::int8multirange then true
else m.channel_id <@ $16::int8multirange and (m.sender_id = $17 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $18 and p.channel_id = m.channel_id and p.user_id = $19
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)) as "isMentioned", (m.channel_id is not null and case coalesce((
select v.policy from chat.topic_visibility v
where v.organization_id = $20 and v.user_id = $21 and v.channel_id = m.channel_id
  and lower(v.topic) = lower(m.topic)), 0) when 1 then true when 0 then m.channel_id in (
    select s.channel_id from chat.subscriptions s
    where s.organization_id = $22 and s.user_id = $23 and s.is_muted) else false end) as "isMuted",
  case when m.channel_id is null then (
    select c.user_ids from chat.direct_conversations c
    where c.organization_id = $24 and c.recipient_id = m.recipient_id) else '{}' end as "userIds"
from chat.messages m
  left join chat.message_flags f
    on f.organization_id = $25 and f.user_id = $26 and f.message_id = m.id
where m.organization_id = $27 and m.id = any($28::bigint[]) and (case when m.channel_id is null then m.recipient_id in (
select d.recipient_id from chat.direct_conversation_members d
where d.organization_id = $29 and d.user_id = $30)
when m.channel_id <@ $31::int8multirange then true else m.channel_id <@ $32::int8multirange and (m.sender_id = $33 or coalesce((
select true from chat.subscription_periods p
where p.organization_id = $34 and p.channel_id = m.channel_id and p.user_id = $35
  and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)) end)
order by m.id;

-- addToRead
insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
select $1, $2, m.recipient_id, range_agg(int8range(gap.id, m.id, '(]'))
from chat.messages m cross join lateral (
  select coalesce(max(p.id) filter (where not p.own), min(p.id) - 1, 0) as id
  from (
    select b.id, b.sender_id = $3::bigint and b.read_by_sender as own from chat.messages b
    where b.organization_id = $4 and b.recipient_id = m.recipient_id and b.id < m.id
    order by b.id desc limit $5) p) gap
where m.organization_id = $6 and m.id = any($7::bigint[])
group by m.recipient_id order by m.recipient_id
on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges;

-- removeFromRead
update chat.messages set read_by_sender = false
where organization_id = $1 and id = any($2::bigint[]) and sender_id = $3 and read_by_sender;

-- removeFromRead 2
update chat.read_ranges r set ranges = r.ranges - unread.ids
from (
  select recipient_id, range_agg(int8range(id, id, '[]')) as ids from chat.messages
  where organization_id = $1 and id = any($2::bigint[]) group by recipient_id) unread
where r.organization_id = $3 and r.user_id = $4 and r.recipient_id = unread.recipient_id;

-- addFlag (starred)
insert into chat.message_flags as known (organization_id, user_id, message_id, flags)
-- Locked, so that one which is just being deleted is left out.
select organization_id, $1, id, 1 from chat.messages
where organization_id = $2 and id = any($3::bigint[]) order by id for key share
on conflict (organization_id, user_id, message_id) do update set flags = known.flags | excluded.flags;

-- addFlag (collapsed)
insert into chat.message_flags as known (organization_id, user_id, message_id, flags)
-- Locked, so that one which is just being deleted is left out.
select organization_id, $1, id, 2 from chat.messages
where organization_id = $2 and id = any($3::bigint[]) order by id for key share
on conflict (organization_id, user_id, message_id) do update set flags = known.flags | excluded.flags;

-- removeFlag (starred)
update chat.message_flags set flags = flags & ~1 where organization_id = $1 and user_id = $2 and message_id = any($3::bigint[]);

-- removeFlag (collapsed)
update chat.message_flags set flags = flags & ~2 where organization_id = $1 and user_id = $2 and message_id = any($3::bigint[]);

-- removeFlag 2
delete from chat.message_flags where organization_id = $1 and user_id = $2 and message_id = any($3::bigint[]) and flags = 0;
