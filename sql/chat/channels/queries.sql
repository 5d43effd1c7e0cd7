-- Written by "npm run sql" from src/chat/channels/queries.ts.

-- selectChannels (by ID): creatorId, dateCreated, description, folderId, historyPublicToSubscribers, id, inviteOnly, isArchived, isDefault, isWebPublic, messageRetentionDays, name, permissions, recipientId, renderedDescription, topicsPolicy, weeklyTraffic
select
c.id, c.recipient_id as "recipientId", c.name, c.description, c.rendered_description as "renderedDescription",
c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic", c.is_archived as "isArchived",
c.history_public_to_subscribers as "historyPublicToSubscribers", c.is_default as "isDefault",
c.topics_policy as "topicsPolicy", c.message_retention_days as "messageRetentionDays", c.folder_id as "folderId",
c.creator_id as "creatorId", c.date_created as "dateCreated", c.weekly_traffic as "weeklyTraffic", c.permissions from chat.channels c where c.organization_id = $1 and c.id = any($2::bigint[]) order by c.id;

-- selectChannels (by name): creatorId, dateCreated, description, folderId, historyPublicToSubscribers, id, inviteOnly, isArchived, isDefault, isWebPublic, messageRetentionDays, name, permissions, recipientId, renderedDescription, topicsPolicy, weeklyTraffic
select
c.id, c.recipient_id as "recipientId", c.name, c.description, c.rendered_description as "renderedDescription",
c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic", c.is_archived as "isArchived",
c.history_public_to_subscribers as "historyPublicToSubscribers", c.is_default as "isDefault",
c.topics_policy as "topicsPolicy", c.message_retention_days as "messageRetentionDays", c.folder_id as "folderId",
c.creator_id as "creatorId", c.date_created as "dateCreated", c.weekly_traffic as "weeklyTraffic", c.permissions from chat.channels c where c.organization_id = $1 and lower(c.name) = any($2::text[]) and not c.is_archived order by c.id;

-- selectChannels (archived, by name): creatorId, dateCreated, description, folderId, historyPublicToSubscribers, id, inviteOnly, isArchived, isDefault, isWebPublic, messageRetentionDays, name, permissions, recipientId, renderedDescription, topicsPolicy, weeklyTraffic
select
c.id, c.recipient_id as "recipientId", c.name, c.description, c.rendered_description as "renderedDescription",
c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic", c.is_archived as "isArchived",
c.history_public_to_subscribers as "historyPublicToSubscribers", c.is_default as "isDefault",
c.topics_policy as "topicsPolicy", c.message_retention_days as "messageRetentionDays", c.folder_id as "folderId",
c.creator_id as "creatorId", c.date_created as "dateCreated", c.weekly_traffic as "weeklyTraffic", c.permissions from chat.channels c where c.organization_id = $1 and lower(c.name) = $2 and c.is_archived order by c.id desc limit 1;

-- selectChannels (all): creatorId, dateCreated, description, folderId, historyPublicToSubscribers, id, inviteOnly, isArchived, isDefault, isWebPublic, messageRetentionDays, name, permissions, recipientId, renderedDescription, topicsPolicy, weeklyTraffic
select
c.id, c.recipient_id as "recipientId", c.name, c.description, c.rendered_description as "renderedDescription",
c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic", c.is_archived as "isArchived",
c.history_public_to_subscribers as "historyPublicToSubscribers", c.is_default as "isDefault",
c.topics_policy as "topicsPolicy", c.message_retention_days as "messageRetentionDays", c.folder_id as "folderId",
c.creator_id as "creatorId", c.date_created as "dateCreated", c.weekly_traffic as "weeklyTraffic", c.permissions from chat.channels c where c.organization_id = $1 and true order by c.id;

-- loadChannelNames: id, name
select id, name from chat.channels where organization_id = $1 and id = any($2::bigint[]);

-- loadSubscribedChannelIds: id
select channel_id as id from chat.subscriptions where organization_id = $1 and user_id = $2;

