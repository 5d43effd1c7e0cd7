-- Written by "npm run sql" from src/bridge/driver-messages/queries.ts.

-- loadTopicMessages (the newest): at, editedAt, id, isBot, senderId, senderName, text, workerId
select m.id, m.sent_at as at, m.content as text, m.last_edit_at as "editedAt", m.sender_id as "senderId",
  u.full_name as "senderName", u.bot_type is not null as "isBot", d.worker_id as "workerId"
from (
    select id, sent_at, content, last_edit_at, sender_id, organization_id from chat.messages
    where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3)
      and id > $4::bigint and id < $5::bigint
    order by id desc limit $6) m
  join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id
  left join bridge.driver_users d on d.organization_id = m.organization_id and d.user_id = m.sender_id
order by m.id;

-- loadTopicMessages (after one): at, editedAt, id, isBot, senderId, senderName, text, workerId
select m.id, m.sent_at as at, m.content as text, m.last_edit_at as "editedAt", m.sender_id as "senderId",
  u.full_name as "senderName", u.bot_type is not null as "isBot", d.worker_id as "workerId"
from (
    select id, sent_at, content, last_edit_at, sender_id, organization_id from chat.messages
    where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3)
      and id > $4::bigint and id < $5::bigint
    order by id asc limit $6) m
  join chat.users u on u.organization_id = m.organization_id and u.id = m.sender_id
  left join bridge.driver_users d on d.organization_id = m.organization_id and d.user_id = m.sender_id
order by m.id;

-- loadDriverUsers: userId, workerId
select worker_id as "workerId", user_id as "userId" from bridge.driver_users
where organization_id = $1 and worker_id = any($2::text[]);

-- insertDriverUser
insert into bridge.driver_users (organization_id, worker_id, user_id)
values ($1, $2, $3);
