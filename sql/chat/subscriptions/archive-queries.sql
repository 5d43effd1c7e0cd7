-- Written by "npm run sql" from src/chat/subscriptions/archive-queries.ts.

-- loadUnreadRows: id, isMentioned, isMuted, mentionedGroupIds, topic, userId
with unread as (
  select n.user_id, m.id, m.topic, m.mentioned_user_ids, m.mentioned_group_ids, m.wildcard
  from (
  select user_id, id from (
    (
  select g.user_id, m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id, int8multirange(int8range(max(p.after_message_id) + 1, null)) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
where p.organization_id = $1 and p.until_message_id is null and p.channel_id = any($2::bigint[]) and p.user_id = any($3::bigint[])
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $4
  and done.user_id = r.user_id and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g cross join lateral (
    select id from chat.messages m
    where organization_id = $5 and recipient_id = g.recipient_id and m.sent_recipient_id is null and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
    order by id desc limit $6) m)
    union all (
  select g.user_id, m.id from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id,
  range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
where p.organization_id = $7 and p.user_id = any($8::bigint[])
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $9
  and done.user_id = r.user_id and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g cross join lateral (
    select id from chat.messages m
    where organization_id = $10 and m.channel_id = any($11::bigint[]) and m.sent_recipient_id = g.recipient_id and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender) and exists (
  select from chat.subscription_periods here
    join chat.channels c on c.organization_id = here.organization_id and c.id = here.channel_id and not c.is_archived
  where here.organization_id = $12 and here.channel_id = m.channel_id and here.user_id = g.user_id
    and here.until_message_id is null and here.after_event_id < m.moved_event_id)
    order by id desc limit $13) m)) m
  order by id desc limit $14) n
    join chat.messages m on m.organization_id = $15 and m.id = n.id)
select u.user_id as "userId", u.id, u.topic, u.mentioned_group_ids as "mentionedGroupIds",
  u.mentioned_user_ids @> array[u.user_id] or u.wildcard & 1 <> 0
    or (u.wildcard & 2 <> 0 and coalesce(f.flags, 0) & 16 <> 0) as "isMentioned",
  case coalesce(v.policy, 0) when 1 then true when 0 then s.is_muted else false end as "isMuted"
from unread u
  join chat.subscriptions s
    on s.organization_id = $16 and s.channel_id = $17 and s.user_id = u.user_id
  left join chat.topic_visibility v on v.organization_id = $18 and v.user_id = u.user_id
    and v.channel_id = $19 and lower(v.topic) = lower(u.topic)
  left join chat.message_flags f on u.wildcard & 2 <> 0
    and f.organization_id = $20 and f.user_id = u.user_id and f.message_id = u.id
order by u.user_id, u.id;
