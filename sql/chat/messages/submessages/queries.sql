-- Written by "npm run sql" from src/chat/messages/submessages/queries.ts.

-- insertSubmessage: id
with marked as (
  update chat.messages set has_submessages = true
  where organization_id = $1 and id = $2 and not has_submessages)
insert into chat.submessages (organization_id, message_id, sender_id, msg_type, content)
values ($3, $4, $5, $6, $7)
returning id;
