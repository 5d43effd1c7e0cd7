-- Written by "npm run sql" from src/bridge/conversations/queries.ts.

-- loadConversations: anchorId, channelId, isDone, placeChannelId, placeTopic, taskId, topic
select c.task_id as "taskId", c.channel_id as "channelId", c.topic, c.anchor_id as "anchorId",
  c.is_done as "isDone", place.channel_id as "placeChannelId", place.topic as "placeTopic"
from bridge.conversations c
  left join lateral (
    select m.channel_id, m.topic from chat.messages m
    where m.organization_id = c.organization_id and m.id = c.anchor_id and m.channel_id is not null
      and not exists (
        select from chat.messages other left join bridge.conversations begun
          on begun.organization_id = other.organization_id and begun.anchor_id = other.id
        where other.organization_id = m.organization_id and other.channel_id = m.channel_id
          and lower(other.topic) = lower(m.topic)
          and (other.id < m.id or other.id > m.id and begun.task_id is not null))) place on true
where c.organization_id = $1 and c.task_id = any($2::text[]);

-- loadTaskOfMessage: taskId
select c.task_id as "taskId" from chat.messages said
  join chat.messages m on m.organization_id = said.organization_id and m.channel_id = said.channel_id
    and lower(m.topic) = lower(said.topic)
  join bridge.conversations c on c.organization_id = m.organization_id and c.anchor_id = m.id
where said.organization_id = $1 and said.id = $2
limit 2;

-- hasTopic
select from chat.messages
where organization_id = $1 and channel_id = $2
  and lower(topic) = any(select lower(name) from unnest($3::text[]) as name)
limit 1;

-- loadIdsOfTopic: id
select id from chat.messages
where organization_id = $1 and channel_id = $2 and lower(topic) = lower($3)
order by id;

-- saveConversations
insert into bridge.conversations (organization_id, task_id, channel_id, topic, anchor_id, is_done)
select $1, given."taskId", given."channelId", given.topic, given."anchorId", given."isDone"
from jsonb_to_recordset($2::jsonb)
  as given ("taskId" text, "channelId" bigint, topic text, "anchorId" bigint, "isDone" boolean)
on conflict (organization_id, task_id) do update set
  channel_id = excluded.channel_id, topic = excluded.topic, anchor_id = excluded.anchor_id, is_done = excluded.is_done;

-- saveDone
update bridge.conversations set is_done = true
where organization_id = $1 and task_id = any($2::text[]);

-- loadTaskChannels: channelId, opensEveryTask, teamId
select c.team_id as "teamId", c.channel_id as "channelId", c.opens_every_task as "opensEveryTask"
from bridge.task_channels c
where c.organization_id = $1 and (c.team_id = '' or exists (
  select from dispatch.teams t where t.organization_id = c.organization_id and t.id = c.team_id))
order by c.team_id;

-- loadTeamsOfWorkers: teamId, workerId
select worker_id as "workerId", team_id as "teamId" from dispatch.team_workers
where organization_id = $1 and worker_id = any($2::text[]) order by worker_id, team_id;
