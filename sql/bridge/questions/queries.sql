-- Written by "npm run sql" from src/bridge/questions/queries.ts.

-- loadWritten: isBot, isByDriver, messageId, taskId, text, workerId
select said.id as "messageId", c.task_id as "taskId", t.worker_id as "workerId", said.content as text,
  u.bot_type is not null as "isBot",
  coalesce(w.person_id = u.person_id, false) or exists (select from bridge.driver_users d
    where d.organization_id = said.organization_id and d.user_id = said.sender_id) as "isByDriver"
from chat.messages said
  cross join lateral (
    select m.id from chat.messages m
    where m.organization_id = said.organization_id and m.channel_id = said.channel_id
      and lower(m.topic) = lower(said.topic)
    order by m.id limit 1) first
  join bridge.conversations c on c.organization_id = said.organization_id and c.anchor_id = first.id
  join dispatch.tasks t on t.organization_id = c.organization_id and t.id = c.task_id
  left join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
  join chat.users u on u.organization_id = said.organization_id and u.id = said.sender_id
where said.organization_id = $1 and said.id = any($2::bigint[])
order by said.id;

-- saveAsked
insert into bridge.questions as q (organization_id, task_id, asked_id)
select $1, asked.task_id, asked.message_id
from unnest($2::text[], $3::bigint[]) as asked (task_id, message_id)
on conflict (organization_id, task_id) do update set asked_id = greatest(q.asked_id, excluded.asked_id);

-- saveSeen
update bridge.questions q set seen_id = least(seen.message_id, q.asked_id)
from unnest($1::text[], $2::bigint[]) as seen (task_id, message_id)
where q.organization_id = $3 and q.task_id = seen.task_id
  and q.seen_id < least(seen.message_id, q.asked_id);

-- loadOwners: id, taskId, type
select t.id as "taskId", case when t.worker_id is null then c.type else 'WORKER' end as type,
  coalesce(t.worker_id, c.owner_id) as id
from dispatch.tasks t
  join dispatch.containers c on c.organization_id = t.organization_id and c.id = t.container_id
where t.organization_id = $1 and t.id = any($2::text[]);

-- listQuestions: at, messageId, senderName, taskId, text, workerId
select q.task_id as "taskId", t.worker_id as "workerId", said.id as "messageId", said.sent_at as at,
  said.content as text, u.full_name as "senderName"
from bridge.questions q
  join dispatch.tasks t on t.organization_id = q.organization_id and t.id = q.task_id
  join bridge.conversations c on c.organization_id = q.organization_id and c.task_id = q.task_id
  join chat.messages said on said.organization_id = q.organization_id and said.id = q.asked_id
  join chat.messages begun on begun.organization_id = q.organization_id and begun.id = c.anchor_id
    and begun.channel_id = said.channel_id and lower(begun.topic) = lower(said.topic)
  join chat.users u on u.organization_id = q.organization_id and u.id = said.sender_id
where q.organization_id = $1 and q.asked_id > q.seen_id and true
order by q.asked_id limit $2;

-- listQuestions (of some teams): at, messageId, senderName, taskId, text, workerId
select q.task_id as "taskId", t.worker_id as "workerId", said.id as "messageId", said.sent_at as at,
  said.content as text, u.full_name as "senderName"
from bridge.questions q
  join dispatch.tasks t on t.organization_id = q.organization_id and t.id = q.task_id
  join bridge.conversations c on c.organization_id = q.organization_id and c.task_id = q.task_id
  join chat.messages said on said.organization_id = q.organization_id and said.id = q.asked_id
  join chat.messages begun on begun.organization_id = q.organization_id and begun.id = c.anchor_id
    and begun.channel_id = said.channel_id and lower(begun.topic) = lower(said.topic)
  join chat.users u on u.organization_id = q.organization_id and u.id = said.sender_id
where q.organization_id = $1 and q.asked_id > q.seen_id and (
t.worker_id is null and t.container_id = any($2::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $3 and seen.worker_id = t.worker_id and seen.team_id = any($4::text[])))
order by q.asked_id limit $5;
