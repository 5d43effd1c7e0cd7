-- Written by "npm run sql" from src/platform/events/log.ts.

-- takePosition: eventId, messageId
select event_id as "eventId", message_id as "messageId" from platform.log_heads
where organization_id = $1 for update;
