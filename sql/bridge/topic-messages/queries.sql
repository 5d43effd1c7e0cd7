-- Written by "npm run sql" from src/bridge/topic-messages/queries.ts.

-- loadTopicMessages (the newest): administratorId, at, editedAt, id, isBot, senderId, senderName, text, workerId
select m.id, m.sent_at as at, m.content as text, m.last_edit_at as "editedAt", m.sender_id as "senderId",
  u.full_name as "senderName", u.bot_type is not null as "isBot", d.worker_id as "workerId",
  a.administrator_id as "administratorId"
from (
    select id, sent_at, content, last_edit_at, sender_id, organization_id from chat.messages
    where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3)
      and id > $4::bigint and id < $5::bigint
    order by id desc limit $6) m
  join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id
  left join bridge.driver_users d on d.organization_id = m.organization_id and d.user_id = m.sender_id
  left join bridge.administrator_users a on a.organization_id = m.organization_id and a.user_id = m.sender_id
order by m.id;

-- loadTopicMessages (after one): administratorId, at, editedAt, id, isBot, senderId, senderName, text, workerId
select m.id, m.sent_at as at, m.content as text, m.last_edit_at as "editedAt", m.sender_id as "senderId",
  u.full_name as "senderName", u.bot_type is not null as "isBot", d.worker_id as "workerId",
  a.administrator_id as "administratorId"
from (
    select id, sent_at, content, last_edit_at, sender_id, organization_id from chat.messages
    where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3)
      and id > $4::bigint and id < $5::bigint
    order by id asc limit $6) m
  join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id
  left join bridge.driver_users d on d.organization_id = m.organization_id and d.user_id = m.sender_id
  left join bridge.administrator_users a on a.organization_id = m.organization_id and a.user_id = m.sender_id
order by m.id;
