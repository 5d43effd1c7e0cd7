-- Written by "npm run sql" from src/chat/user-topics/queries.ts.

-- loadTopicPolicies: channelId, channelName, policy, topic, updatedAt
select * from (
  select v.channel_id as "channelId", c.name as "channelName", v.topic, v.policy,
    floor(extract(epoch from v.updated_at))::bigint as "updatedAt"
  from chat.topic_visibility v join chat.channels c on c.organization_id = v.organization_id and c.id = v.channel_id
  where v.organization_id = $1 and v.user_id = $2
  order by v.updated_at desc limit $3) newest
order by "channelId", topic;

-- hasTopicPolicy
select 1 from chat.topic_visibility
where organization_id = $1 and user_id = $2 and channel_id = $3
  and lower(topic) = lower($4);

-- loadPoliciesOfTopic: policy, userId
select user_id as "userId", policy from chat.topic_visibility
where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3)
order by user_id;

-- loadStandings: emailVisibility, isBot, isChannelMuted, isSubscribed, policy, settings, userId
select u.id as "userId", u.bot_type is not null as "isBot", u.settings,
  u.email_address_visibility as "emailVisibility", coalesce(v.policy, 0) as policy,
  s.user_id is not null as "isSubscribed", coalesce(s.is_muted, false) as "isChannelMuted"
from chat.users u
  left join chat.subscriptions s
    on s.organization_id = u.organization_id and s.channel_id = $1 and s.user_id = u.id
  left join chat.topic_visibility v
    on v.organization_id = u.organization_id and v.user_id = u.id and v.channel_id = $2
      and lower(v.topic) = lower($3)
where u.organization_id = $4 and u.id = any($5::bigint[]) and u.is_active
order by u.id;
