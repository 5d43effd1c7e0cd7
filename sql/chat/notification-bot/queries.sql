-- Written by "npm run sql" from src/chat/notification-bot/queries.ts.

-- loadBotId: id
select notification_bot_id as id from chat.realms where organization_id = $1;

-- saveBotId
update chat.realms set notification_bot_id = $1 where organization_id = $2;

-- isTakenAddress
select 1 from chat.users where organization_id = $1 and lower(email) = lower($2);
