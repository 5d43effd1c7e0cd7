-- Written by "npm run sql" from src/chat/direct-conversations/queries.ts.

-- findDirectConversation: recipientId
select recipient_id as "recipientId" from chat.direct_conversations
where organization_id = $1 and user_ids = $2::bigint[];

-- insertConversation: recipientId
with made as (
  insert into chat.direct_conversations (organization_id, user_ids) values ($1, $2::bigint[])
  on conflict do nothing returning recipient_id
),
members as (
  insert into chat.direct_conversation_members (organization_id, user_id, recipient_id)
  select $3, user_id, recipient_id from made, unnest($4::bigint[]) as user_id
)
select recipient_id as "recipientId" from made;
