-- Written by "npm run sql" from src/chat/messages/scheduled/queries.ts.

-- loadScheduledMessagesOf: channelId, client, content, deliverAt, failure, id, readBySender, renderedContent, senderId, topic, userIds
select
id, sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic, content,
rendered_content as "renderedContent", deliver_at as "deliverAt", read_by_sender as "readBySender", client, failure from chat.scheduled_messages
  where organization_id = $1 and sender_id = $2 order by deliver_at, id;

-- lockScheduledMessage: channelId, client, content, deliverAt, failure, id, readBySender, renderedContent, senderId, topic, userIds
select
id, sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic, content,
rendered_content as "renderedContent", deliver_at as "deliverAt", read_by_sender as "readBySender", client, failure from chat.scheduled_messages
  where organization_id = $1 and id = $2 and sender_id = $3 for update;

-- countScheduledMessagesOf: count
select count(*) from chat.scheduled_messages
where organization_id = $1 and sender_id = $2;

-- insertScheduledMessage: channelId, client, content, deliverAt, failure, id, readBySender, renderedContent, senderId, topic, userIds
insert into chat.scheduled_messages (organization_id, sender_id, channel_id, user_ids, topic, content,
    rendered_content, deliver_at, read_by_sender, client)
  values ($1, $2, $3, $4::bigint[], $5,
    $6, $7, $8, $9, $10)
  returning
id, sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic, content,
rendered_content as "renderedContent", deliver_at as "deliverAt", read_by_sender as "readBySender", client, failure;

-- saveScheduledMessage
update chat.scheduled_messages set channel_id = $1, user_ids = $2::bigint[],
  topic = $3, content = $4, rendered_content = $5,
  deliver_at = $6, client = $7, failure = $8
where organization_id = $9 and id = $10;

-- deleteScheduledMessages
delete from chat.scheduled_messages where organization_id = $1 and id = any($2::bigint[]);

-- organizationsWithDueMessages: id
select organization_id as id from chat.scheduled_messages
where failure is null and deliver_at <= $1 group by organization_id order by min(deliver_at) limit $2;

-- lockDueMessages: channelId, client, content, deliverAt, failure, id, readBySender, renderedContent, senderId, topic, userIds
select
id, sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic, content,
rendered_content as "renderedContent", deliver_at as "deliverAt", read_by_sender as "readBySender", client, failure from chat.scheduled_messages
  where organization_id = $1 and failure is null and deliver_at <= $2
  order by deliver_at, id limit $3 for update skip locked;

-- organizationsWithFailedMessages: id
select distinct organization_id as id from chat.scheduled_messages
where failure is not null and deliver_at <= $1 order by 1;

-- lockFailedMessages: id, senderId
select id, sender_id as "senderId" from chat.scheduled_messages
where organization_id = $1 and failure is not null and deliver_at <= $2
order by id limit $3 for update;
