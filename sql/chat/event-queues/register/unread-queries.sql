-- Written by "npm run sql" from src/chat/event-queues/register/unread-queries.ts.

-- loadUnread: channelId, ids, mentions, topic, userIds
with received as (
  select c.recipient_id, int8multirange(int8range(max(p.after_message_id), null, '()')) as ids
  from chat.subscription_periods p
    join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
  where p.organization_id = $1 and p.user_id = $2 and p.until_message_id is null
  group by c.recipient_id
  union all
  select d.recipient_id, int8multirange(int8range(u.first_message_id, null, '(]'))
  from chat.direct_conversation_members d
    join chat.users u on u.organization_id = d.organization_id and u.id = d.user_id
  where d.organization_id = $3 and d.user_id = $4),
gaps as (
  select r.recipient_id, unnest(r.ids - coalesce(read.ranges, '{}')) as ids
  from received r left join chat.read_ranges read
    on read.organization_id = $5 and read.user_id = $6 and read.recipient_id = r.recipient_id),
unread as (
  select m.* from gaps cross join lateral (
    select id, recipient_id, channel_id, topic,
      mentioned_user_ids @> array[$7::bigint] or mentioned_group_ids && $8::bigint[]
        or wildcard & 1 <> 0 as mentioned, wildcard
    from chat.messages
    where organization_id = $9 and recipient_id = gaps.recipient_id
      and id >= lower(gaps.ids) and id < coalesce(upper(gaps.ids), $10::bigint)
      and not (sender_id = $11 and read_by_sender)
    order by id desc limit $12) m
  order by m.id desc limit $13),
flagged as (
  select u.id, u.recipient_id, u.channel_id, u.topic,
    u.mentioned or (u.wildcard & 2 <> 0 and f.flags & 16 <> 0) as mentioned
  from unread u left join chat.message_flags f
    on u.wildcard & 2 <> 0 and f.organization_id = $14 and f.user_id = $15 and f.message_id = u.id)
select channel_id as "channelId", coalesce((array_agg(topic order by id desc))[1], '') as topic,
  (select user_ids from chat.direct_conversations d
    where d.organization_id = $16 and d.recipient_id = flagged.recipient_id) as "userIds",
  array_agg(id order by id) as ids, coalesce(array_agg(id order by id) filter (where mentioned), '{}') as mentions
from flagged group by recipient_id, channel_id, lower(topic)
order by max(id) desc;
