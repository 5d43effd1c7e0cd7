-- Written by "npm run sql" from src/chat/messages/mentions/queries.ts.

-- loadMentionedUsers: fullName, id
select id, full_name as "fullName" from chat.users
where organization_id = $1 and is_active
  and (lower(full_name) = any($2::text[]) or id = any($3::bigint[]))
order by id limit $4;

-- loadMentionedGroups: id, isSystemGroup, mayMention, name
select id, name, is_system_group as "isSystemGroup", permissions->'can_mention_group' as "mayMention"
from chat.user_groups
where organization_id = $1 and not deactivated and lower(name) = any($2::text[]);

-- hasMoreSubscribersThan
select 1 from chat.subscriptions where organization_id = $1 and channel_id = $2
offset $3 limit 1;

-- loadTopicParticipants: id
select distinct sender_id as id from (
  select sender_id from chat.messages
  where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3)
  order by id desc limit $4) as newest
order by 1;
