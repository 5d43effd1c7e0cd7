-- Written by "npm run sql" from src/chat/subscriptions/archive-queries.ts.

-- loadUnreadRows: id, isMentioned, isMuted, mentionedGroupIds, topic, userId
with unread as (
  select g.user_id, m.* from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id, max(p.after_message_id) as after
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
where p.organization_id = $1 and p.until_message_id is null and p.channel_id = $2 and p.user_id = any($3::bigint[])
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $4
  and done.user_id = r.user_id and done.recipient_id = r.recipient_id
cross join lateral unnest(
  int8multirange(int8range(r.after + 1, null)) - coalesce(done.ranges, '{}'::int8multirange)) as gap) g cross join lateral (
    select id, topic, mentioned_user_ids, mentioned_group_ids, wildcard from chat.messages m
    where organization_id = $5 and recipient_id = g.recipient_id and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
    order by id desc limit $6) m
  order by m.id desc limit $7)
select u.user_id as "userId", u.id, u.topic, u.mentioned_group_ids as "mentionedGroupIds",
  u.mentioned_user_ids @> array[u.user_id] or u.wildcard & 1 <> 0
    or (u.wildcard & 2 <> 0 and coalesce(f.flags, 0) & 16 <> 0) as "isMentioned",
  case coalesce(v.policy, 0) when 1 then true when 0 then s.is_muted else false end as "isMuted"
from unread u
  join chat.subscriptions s
    on s.organization_id = $8 and s.channel_id = $9 and s.user_id = u.user_id
  left join chat.topic_visibility v on v.organization_id = $10 and v.user_id = u.user_id
    and v.channel_id = $11 and lower(v.topic) = lower(u.topic)
  left join chat.message_flags f on u.wildcard & 2 <> 0
    and f.organization_id = $12 and f.user_id = u.user_id and f.message_id = u.id
order by u.user_id, u.id;
