-- Written by "npm run sql" from src/chat/narrow/queries.ts.

-- findDirectRecipient: recipient_id
select recipient_id from chat.direct_conversations
where organization_id = $1 and user_ids = $2::bigint[];
