-- Written by "npm run sql" from src/dispatch/route-plans/queries.ts.

-- findRoutePlan: actualEndTime, actualStartTime, color, createdAt, endAt, endTime, endingHubId, id, modifiedAt, name, organizationId, shortId, startAt, startTime, startingHubId, taskStates, tasks, teamId, timezone, vehicleType, workerId
select p.organization_id as "organizationId", p.id, p.short_id as "shortId", p.name, p.color,
p.vehicle_type as "vehicleType", p.worker_id as "workerId", p.team_id as "teamId", p.start_time as "startTime",
p.end_time as "endTime", p.start_at as "startAt", p.end_at as "endAt", p.starting_hub_id as "startingHubId",
p.ending_hub_id as "endingHubId", p.timezone, p.actual_start_time as "actualStartTime",
p.actual_end_time as "actualEndTime", p.created_at as "createdAt", p.modified_at as "modifiedAt",
array(select t.id from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as tasks,
array(select t.state::int from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as "taskStates" from dispatch.route_plans p where p.organization_id = $1 and p.id = $2;

-- isPlannedAtHub
select from dispatch.route_plans
where organization_id = $1 and starting_hub_id = $2 and actual_end_time is null
union all select from dispatch.route_plans
where organization_id = $3 and ending_hub_id = $4 and actual_end_time is null
limit 1;

-- lockRoutePlans: id
select id from dispatch.route_plans where organization_id = $1 and id = any($2::text[])
order by id for update;

-- listRoutePlans: actualEndTime, actualStartTime, color, createdAt, endAt, endTime, endingHubId, id, modifiedAt, name, organizationId, shortId, startAt, startTime, startingHubId, taskStates, tasks, teamId, timezone, vehicleType, workerId
select p.organization_id as "organizationId", p.id, p.short_id as "shortId", p.name, p.color,
p.vehicle_type as "vehicleType", p.worker_id as "workerId", p.team_id as "teamId", p.start_time as "startTime",
p.end_time as "endTime", p.start_at as "startAt", p.end_at as "endAt", p.starting_hub_id as "startingHubId",
p.ending_hub_id as "endingHubId", p.timezone, p.actual_start_time as "actualStartTime",
p.actual_end_time as "actualEndTime", p.created_at as "createdAt", p.modified_at as "modifiedAt",
array(select t.id from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as tasks,
array(select t.state::int from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as "taskStates" from dispatch.route_plans p where p.organization_id = $1 and true
  order by p.created_at, p.id limit $2;

-- listRoutePlans (with every condition): actualEndTime, actualStartTime, color, createdAt, endAt, endTime, endingHubId, id, modifiedAt, name, organizationId, shortId, startAt, startTime, startingHubId, taskStates, tasks, teamId, timezone, vehicleType, workerId
select p.organization_id as "organizationId", p.id, p.short_id as "shortId", p.name, p.color,
p.vehicle_type as "vehicleType", p.worker_id as "workerId", p.team_id as "teamId", p.start_time as "startTime",
p.end_time as "endTime", p.start_at as "startAt", p.end_at as "endAt", p.starting_hub_id as "startingHubId",
p.ending_hub_id as "endingHubId", p.timezone, p.actual_start_time as "actualStartTime",
p.actual_end_time as "actualEndTime", p.created_at as "createdAt", p.modified_at as "modifiedAt",
array(select t.id from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as tasks,
array(select t.state::int from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as "taskStates" from dispatch.route_plans p where p.organization_id = $1 and (p.worker_id is null and p.team_id is null
  or p.team_id is not null and p.team_id = any($2::text[]) or exists (
  select from dispatch.team_workers as seen
  where seen.organization_id = $3 and seen.worker_id = p.worker_id and seen.team_id = any($4::text[]))) and p.worker_id = $5 and p.start_time >= $6 and p.start_time < $7 and p.created_at >= $8 and p.created_at < $9 and $10::boolean = exists (select from dispatch.tasks t
    where t.organization_id = p.organization_id and t.route_plan_id = p.id) and (p.created_at, p.id) > (select l.created_at, l.id from dispatch.route_plans l
    where l.organization_id = $11 and l.id = $12)
  order by p.created_at, p.id limit $13;

-- findRoutePlans: actualEndTime, actualStartTime, color, createdAt, endAt, endTime, endingHubId, id, modifiedAt, name, organizationId, shortId, startAt, startTime, startingHubId, taskStates, tasks, teamId, timezone, vehicleType, workerId
select p.organization_id as "organizationId", p.id, p.short_id as "shortId", p.name, p.color,
p.vehicle_type as "vehicleType", p.worker_id as "workerId", p.team_id as "teamId", p.start_time as "startTime",
p.end_time as "endTime", p.start_at as "startAt", p.end_at as "endAt", p.starting_hub_id as "startingHubId",
p.ending_hub_id as "endingHubId", p.timezone, p.actual_start_time as "actualStartTime",
p.actual_end_time as "actualEndTime", p.created_at as "createdAt", p.modified_at as "modifiedAt",
array(select t.id from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as tasks,
array(select t.state::int from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as "taskStates" from dispatch.route_plans p where p.organization_id = $1 and p.id = any($2::text[]);

-- pageOfLiveRoutePlans: actualEndTime, actualStartTime, color, createdAt, endAt, endTime, endingHubId, id, modifiedAt, name, organizationId, shortId, startAt, startTime, startingHubId, taskStates, tasks, teamId, timezone, vehicleType, workerId
select p.organization_id as "organizationId", p.id, p.short_id as "shortId", p.name, p.color,
p.vehicle_type as "vehicleType", p.worker_id as "workerId", p.team_id as "teamId", p.start_time as "startTime",
p.end_time as "endTime", p.start_at as "startAt", p.end_at as "endAt", p.starting_hub_id as "startingHubId",
p.ending_hub_id as "endingHubId", p.timezone, p.actual_start_time as "actualStartTime",
p.actual_end_time as "actualEndTime", p.created_at as "createdAt", p.modified_at as "modifiedAt",
array(select t.id from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as tasks,
array(select t.state::int from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as "taskStates" from dispatch.route_plans p where p.organization_id = $1 and true and true
  order by p.created_at, p.id limit $2;

-- pageOfLiveRoutePlans (a further page): actualEndTime, actualStartTime, color, createdAt, endAt, endTime, endingHubId, id, modifiedAt, name, organizationId, shortId, startAt, startTime, startingHubId, taskStates, tasks, teamId, timezone, vehicleType, workerId
select p.organization_id as "organizationId", p.id, p.short_id as "shortId", p.name, p.color,
p.vehicle_type as "vehicleType", p.worker_id as "workerId", p.team_id as "teamId", p.start_time as "startTime",
p.end_time as "endTime", p.start_at as "startAt", p.end_at as "endAt", p.starting_hub_id as "startingHubId",
p.ending_hub_id as "endingHubId", p.timezone, p.actual_start_time as "actualStartTime",
p.actual_end_time as "actualEndTime", p.created_at as "createdAt", p.modified_at as "modifiedAt",
array(select t.id from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as tasks,
array(select t.state::int from dispatch.tasks t where t.organization_id = p.organization_id and t.route_plan_id = p.id
  order by t.route_plan_place, t.seq) as "taskStates" from dispatch.route_plans p where p.organization_id = $1 and true and (p.created_at, p.id) > ($2, $3)
  order by p.created_at, p.id limit $4;

-- insertRoutePlan
insert into dispatch.route_plans (organization_id, id, short_id, name, color, vehicle_type, worker_id, team_id,
  start_time, end_time, start_at, end_at, starting_hub_id, ending_hub_id, timezone, created_at, modified_at)
values ($1, $2, $3, $4, $5, $6,
  $7, $8, $9, $10, $11, $12,
  $13, $14, $15, $16, $17);

-- updateRoutePlanRow
update dispatch.route_plans set name = $1, color = $2,
  vehicle_type = $3, worker_id = $4, team_id = $5,
  start_time = $6, end_time = $7, start_at = $8,
  end_at = $9, starting_hub_id = $10, ending_hub_id = $11,
  timezone = $12, modified_at = $13,
  is_delayed = is_delayed and end_time is not distinct from $14
where organization_id = $15 and id = $16;

-- addTasks: id
update dispatch.tasks t set route_plan_id = $1, modified_at = $2, version = t.version + 1,
  changed_by = $3::jsonb, route_plan_place = given.n + (
  select coalesce(max(route_plan_place), 0) from dispatch.tasks
  where organization_id = $4 and route_plan_id = $5)
from unnest($6::text[]) with ordinality as given (id, n)
where t.organization_id = $7 and t.id = given.id and t.route_plan_id is null and t.state < 2
returning t.id;

-- deleteRoutePlanRow
delete from dispatch.route_plans where organization_id = $1 and id = $2;

-- removeReassigned: planId, taskId
with strayed as (
  select t.id, t.route_plan_id from dispatch.tasks t
    join dispatch.route_plans p on p.organization_id = t.organization_id and p.id = t.route_plan_id
  where t.organization_id = $1 and t.route_plan_id = any($2::text[]) and t.state < 2
    and t.worker_id <> p.worker_id order by t.id for update of t)
update dispatch.tasks t set route_plan_id = null from strayed
where t.organization_id = $3 and t.id = strayed.id
returning strayed.route_plan_id as "planId", t.id as "taskId";

-- updateProgress: id
update dispatch.route_plans p set modified_at = $1, actual_start_time = (
  select min(t.started_at) from dispatch.tasks t
  where t.organization_id = p.organization_id and t.route_plan_id = p.id)
where p.organization_id = $2 and p.id = any($3::text[]) and p.actual_start_time is null
  and exists (select from dispatch.tasks t
    where t.organization_id = p.organization_id and t.route_plan_id = p.id and t.started_at is not null)
returning p.id;

-- updateProgress 2: id
update dispatch.route_plans p set modified_at = $1, actual_end_time = (
  select max(t.completed_at) from dispatch.tasks t
  where t.organization_id = p.organization_id and t.route_plan_id = p.id)
where p.organization_id = $2 and p.id = any($3::text[]) and p.actual_end_time is null
  and exists (select from dispatch.tasks t
    where t.organization_id = p.organization_id and t.route_plan_id = p.id and t.state = 3)
  and not exists (select from dispatch.tasks t
    where t.organization_id = p.organization_id and t.route_plan_id = p.id and t.state < 3)
returning p.id;

-- markDelayed: id, organizationId
update dispatch.route_plans p set is_delayed = true
where (p.organization_id, p.id) in (
  select organization_id, id from dispatch.route_plans
  where end_time < $1 and actual_end_time is null and not is_delayed
    and organization_id in (select id from platform.open_organizations)
  order by end_time limit $2 for update skip locked)
returning p.organization_id as "organizationId", p.id;
