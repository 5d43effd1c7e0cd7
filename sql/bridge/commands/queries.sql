-- Written by "npm run sql" from src/bridge/commands/queries.ts.

-- insertCommand
insert into bridge.commands (organization_id, message_id, task_id, sender_id, content)
values ($1, $2, $3, $4, $5)
on conflict do nothing;

-- nextCommands: messageId, organizationId
select organization_id as "organizationId", message_id as "messageId" from bridge.commands
where organization_id in (select id from platform.open_organizations)
order by message_id, organization_id limit $1;

-- takeCommand: content, messageId, organizationId, senderId, taskId
delete from bridge.commands where organization_id = $1 and message_id = $2
returning organization_id as "organizationId", message_id as "messageId", task_id as "taskId",
  sender_id as "senderId", content;

-- workersCalled: id, isExact, name
select w.id, w.name, lower(w.name) = lower($1) or lower(coalesce(w.display_name, '')) = lower($2) as "isExact"
from dispatch.workers w
where w.organization_id = $3
  and (starts_with(lower(w.name), lower($4)) or starts_with(lower(coalesce(w.display_name, '')), lower($5)))
  and ($6::text[] is null or exists (
    select from dispatch.team_workers m
    where m.organization_id = w.organization_id and m.worker_id = w.id and m.team_id = any($7::text[])))
order by "isExact" desc, w.name, w.id limit 6;

-- lastPosition: at, lat, lon
select at, lon, lat from dispatch.worker_positions
where organization_id = $1 and worker_id = $2 and at >= $3;
