-- Written by "npm run sql" from src/chat/messages/reminders/queries.ts.

-- loadRemindersOf: content, deliverAt, failure, id, messageId, note, renderedContent, userId
select
id, user_id as "userId", message_id as "messageId", note, content, rendered_content as "renderedContent",
deliver_at as "deliverAt", failure from chat.reminders
  where organization_id = $1 and user_id = $2 order by deliver_at, id;

-- insertReminder: content, deliverAt, failure, id, messageId, note, renderedContent, userId
insert into chat.reminders (organization_id, user_id, message_id, note, content, rendered_content, deliver_at)
  values ($1, $2, $3, $4, $5,
    $6, $7)
  returning
id, user_id as "userId", message_id as "messageId", note, content, rendered_content as "renderedContent",
deliver_at as "deliverAt", failure;

-- deleteReminder
delete from chat.reminders where organization_id = $1 and user_id = $2 and id = $3;

-- saveFailure
update chat.reminders set failure = $1 where organization_id = $2 and id = $3;

-- organizationsWithDueReminders: id
select organization_id as id from chat.reminders
where failure is null and deliver_at <= $1 group by organization_id order by min(deliver_at) limit $2;

-- lockDueReminders: content, deliverAt, failure, id, messageId, note, renderedContent, userId
select
id, user_id as "userId", message_id as "messageId", note, content, rendered_content as "renderedContent",
deliver_at as "deliverAt", failure from chat.reminders
  where organization_id = $1 and failure is null and deliver_at <= $2
  order by deliver_at, id limit $3 for update skip locked;

-- organizationsWithFailedReminders: id
select distinct organization_id as id from chat.reminders
where failure is not null and deliver_at <= $1 order by 1;

-- lockFailedReminders: id, userId
select id, user_id as "userId" from chat.reminders
where organization_id = $1 and failure is not null and deliver_at <= $2
order by id limit $3 for update;
