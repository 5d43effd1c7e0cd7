-- Written by "npm run sql" from src/chat/messages/send/queries.ts.

-- messageByLocalId: message_id
select message_id from chat.sent_local_ids
where organization_id = $1 and sender_id = $2
  and queue_id = $3 and local_id = $4;

-- haveConversed
select 1 from chat.messages
where organization_id = $1 and recipient_id = (
  select recipient_id from chat.direct_conversations
  where organization_id = $2 and user_ids = $3::bigint[])
limit 1;
