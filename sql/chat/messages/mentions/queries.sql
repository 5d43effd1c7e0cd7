-- Written by "npm run sql" from src/chat/messages/mentions/queries.ts.

-- loadMentionedUsers: fullName, id, isStandIn
select id, full_name as "fullName", is_stand_in as "isStandIn" from chat.users
where organization_id = $1 and is_active
  and (lower(full_name) = any($2::text[]) or id = any($3::bigint[]))
order by is_stand_in, id limit $4;

-- loadMentionedGroups: id, isDeactivated, isSystemGroup, mayMention, name
select id, name, is_system_group as "isSystemGroup", deactivated as "isDeactivated", permissions->'can_mention_group' as "mayMention"
from chat.user_groups
where organization_id = $1 and lower(name) = any($2::text[])
order by deactivated desc, id;

-- loadNewestOfTopics: id, index
select asked.index - 1 as index, newest.id
from unnest($1::bigint[], $2::text[])
    with ordinality as asked (channel_id, topic, index)
  cross join lateral (
    select m.id from chat.messages m
    where m.organization_id = $3 and m.channel_id = asked.channel_id
      and lower(m.topic) = lower(asked.topic) and (case when m.channel_id is null then m.recipient_id in (
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
    order by m.id desc limit 1) newest;

-- hasMoreSubscribersThan
select 1 from chat.subscriptions where organization_id = $1 and channel_id = $2
offset $3 limit 1;

-- loadTopicParticipants: id
select distinct sender_id as id from (
  select sender_id from chat.messages
  where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3)
  order by id desc limit $4) as newest
order by 1;
