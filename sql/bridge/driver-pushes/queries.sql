-- Written by "npm run sql" from src/bridge/driver-pushes/queries.ts.

-- loadDriversOfMessages: messageId, taskId, workerId
select said.id as "messageId", c.task_id as "taskId", t.worker_id as "workerId"
from chat.messages said
  cross join lateral (
    select m.id from chat.messages m
    where m.organization_id = said.organization_id and m.channel_id = said.channel_id
      and lower(m.topic) = lower(said.topic)
    order by m.id limit 1) first
  join bridge.conversations c on c.organization_id = said.organization_id and c.anchor_id = first.id
  join dispatch.tasks t on t.organization_id = c.organization_id and t.id = c.task_id
where said.organization_id = $1 and said.id = any($2::bigint[])
  and t.worker_id is not null
order by said.id;
