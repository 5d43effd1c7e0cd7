-- Written by "npm run sql" from src/chat/messages/send/queries.ts.

-- messageByLocalId: message_id
select message_id from chat.sent_local_ids
where organization_id = $1 and sender_id = $2
  and queue_id = $3 and local_id = $4;
