-- Written by "npm run sql" from src/chat/event-queues/queries.ts.

-- insertQueue
insert into chat.event_queues (organization_id, id, user_id, base_event_id, options, idle_seconds, created_at, polled_at)
values ($1, $2, $3, $4, $5,
  $6, $7, $8);

-- deleteSurplusQueues: id
delete from chat.event_queues where organization_id = $1 and id in (
  select id from chat.event_queues where organization_id = $2 and user_id = $3
  order by polled_at desc, id offset $4)
returning id;

-- deleteQueuesOfRole
delete from chat.event_queues q using chat.users u
where q.organization_id = $1 and u.organization_id = q.organization_id and u.id = q.user_id
  and u.role = $2;

-- findQueue: base, createdAt, id, idleSeconds, options, organizationId, polledAt, userId
select organization_id as "organizationId", id, user_id as "userId", base_event_id as base, options,
  idle_seconds as "idleSeconds", created_at as "createdAt", polled_at as "polledAt"
from chat.event_queues where organization_id = $1 and id = $2;

-- updatePolledAt
update chat.event_queues set polled_at = greatest(polled_at, $1)
where organization_id = $2 and id = $3;

-- updateAllPolledAt: id
update chat.event_queues set polled_at = greatest(polled_at, $1)
where organization_id = $2 and id = any($3::text[]) returning id;

-- findQueueIds: id
select id from chat.event_queues where organization_id = $1 and id = any($2::text[]);

-- deleteQueue
delete from chat.event_queues where organization_id = $1 and id = $2;

-- deleteQueuesOfOrganizations
delete from chat.event_queues where organization_id = any($1::text[]);

-- deleteAllQueues
delete from chat.event_queues;

-- deleteExpiredQueues
delete from chat.event_queues where polled_at + idle_seconds * interval '1 second' < $1;

-- readPosition: eventId, messageId, stateEventId
select event_id as "eventId", state_event_id as "stateEventId", message_id as "messageId" from platform.log_heads
where organization_id = $1;

-- loadListeners: afterIds, channelIds, isActive, role, untilIds, userId
select u.id as "userId", u.role, u.is_active as "isActive", coalesce(p.channel_ids, '{}') as "channelIds",
  coalesce(p.after_ids, '{}') as "afterIds", coalesce(p.until_ids, '{}') as "untilIds"
from chat.users u left join lateral (
  select array_agg(channel_id) as channel_ids, array_agg(after_event_id) as after_ids,
    array_agg(coalesce(until_event_id, $1::bigint)) as until_ids
  from chat.subscription_periods
  where organization_id = u.organization_id and user_id = u.id and (until_event_id is null or until_event_id > $2)
) p on true
where u.organization_id = $3 and u.id = any($4::bigint[]);

-- loadPublicChannelIds: id
select id from chat.channels where organization_id = $1 and not invite_only and not is_archived;

-- readTaggedEvents: at, audience, changes, id, kind, organizationId, part, payload, state
select organization_id as "organizationId", id, at, part, kind, audience, payload, state, changes
from platform.event_log
where organization_id = $1 and id > (select $2::bigint) and id <= (select $3::bigint) and part = 'chat'
  and (audience && $4::text[] )
order by id limit (select $5::bigint);

-- readTaggedEvents (all messages, of some types): at, audience, changes, id, kind, organizationId, part, payload, state
select organization_id as "organizationId", id, at, part, kind, audience, payload, state, changes
from platform.event_log
where organization_id = $1 and id > (select $2::bigint) and id <= (select $3::bigint) and part = 'chat'
  and (audience && $4::text[] or kind = 'message') and kind = any($5::text[])
order by id limit (select $6::bigint);

-- isInLog
select 1 from platform.event_log where organization_id = $1 and id = $2;