-- loadChannelActivity: firstMessageId, id, isRecentlyActive
select c.id, (
    select m.id from chat.messages m
    where m.organization_id = c.organization_id and m.recipient_id = c.recipient_id
    order by m.id limit 1) as "firstMessageId",
  case when c.date_created > $1 then true else coalesce((
    select m.sent_at from chat.messages m
    where m.organization_id = c.organization_id and m.recipient_id = c.recipient_id
    order by m.id desc limit 1) > $2, false) end as "isRecentlyActive"
from chat.channels c
where c.organization_id = $3 and c.id = any($4::bigint[]);

-- loadSubscriberCounts: count, id
select s.channel_id as id, count(*)::int as count from chat.subscriptions s
where
s.organization_id = $1 and s.channel_id = any($2::bigint[]) and s.user_id not in (
  select u.id from chat.users u where u.organization_id = $3 and not u.is_active) group by s.channel_id;

-- insertChannels: creatorId, dateCreated, description, folderId, historyPublicToSubscribers, id, inviteOnly, isArchived, isDefault, isWebPublic, messageRetentionDays, name, permissions, recipientId, renderedDescription, topicsPolicy, weeklyTraffic
insert into chat.channels as c (organization_id, name, description, rendered_description, invite_only, is_web_public,
    history_public_to_subscribers, is_default, topics_policy, message_retention_days, folder_id, creator_id,
    date_created, permissions)
  select $1, name, description, rendered_description, invite_only, is_web_public,
    history_public_to_subscribers, is_default, topics_policy, message_retention_days, folder_id, $2::bigint,
    $3::timestamptz, permissions
  from jsonb_to_recordset($4::jsonb) as row (name text, description text,
    rendered_description text, invite_only boolean, is_web_public boolean, history_public_to_subscribers boolean,
    is_default boolean, topics_policy text, message_retention_days int, folder_id bigint, permissions jsonb)
  on conflict (organization_id, lower(name)) where not is_archived do nothing
  returning
c.id, c.recipient_id as "recipientId", c.name, c.description, c.rendered_description as "renderedDescription",
c.invite_only as "inviteOnly", c.is_web_public as "isWebPublic", c.is_archived as "isArchived",
c.history_public_to_subscribers as "historyPublicToSubscribers", c.is_default as "isDefault",
c.topics_policy as "topicsPolicy", c.message_retention_days as "messageRetentionDays", c.folder_id as "folderId",
c.creator_id as "creatorId", c.date_created as "dateCreated", c.weekly_traffic as "weeklyTraffic", c.permissions;

-- updateChannel
update chat.channels set name = $1, description = $2,
  rendered_description = $3, invite_only = $4,
  is_web_public = $5, is_archived = $6,
  history_public_to_subscribers = $7, is_default = $8,
  topics_policy = $9, message_retention_days = $10,
  folder_id = $11, permissions = $12::jsonb
where organization_id = $13 and id = $14;

-- hasNamedTopics
select 1 from chat.messages
where organization_id = $1 and channel_id = $2 and lower(topic) > '' limit 1;

-- loadPeople: id, role
select id, role from chat.users
where organization_id = $1 and is_active and ($2::bigint[] is null or id = any($3::bigint[]));

-- loadSubscriberIds: channelId, userIds
select s.channel_id as "channelId", array_agg(s.user_id order by s.user_id) as "userIds"
from chat.subscriptions s
where
s.organization_id = $1 and s.channel_id = any($2::bigint[]) and s.user_id not in (
  select u.id from chat.users u where u.organization_id = $3 and not u.is_active) group by s.channel_id;

-- loadSubscribedIds: channelId, userIds
select channel_id as "channelId", array_agg(user_id order by user_id) as "userIds" from chat.subscriptions
where organization_id = $1 and channel_id = any($2::bigint[]) group by channel_id;

-- loadDeactivatedPeople: id
select id from chat.users where organization_id = $1 and not is_active;
