-- Written by "npm run sql" from src/chat/register/unread-queries.ts.

-- unreadStatement: channelId, ids, isComplete, mentions, topic, userIds
with newest as materialized (
  (
  select m.* from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id, int8multirange(int8range(max(p.after_message_id) + 1, null)) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id and not c.is_archived
where p.organization_id = $1 and p.until_message_id is null and p.user_id = $2
group by p.user_id, c.recipient_id, c.id
union all
select d.user_id, d.recipient_id, null::bigint as channel_id, int8multirange(int8range(1, null)) as span
from chat.direct_conversation_members d where d.organization_id = $3 and d.user_id = $4) r
left join chat.read_ranges done on done.organization_id = $5
  and done.user_id = $6 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g cross join lateral (
    select newest.*, case when count(*) over () = $7 then min(newest.id) over () end as cut from (
      select id, recipient_id, channel_id, topic,
        mentioned_user_ids @> array[$8::bigint] or mentioned_group_ids && $9::bigint[]
          or wildcard & 1 <> 0 as mentioned, wildcard
      from chat.messages m
      where organization_id = $10 and recipient_id = g.recipient_id and m.sent_recipient_id is null and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender)
      order by id desc limit $11) newest) m) union all (
  select m.* from (
select r.user_id, r.recipient_id, r.channel_id, gap from (
select p.user_id, c.recipient_id, c.id as channel_id,
  range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as span
from chat.subscription_periods p
  join chat.channels c on c.organization_id = p.organization_id and c.id = p.channel_id
where p.organization_id = $12 and p.user_id = $13
group by p.user_id, c.recipient_id, c.id) r
left join chat.read_ranges done on done.organization_id = $14
  and done.user_id = $15 and done.recipient_id = r.recipient_id
cross join lateral unnest(
  r.span - coalesce(done.ranges, '{}'::int8multirange)) as gap) g cross join lateral (
    select newest.*, case when count(*) over () = $16 then min(newest.id) over () end as cut from (
      select id, recipient_id, channel_id, topic,
        mentioned_user_ids @> array[$17::bigint] or mentioned_group_ids && $18::bigint[]
          or wildcard & 1 <> 0 as mentioned, wildcard
      from chat.messages m
      where organization_id = $19 and m.sent_recipient_id = g.recipient_id and m.id >= lower(g.gap) and m.id < coalesce(upper(g.gap), 9223372036854775807)
and not (m.sender_id = g.user_id and m.read_by_sender) and exists (
  select from chat.subscription_periods here
    join chat.channels c on c.organization_id = here.organization_id and c.id = here.channel_id and not c.is_archived
  where here.organization_id = $20 and here.channel_id = m.channel_id and here.user_id = g.user_id
    and here.until_message_id is null and here.after_event_id < m.moved_event_id)
      order by id desc limit $21) newest) m)),
unread as materialized (select * from newest order by id desc limit $22),
flagged as (
  select u.id, u.recipient_id, u.channel_id, u.topic,
    u.mentioned or (u.wildcard & 2 <> 0 and f.flags & 16 <> 0) as mentioned
  from unread u left join chat.message_flags f
    on u.wildcard & 2 <> 0 and f.organization_id = $23 and f.user_id = $24 and f.message_id = u.id)
select channel_id as "channelId", coalesce((array_agg(topic order by id desc))[1], '') as topic,
  (select user_ids from chat.direct_conversations d
    where d.organization_id = $25 and d.recipient_id = flagged.recipient_id) as "userIds",
  array_agg(id order by id) as ids, coalesce(array_agg(id order by id) filter (where mentioned), '{}') as mentions,
  (select count(*) >= $26 or (select max(cut) from newest) is null
    from unread where id >= (select max(cut) from newest)) as "isComplete"
from flagged group by recipient_id, channel_id, lower(topic)
order by max(id) desc;
