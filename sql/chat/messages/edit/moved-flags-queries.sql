-- Written by "npm run sql" from src/chat/messages/edit/moved-flags-queries.ts.

-- loadReceptionChanges: gained, lost, read, userIds
with moved as materialized (
  select range_agg(int8range(id, id, '[]')) as ids from unnest($1::bigint[]) as id),
person as (
  select t.user_id, moved.ids * coalesce(f.came, '{}') as had, moved.ids * t.came as has,
    case when f.after < t.after
      then moved.ids * int8multirange(int8range(f.after, t.after, '(]')) - coalesce(r.ranges, '{}')
      else '{}'::int8multirange end as read
  from (
select p.user_id, range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as came,
  max(p.after_message_id) filter (where p.until_message_id is null) as after
from chat.subscription_periods p
where p.organization_id = $2 and p.channel_id = $3 group by p.user_id) t cross join moved
    left join (
select p.user_id, range_agg(int8range(p.after_message_id, p.until_message_id, '(]')) as came,
  max(p.after_message_id) filter (where p.until_message_id is null) as after
from chat.subscription_periods p
where p.organization_id = $4 and p.channel_id = $5 group by p.user_id) f on f.user_id = t.user_id
    left join chat.read_ranges r
      on r.organization_id = $6 and r.user_id = t.user_id and r.recipient_id = $7
  where t.after is not null),
change as (
  select user_id, case when $8::boolean then had - has else '{}' end as lost, has - had as gained,
    case when $9::boolean then read else read * has end as read
  from person)
select array_agg(user_id order by user_id) as "userIds",
  array(select id from unnest($10::bigint[]) as id where id <@ lost order by id) as lost,
  array(select id from unnest($11::bigint[]) as id where id <@ gained order by id) as gained,
  array(select id from unnest($12::bigint[]) as id where id <@ read order by id) as read
from change where not (isempty(lost) and isempty(gained) and isempty(read)) group by lost, gained, read;

-- loadFlaggingMessages: channelWildcard, id, mentionedGroupIds, readBySender, senderId
select id, sender_id as "senderId", read_by_sender as "readBySender", wildcard & 1 <> 0 as "channelWildcard",
  mentioned_group_ids as "mentionedGroupIds"
from chat.messages where organization_id = $1 and id = any($2::bigint[]) order by id;

-- loadNamings: bits, messageId, userId
select user_id as "userId", message_id as "messageId", flags & $1::int as bits from chat.message_flags
where organization_id = $2 and message_id = any($3::bigint[]) and flags & $4::int <> 0;

-- loadStars: ids, userId
select user_id as "userId", array_agg(message_id order by message_id) as ids from chat.message_flags
where organization_id = $1 and message_id = any($2::bigint[])
  and flags & $3::int <> 0
group by user_id order by user_id;
