-- Written by "npm run sql" from src/chat/event-queues/register/queries.ts.

-- loadRecentDirectConversations: max_message_id, user_ids
select last.id as max_message_id, array_remove(c.user_ids, $1::bigint) as user_ids
from chat.direct_conversation_members m
  join chat.direct_conversations c on c.organization_id = m.organization_id and c.recipient_id = m.recipient_id
  cross join lateral (
    select id from chat.messages
    where organization_id = m.organization_id and recipient_id = m.recipient_id order by id desc limit 1) last
where m.organization_id = $2 and m.user_id = $3
order by last.id desc limit $4;
