-- Written by "npm run sql" from src/dispatch/containers/queries.ts.

-- findContainers: activeLat, activeLon, activeTask, changedAt, changedBy, createdAt, firstLat, firstLon, id, lastLat, lastLon, lastPosition, modifiedAt, organizationId, ownerId, releasedAt, routeMm, taskCount, type, version
select c.organization_id as "organizationId", c.id, c.type, c.owner_id as "ownerId",
c.created_at as "createdAt", c.modified_at as "modifiedAt", c.released_at as "releasedAt", c.active_task as "activeTask",
c.active_lon as "activeLon", c.active_lat as "activeLat", c.task_count as "taskCount",
c.last_position as "lastPosition", c.first_lon as "firstLon", c.first_lat as "firstLat",
c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm", c.version,
c.changed_by as "changedBy", c.changed_at as "changedAt" from dispatch.containers c
  where c.organization_id = $1 and c.type = $2 and c.owner_id = any($3::text[])
    and c.released_at is null;

-- findContainersById: activeLat, activeLon, activeTask, changedAt, changedBy, createdAt, firstLat, firstLon, id, lastLat, lastLon, lastPosition, modifiedAt, organizationId, ownerId, releasedAt, routeMm, taskCount, type, version
select c.organization_id as "organizationId", c.id, c.type, c.owner_id as "ownerId",
c.created_at as "createdAt", c.modified_at as "modifiedAt", c.released_at as "releasedAt", c.active_task as "activeTask",
c.active_lon as "activeLon", c.active_lat as "activeLat", c.task_count as "taskCount",
c.last_position as "lastPosition", c.first_lon as "firstLon", c.first_lat as "firstLat",
c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm", c.version,
c.changed_by as "changedBy", c.changed_at as "changedAt" from dispatch.containers c
  where c.organization_id = $1 and c.id = any($2::text[]);

-- insertContainer
insert into dispatch.containers (organization_id, id, type, owner_id, created_at, modified_at)
values ($1, $2, $3, $4, $5, $6)
on conflict do nothing;

-- insertContainers
insert into dispatch.containers (organization_id, id, type, owner_id, created_at, modified_at)
select $1, id, type, owner_id, $2, $3
from jsonb_to_recordset($4::jsonb) as given (id text, type text, owner_id text) order by id
on conflict (organization_id, id) do update set released_at = null where containers.released_at is not null;

-- lockContainerRows (that waits): activeLat, activeLon, activeTask, changedAt, changedBy, createdAt, firstLat, firstLon, id, lastLat, lastLon, lastPosition, modifiedAt, organizationId, ownerId, releasedAt, routeMm, taskCount, type, version
with patience as materialized (select set_config('lock_timeout', $1, true))
  select c.organization_id as "organizationId", c.id, c.type, c.owner_id as "ownerId",
c.created_at as "createdAt", c.modified_at as "modifiedAt", c.released_at as "releasedAt", c.active_task as "activeTask",
c.active_lon as "activeLon", c.active_lat as "activeLat", c.task_count as "taskCount",
c.last_position as "lastPosition", c.first_lon as "firstLon", c.first_lat as "firstLat",
c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm", c.version,
c.changed_by as "changedBy", c.changed_at as "changedAt" from patience, dispatch.containers c
  where c.organization_id = $2 and c.released_at is null
    and c.id = any($3::text[] || array(
      select t.container_id from dispatch.tasks t
      where t.organization_id = $4 and t.id = any($5::text[])))
  order by c.id for update of c;

-- lockContainerRows (that does not wait): activeLat, activeLon, activeTask, changedAt, changedBy, createdAt, firstLat, firstLon, id, lastLat, lastLon, lastPosition, modifiedAt, organizationId, ownerId, releasedAt, routeMm, taskCount, type, version
with patience as materialized (select set_config('lock_timeout', $1, true))
  select c.organization_id as "organizationId", c.id, c.type, c.owner_id as "ownerId",
