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

-- loadParticipations: emailVisibility, isBot, isChannelMuted, isSubscribed, policy, settings, userId
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

-- saveTopicPolicies: before, userId
with given as materialized (
select c."userId" as user_id, c.policy
from jsonb_to_recordset($1::jsonb) as c ("userId" bigint, policy smallint)),
before as (
  select user_id, policy from chat.topic_visibility
  where organization_id = $2 and channel_id = $3 and lower(topic) = lower($4)
    and user_id in (select user_id from given)),
cleared as (
  delete from chat.topic_visibility v using given g
  where v.organization_id = $5 and v.channel_id = $6 and v.user_id = g.user_id
    and lower(v.topic) = lower($7) and g.policy = 0
  returning v.user_id),
saved as (
  insert into chat.topic_visibility as known (organization_id, user_id, channel_id, topic, policy, updated_at)
  select $8, g.user_id, $9, $10, g.policy, $11::timestamptz
  from given g where g.policy <> 0 order by g.user_id
  on conflict (organization_id, user_id, channel_id, lower(topic))
    do update set policy = excluded.policy, topic = excluded.topic, updated_at = excluded.updated_at
    where known.policy <> excluded.policy
  returning user_id)
select c.user_id as "userId", coalesce(b.policy, 0) as before
from (select user_id from cleared union all select user_id from saved) c left join before b using (user_id)
order by 1;
