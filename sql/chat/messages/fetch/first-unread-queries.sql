-- Written by "npm run sql" from src/chat/messages/fetch/first-unread-queries.ts.

-- newestMessageId: id
select message_id as id from platform.log_heads where organization_id = $1;
