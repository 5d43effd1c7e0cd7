-- Written by "npm run sql" from src/chat/messages/query/eras.ts.

-- idSpanOf (search): newest, oldest
select (select m.id from chat.messages m where m.organization_id = $1 order by m.id asc limit 1) as oldest, (select m.id from chat.messages m where m.organization_id = $2 order by m.id desc limit 1) as newest;
