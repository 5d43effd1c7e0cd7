-- Written by "npm run sql" from src/chat/notifications/queries.ts.

-- loadChannelListeners: channelId, userId
select channel_id as "channelId", user_id as "userId" from chat.subscriptions
where organization_id = $1 and channel_id = any($2::bigint[])
  and (email_notifications or push_notifications)
union
select s.channel_id, s.user_id
from chat.users u join chat.subscriptions s on s.organization_id = u.organization_id and s.user_id = u.id
where u.organization_id = $3 and s.channel_id = any($4::bigint[])
  and (u.settings @> '{"enable_stream_email_notifications": true}'
    or u.settings @> '{"enable_stream_push_notifications": true}');

-- loadChannelSubscribers: channelId, userId
select channel_id as "channelId", user_id as "userId" from chat.subscriptions
where organization_id = $1 and channel_id = any($2::bigint[]);

-- loadFollowers: channelId, topic, userId
select t."channelId", t.topic, v.user_id as "userId"
from jsonb_to_recordset($1::jsonb) as t ("channelId" bigint, topic text)
  join chat.topic_visibility v on v.organization_id = $2 and v.channel_id = t."channelId"
    and lower(v.topic) = lower(t.topic) and v.policy = 3;

-- loadPairs: email, emailVisibility, hasDevice, isChannelMuted, isSenderMuted, n, policy, push, settings, wildcard
select p.n, u.settings, u.email_address_visibility as "emailVisibility", coalesce(v.policy, 0) as policy,
  coalesce(s.is_muted, false) as "isChannelMuted", s.email_notifications as email, s.push_notifications as push,
  s.wildcard_mentions_notify as wildcard,
  exists (select from chat.muted_users m
    where m.organization_id = u.organization_id and m.user_id = u.id and m.muted_user_id = p."senderId")
    as "isSenderMuted",
  exists (select from chat.push_tokens d where d.organization_id = u.organization_id and d.user_id = u.id)
    or exists (select from chat.client_devices d
      where d.organization_id = u.organization_id and d.user_id = u.id and d.sealed_token is not null)
    or u.person_id in (select c.subject from platform.push_subscriptions b join platform.credentials c
        on c.organization_id = b.organization_id and c.id = b.credential_id
      where b.organization_id = $1 and c.kind = 'session' and c.revoked_at is null) as "hasDevice"
from jsonb_to_recordset($2::jsonb)
    as p (n int, "userId" bigint, "channelId" bigint, topic text, "senderId" bigint)
  join chat.users u on u.organization_id = $3 and u.id = p."userId"
  left join chat.subscriptions s on s.organization_id = u.organization_id and s.channel_id = p."channelId"
    and s.user_id = u.id
  left join chat.topic_visibility v on v.organization_id = u.organization_id and v.user_id = u.id
    and v.channel_id = p."channelId" and lower(v.topic) = lower(p.topic)
where u.is_active and u.bot_type is null and not u.is_stand_in and (p."channelId" is null or s.user_id is not null)
order by p.n;

-- insertMissed: dueAt, userId
with given as (
  select g."userId" as user_id, g."messageId" as message_id, g.cause, $1::timestamptz + g.seconds * interval '1 second' as due_at
  from jsonb_to_recordset($2::jsonb)
    as g ("userId" bigint, "messageId" bigint, cause text, seconds int)),
waiting as (
  select user_id, min(due_at) as due_at from chat.missed_messages
  where organization_id = $3 and user_id in (select user_id from given) group by user_id),
inserted as (
  insert into chat.missed_messages (organization_id, user_id, message_id, cause, due_at)
  select $4, g.user_id, g.message_id, g.cause, coalesce(w.due_at, g.due_at)
  from given g left join waiting w using (user_id) order by g.user_id, g.message_id
  on conflict do nothing)
select g.user_id as "userId", min(g.due_at) as "dueAt"
from given g where not exists (select from waiting w where w.user_id = g.user_id) group by g.user_id;

-- insertPushed
insert into chat.pushed_messages (organization_id, message_id, user_id, pushed_at)
select $1, p."messageId", p."userId", $2
from jsonb_to_recordset($3::jsonb) as p ("messageId" bigint, "userId" bigint)
on conflict do nothing;

-- loadNewestPushed: id
select message_id as id from chat.pushed_messages
where organization_id = $1 and user_id = $2 order by message_id desc limit $3;

-- deletePushed: messageId, userId
delete from chat.pushed_messages p
where p.organization_id = $1 and p.message_id = any($2::bigint[])
  and not exists (select from chat.messages m where m.organization_id = p.organization_id and m.id = p.message_id)
returning p.user_id as "userId", p.message_id as "messageId";

-- deletePushedOf: messageId, userId
delete from chat.pushed_messages p
using jsonb_to_recordset($1::jsonb) as s ("userIds" bigint[], "messageIds" bigint[])
where p.organization_id = $2 and p.user_id = any(s."userIds") and p.message_id = any(s."messageIds")
returning p.user_id as "userId", p.message_id as "messageId";

-- deleteOldPushed
delete from chat.pushed_messages where ctid >= $1::tid and ctid < $2::tid and pushed_at < $3;
