-- Written by "npm run sql" from src/chat/messages/due/queries.ts.

-- organizationsWithDue (reminders): id
select organization_id as id from chat.reminders
where failure is null and deliver_at <= $1 and organization_id in (select id from platform.open_organizations)
group by organization_id order by min(deliver_at) limit $2;

-- organizationsWithDue (scheduled_messages): id
select organization_id as id from chat.scheduled_messages
where failure is null and deliver_at <= $1 and organization_id in (select id from platform.open_organizations)
group by organization_id order by min(deliver_at) limit $2;

-- lockDue (reminders): content, deliverAt, failure, id, renderedContent, …
select id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note" from chat.reminders
where organization_id = $1 and failure is null and deliver_at <= $2
order by deliver_at, id limit $3 for update skip locked;

-- lockDue (scheduled_messages): content, deliverAt, failure, id, renderedContent, …
select id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client" from chat.scheduled_messages
where organization_id = $1 and failure is null and deliver_at <= $2
order by deliver_at, id limit $3 for update skip locked;

-- organizationsWithFailed (reminders): id
select distinct organization_id as id from chat.reminders
where failure is not null and deliver_at <= $1 order by 1;

-- organizationsWithFailed (scheduled_messages): id
select distinct organization_id as id from chat.scheduled_messages
where failure is not null and deliver_at <= $1 order by 1;

-- lockFailed (reminders): content, deliverAt, failure, id, renderedContent, …
select id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", user_id as "userId", message_id as "messageId", note as "note" from chat.reminders
where organization_id = $1 and failure is not null and deliver_at <= $2
order by id limit $3 for update;

-- lockFailed (scheduled_messages): content, deliverAt, failure, id, renderedContent, …
select id as "id", content as "content", rendered_content as "renderedContent", deliver_at as "deliverAt", failure as "failure", sender_id as "senderId", channel_id as "channelId", user_ids as "userIds", topic as "topic", read_by_sender as "readBySender", client as "client" from chat.scheduled_messages
where organization_id = $1 and failure is not null and deliver_at <= $2
order by id limit $3 for update;
