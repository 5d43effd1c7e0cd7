-- Written by "npm run sql" from src/chat/subscriptions/queries.ts.

-- insertSubscriptions: audibleNotifications, channelId, color, desktopNotifications, emailNotifications, isMuted, limitsGuests, pinToTop, pushNotifications, userId, wildcardMentionsNotify
with added as (
    insert into chat.subscriptions (organization_id, channel_id, user_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
push_notifications, email_notifications, wildcard_mentions_notify)
    select $1, c.id, u.id, coalesce(c.chosen, f.color, c.fallback), coalesce(f.is_muted, false),
      coalesce(f.pin_to_top, false), f.desktop_notifications, f.audible_notifications, f.push_notifications,
      f.email_notifications, f.wildcard_mentions_notify
    from jsonb_to_recordset($2::jsonb) as c (id bigint, chosen text, fallback text)
      cross join unnest($3::bigint[]) as u (id)
      left join chat.former_subscriptions f
        on f.organization_id = $4 and f.channel_id = c.id and f.user_id = u.id
    on conflict do nothing
    returning channel_id, user_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
push_notifications, email_notifications, wildcard_mentions_notify),
  returned as (
    delete from chat.former_subscriptions f using added a
    where f.organization_id = $5 and f.channel_id = a.channel_id and f.user_id = a.user_id),
  begun as (
    insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
    select $6, channel_id, user_id, $7::bigint, $8::bigint from added
    on conflict (organization_id, channel_id, user_id, after_event_id)
      do update set until_message_id = null, until_event_id = null)
  select channel_id as "channelId", user_id as "userId",
color, is_muted as "isMuted", pin_to_top as "pinToTop", desktop_notifications as "desktopNotifications",
audible_notifications as "audibleNotifications", push_notifications as "pushNotifications",
email_notifications as "emailNotifications", wildcard_mentions_notify as "wildcardMentionsNotify",
  exists (select from chat.realms r join chat.user_groups g on g.organization_id = r.organization_id
    and lower(g.name) = 'role:everyone' and g.is_system_group
    where r.organization_id = $9
      and r.settings->'can_access_all_users_group' <> to_jsonb(g.id)) as "limitsGuests"
  from added;

-- deleteSubscriptions: channelId, userId
with removed as (
    delete from chat.subscriptions
    where organization_id = $1 and channel_id = any($2::bigint[])
      and user_id = any($3::bigint[])
    returning channel_id, user_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
push_notifications, email_notifications, wildcard_mentions_notify),
  kept as (
    insert into chat.former_subscriptions (organization_id, channel_id, user_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
push_notifications, email_notifications, wildcard_mentions_notify)
    select $4, channel_id, user_id, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
push_notifications, email_notifications, wildcard_mentions_notify from removed),
  ended as (
    update chat.subscription_periods p
    set until_message_id = $5, until_event_id = $6
    from removed r
    where p.organization_id = $7 and p.channel_id = r.channel_id and p.user_id = r.user_id
      and p.until_event_id is null)
  select channel_id as "channelId", user_id as "userId" from removed;

-- loadUnreadOf: ids, userId
with unread as (
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
  order by id desc limit $14)
select user_id as "userId", array_agg(id order by id) as ids from unread group by user_id order by user_id;

-- loadVisibleStars: ids, userId
select f.user_id as "userId", array_agg(m.id order by m.id) as ids
from chat.message_flags f
  join chat.messages m on m.organization_id = $1 and m.id = f.message_id
  join chat.channels c on c.organization_id = $2 and c.id = m.channel_id
where f.organization_id = $3 and f.user_id = any($4::bigint[])
  and f.flags & 1 <> 0 and m.channel_id = any($5::bigint[])
  and exists (select from chat.subscriptions s where s.organization_id = $6
    and s.channel_id = m.channel_id and s.user_id = f.user_id)
  and (c.history_public_to_subscribers or m.sender_id = f.user_id or exists (
    select from chat.subscription_periods p where p.organization_id = $7
      and p.channel_id in (m.channel_id, m.sent_channel_id) and p.user_id = f.user_id and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id)))
group by f.user_id order by f.user_id;

-- endPeriods
update chat.subscription_periods set until_message_id = $1, until_event_id = $2
where organization_id = $3 and user_id = $4 and until_event_id is null;

-- reopenPeriods
update chat.subscription_periods p set until_message_id = null, until_event_id = null
from chat.subscriptions s
where p.organization_id = $1 and p.user_id = $2 and p.until_event_id is not null
  and s.organization_id = $3 and s.user_id = $4 and s.channel_id = p.channel_id
  and not exists (
    select from chat.subscription_periods later
    where later.organization_id = $5 and later.user_id = $6
      and later.channel_id = p.channel_id and later.after_event_id > p.after_event_id);

-- beginPeriods
insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
select organization_id, channel_id, user_id, $1::bigint, $2::bigint
from chat.subscriptions s where organization_id = $3 and user_id = $4
  and not exists (
    select from chat.subscription_periods p
    where p.organization_id = $5 and p.user_id = $6 and p.channel_id = s.channel_id
      and p.until_event_id is null)
on conflict (organization_id, channel_id, user_id, after_event_id)
  do update set until_message_id = null, until_event_id = null;

-- loadSubscriptionsOf: audibleNotifications, channelId, color, desktopNotifications, emailNotifications, isMuted, pinToTop, pushNotifications, userId, wildcardMentionsNotify
select channel_id as "channelId", user_id as "userId",
color, is_muted as "isMuted", pin_to_top as "pinToTop", desktop_notifications as "desktopNotifications",
audible_notifications as "audibleNotifications", push_notifications as "pushNotifications",
email_notifications as "emailNotifications", wildcard_mentions_notify as "wildcardMentionsNotify" from chat.subscriptions
  where organization_id = $1 and user_id = $2 order by channel_id;

-- loadSubscriptionsTo: audibleNotifications, channelId, color, desktopNotifications, emailNotifications, isMuted, pinToTop, pushNotifications, userId, wildcardMentionsNotify
select channel_id as "channelId", user_id as "userId",
color, is_muted as "isMuted", pin_to_top as "pinToTop", desktop_notifications as "desktopNotifications",
audible_notifications as "audibleNotifications", push_notifications as "pushNotifications",
email_notifications as "emailNotifications", wildcard_mentions_notify as "wildcardMentionsNotify" from chat.subscriptions
  where organization_id = $1 and channel_id = $2 order by user_id;

-- loadFormerSubscriptionsOf: audibleNotifications, channelId, color, desktopNotifications, emailNotifications, isMuted, pinToTop, pushNotifications, userId, wildcardMentionsNotify
select channel_id as "channelId", user_id as "userId",
color, is_muted as "isMuted", pin_to_top as "pinToTop", desktop_notifications as "desktopNotifications",
audible_notifications as "audibleNotifications", push_notifications as "pushNotifications",
email_notifications as "emailNotifications", wildcard_mentions_notify as "wildcardMentionsNotify" from chat.former_subscriptions
  where organization_id = $1 and user_id = $2;

-- updateSubscriptionSetting (color)
update chat.subscriptions s set color = given.value
from jsonb_to_recordset($1::jsonb) as given (channel_id bigint, value text)
where s.organization_id = $2 and s.user_id = $3 and s.channel_id = given.channel_id;

-- updateSubscriptionSetting (is_muted)
update chat.subscriptions s set is_muted = given.value
from jsonb_to_recordset($1::jsonb) as given (channel_id bigint, value boolean)
where s.organization_id = $2 and s.user_id = $3 and s.channel_id = given.channel_id;