c.created_at as "createdAt", c.modified_at as "modifiedAt", c.released_at as "releasedAt", c.active_task as "activeTask",
c.active_lon as "activeLon", c.active_lat as "activeLat", c.task_count as "taskCount",
c.last_position as "lastPosition", c.first_lon as "firstLon", c.first_lat as "firstLat",
c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm", c.version,
c.changed_by as "changedBy", c.changed_at as "changedAt" from patience, dispatch.containers c
  where c.organization_id = $2 and c.released_at is null
    and c.id = any($3::text[] || array(
      select t.container_id from dispatch.tasks t
      where t.organization_id = $4 and t.id = any($5::text[])))
  order by c.id for update of c nowait;

-- updateContainer
update dispatch.containers set modified_at = $1, active_task = $2,
  active_lon = $3, active_lat = $4, task_count = $5,
  last_position = $6, first_lon = $7, first_lat = $8,
  last_lon = $9, last_lat = $10, route_mm = $11,
  version = $12, changed_at = $13,
  changed_by = $14::jsonb
where organization_id = $15 and id = $16;

-- updateAppended
update dispatch.containers c set modified_at = $1, active_task = given.active_task,
  active_lon = given.active_lon, active_lat = given.active_lat, task_count = given.task_count,
  last_position = given.last_position, first_lon = given.first_lon, first_lat = given.first_lat,
  last_lon = given.last_lon, last_lat = given.last_lat, route_mm = given.route_mm, version = c.version + 1,
  changed_at = $2, changed_by = null
from jsonb_to_recordset($3::jsonb) as given (id text, active_task text, active_lon float8,
  active_lat float8, task_count int, last_position bigint, first_lon float8, first_lat float8, last_lon float8,
  last_lat float8, route_mm bigint)
where c.organization_id = $4 and c.id = given.id;

-- releaseContainerRow
update dispatch.containers set released_at = $1
where organization_id = $2 and id = $3;

-- listMembers: containerId, executor, id, lat, lon, position, skills, state, workerId
select t.id, t.container_id as "containerId", t.state, t.position, t.worker_id as "workerId",
t.executor, t.lon, t.lat, t.skills from dispatch.tasks t
  where t.organization_id = $1 and t.container_id = any($2::text[])
    and t.position is not null
  order by t.container_id, t.position;

-- findMembers: containerId, executor, id, lat, lon, position, skills, state, workerId
select t.id, t.container_id as "containerId", t.state, t.position, t.worker_id as "workerId",
t.executor, t.lon, t.lat, t.skills from dispatch.tasks t
  where t.organization_id = $1 and t.id = any($2::text[]);

-- positionAtIndex: position
select position from dispatch.tasks
where organization_id = $1 and container_id = $2 and position is not null
order by position offset $3 limit 1;

-- indexesOf: containerId, id, index
select id, container_id as "containerId", index from (
  select id, container_id, (row_number() over (partition by container_id order by position) - 1)::int as index
  from dispatch.tasks
  where organization_id = $1 and container_id = any($2::text[]) and position is not null
) listed
where id = any($3::text[]) order by container_id, index;

-- membersFrom: id, position
select id, position from dispatch.tasks
where organization_id = $1 and container_id = $2 and position >= $3
  and id <> all($4::text[])
order by position limit $5;

-- positionBefore: position
select position from dispatch.tasks
where organization_id = $1 and container_id = $2 and position < $3
  and id <> all($4::text[])
order by position desc limit 1;

-- placeMembers
update dispatch.tasks t set container_id = $1, position = reserved.position, worker_id = $2,
  state = $3, modified_at = $4, version = t.version + 1,
  changed_by = $5::jsonb
from unnest($6::text[], $7::bigint[])
  as reserved (id, position)
where t.organization_id = $8 and t.id = reserved.id;

-- respaceMembers
update dispatch.tasks t set position = reserved.position
from unnest($1::text[], $2::bigint[])
  as reserved (id, position)
where t.organization_id = $3 and t.id = reserved.id;

-- listStops: lat, lon
select lon, lat from dispatch.tasks
where organization_id = $1 and container_id = $2 and position is not null
order by position;
