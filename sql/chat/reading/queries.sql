-- Written by "npm run sql" from src/chat/reading/queries.ts.

-- loadReaderChannels: entryGroups, historyPublicToSubscribers, id, inviteOnly, isArchived, isSubscribed, isWebPublic, presentAfter, presentSince, receivedAfter, receivedUntil, recipientId, wasSubscribed
select c.id, c.recipient_id as "recipientId", c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic",
  c.is_archived as "isArchived", c.history_public_to_subscribers as "historyPublicToSubscribers",
  p.present is not null and p.present as "isSubscribed", p.present is not null as "wasSubscribed",
  coalesce(p.after, '{}') as "receivedAfter", coalesce(p.until, '{}') as "receivedUntil", p.present_after as "presentAfter",
  p.present_since as "presentSince",
  case when c.invite_only then (
    select coalesce(jsonb_agg(c.permissions -> name), '[]') from unnest($1::text[]) as name
    where c.permissions ? name) else '[]' end as "entryGroups"
from chat.channels c
left join (
  select channel_id, bool_or(until_message_id is null) as present,
    max(after_message_id) filter (where until_message_id is null) as present_after,
    max(after_event_id) filter (where until_message_id is null) as present_since,
    array_agg(after_message_id) as after,
    array_agg(coalesce(until_message_id, $2::bigint)) as until
  from chat.subscription_periods
  where organization_id = $3 and user_id = $4 group by channel_id
) p on p.channel_id = c.id
where c.organization_id = $5 order by c.id;

-- loadChannelPeople: isSubscribed, presentAfter, presentSince, receivedAfter, receivedUntil, role, userId
select u.id as "userId", u.role, s.user_id is not null as "isSubscribed",
  coalesce(p.after, '{}') as "receivedAfter", coalesce(p.until, '{}') as "receivedUntil", p.present_after as "presentAfter",
  p.present_since as "presentSince"
from chat.users u
left join chat.subscriptions s
  on s.organization_id = u.organization_id and s.channel_id = $1 and s.user_id = u.id
left join (
  select user_id, max(after_message_id) filter (where until_message_id is null) as present_after,
    max(after_event_id) filter (where until_message_id is null) as present_since,
    array_agg(after_message_id) as after,
    array_agg(coalesce(until_message_id, $2::bigint)) as until
  from chat.subscription_periods
  where organization_id = $3 and channel_id = $4 and user_id = any($5::bigint[])
  group by user_id
) p on p.user_id = u.id
where u.organization_id = $6 and u.id = any($7::bigint[]);

-- loadPeriods: channelId, receivedAfter, receivedUntil, userId
select channel_id as "channelId", user_id as "userId", array_agg(after_message_id) as "receivedAfter",
  array_agg(coalesce(until_message_id, $1::bigint)) as "receivedUntil"
from chat.subscription_periods
where organization_id = $2 and channel_id = any($3::bigint[]) and user_id = any($4::bigint[])
group by channel_id, user_id;
