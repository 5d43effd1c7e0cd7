-- Written by "npm run sql" from src/chat/bots/defaults-queries.ts.

-- loadDefaults: allPublicChannels, eventsChannelId, sendingChannelId, userId
select d.user_id as "userId",
d.sending_channel_id as "sendingChannelId", d.events_channel_id as "eventsChannelId",
d.all_public_channels as "allPublicChannels" from chat.bot_defaults d
  where d.organization_id = $1 and d.user_id = any($2::bigint[]);

-- loadBotsByDefaultChannel: allPublicChannels, eventsChannelId, sendingChannelId, userId
select d.user_id as "userId",
d.sending_channel_id as "sendingChannelId", d.events_channel_id as "eventsChannelId",
d.all_public_channels as "allPublicChannels" from chat.bot_defaults d
  where d.organization_id = $1
    and (d.sending_channel_id = $2 or d.events_channel_id = $3) order by d.user_id;

-- saveBotDefaults
insert into chat.bot_defaults (organization_id, user_id, sending_channel_id, events_channel_id, all_public_channels)
values ($1, $2, $3::bigint, $4::bigint, $5)
on conflict (organization_id, user_id) do update set sending_channel_id = excluded.sending_channel_id,
  events_channel_id = excluded.events_channel_id, all_public_channels = excluded.all_public_channels;
