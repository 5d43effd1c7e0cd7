-- Written by "npm run sql" from src/dispatch/routing/queries.ts.

-- listWaitingTasks: amounts, completeAfter, completeBefore, containerId, id, isPlanned, lat, located, lon, modifiedAt, serviceTime, skills
select t.id, t.container_id as "containerId", t.modified_at as "modifiedAt", t.lon, t.lat, d.located,
t.complete_after as "completeAfter", t.complete_before as "completeBefore", t.service_time as "serviceTime",
jsonb_build_array(t.quantity, coalesce(t.additional_quantities->'quantityA', '0'),
  coalesce(t.additional_quantities->'quantityB', '0'), coalesce(t.additional_quantities->'quantityC', '0')) as amounts, t.skills,
t.route_plan_id is not null as "isPlanned"
from dispatch.tasks t
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $1 and t.container_id = $2 and t.position is not null
    and t.state = 0 and (t.complete_after is null or t.complete_after <= $3)
    and (t.complete_before is null or t.complete_before >= $4)
  order by t.position;

-- listChosenTasks: amounts, completeAfter, completeBefore, containerId, id, isPlanned, lat, located, lon, modifiedAt, serviceTime, skills
select t.id, t.container_id as "containerId", t.modified_at as "modifiedAt", t.lon, t.lat, d.located,
t.complete_after as "completeAfter", t.complete_before as "completeBefore", t.service_time as "serviceTime",
jsonb_build_array(t.quantity, coalesce(t.additional_quantities->'quantityA', '0'),
  coalesce(t.additional_quantities->'quantityB', '0'), coalesce(t.additional_quantities->'quantityC', '0')) as amounts, t.skills,
t.route_plan_id is not null as "isPlanned"
from dispatch.tasks t
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $1 and t.id = any($2::text[]) and t.position is not null and t.state = 0
  order by array_position($3::text[], t.id);

-- listAssignedTasks: amounts, completeAfter, completeBefore, containerId, id, isPlanned, lat, located, lon, modifiedAt, serviceTime, skills
select t.id, t.container_id as "containerId", t.modified_at as "modifiedAt", t.lon, t.lat, d.located,
t.complete_after as "completeAfter", t.complete_before as "completeBefore", t.service_time as "serviceTime",
jsonb_build_array(t.quantity, coalesce(t.additional_quantities->'quantityA', '0'),
  coalesce(t.additional_quantities->'quantityB', '0'), coalesce(t.additional_quantities->'quantityC', '0')) as amounts, t.skills,
t.route_plan_id is not null as "isPlanned"
from dispatch.tasks t
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  where t.organization_id = $1 and t.container_id = any($2::text[])
    and t.position is not null
  order by t.container_id, t.position;

-- listUnchanged: id, modifiedAt
select id, modified_at as "modifiedAt" from dispatch.tasks
where organization_id = $1 and id = any($2::text[])
  and ($3::text is null or container_id = $4) and position is not null and state = 0;

-- listBeyondSkills: id
select t.id
from unnest($1::text[], $2::text[]) as pair (task, worker)
  join dispatch.tasks t on t.organization_id = $3 and t.id = pair.task
  join dispatch.workers w on w.organization_id = $4 and w.id = pair.worker
where not w.skills @> t.skills;

-- hasWaitingDispatches
select from dispatch.team_dispatches where organization_id = $1 and state = 'WAITING' and is_started
offset $2 limit 1;

-- listUnfinishedDependencies: dependsOn, taskId, workerId
select l.task_id as "taskId", l.depends_on as "dependsOn", p.worker_id as "workerId"
from dispatch.task_dependencies l
  join dispatch.tasks p on p.organization_id = l.organization_id and p.id = l.depends_on and p.state < 3
where l.organization_id = $1 and l.task_id = any($2::text[])
order by l.task_id, l.n;

-- listAvailableWorkers (of a team): capacities, homeLat, homeLon, id, lat, load, lon, onDuty, shifts, skills, tasks, vehicle
select w.id, w.on_duty as "onDuty", w.vehicle->>'type' as vehicle, w.skills,
  jsonb_build_array(w.capacity, coalesce(w.additional_capacities->'capacityA', '0'),
    coalesce(w.additional_capacities->'capacityB', '0'), coalesce(w.additional_capacities->'capacityC', '0')) as capacities,
  jsonb_build_array(own.quantity, own.a, own.b, own.c) as load, own.tasks,
  w.longitude as lon, w.latitude as lat, home.lon as "homeLon", home.lat as "homeLat", shift.spans as shifts
from (select worker_id, place from dispatch.team_workers
        where organization_id = $1 and team_id = $2) m
  join dispatch.workers w on w.organization_id = $3 and w.id = m.worker_id
  left join dispatch.destinations home
    on home.organization_id = w.organization_id and home.id = w.routing_destination_id
  cross join lateral (
    select count(*)::int as tasks, coalesce(sum(t.quantity), 0) as quantity,
      coalesce(sum((t.additional_quantities->>'quantityA')::float8), 0) as a,
      coalesce(sum((t.additional_quantities->>'quantityB')::float8), 0) as b,
      coalesce(sum((t.additional_quantities->>'quantityC')::float8), 0) as c
    from dispatch.containers list
      cross join lateral (
        select quantity, additional_quantities from dispatch.tasks
        where organization_id = list.organization_id and container_id = list.id and position is not null
        union all
        select quantity, additional_quantities from dispatch.tasks
        where organization_id = list.organization_id and id = list.active_task) t
    where list.organization_id = w.organization_id and list.owner_id = w.id and list.type = 'WORKER') own
  left join lateral (
    select jsonb_agg(span order by (span->>0)::float8) as spans
    from dispatch.schedule_entries e
      cross join jsonb_array_elements(e.shifts) as span
    where e.organization_id = w.organization_id and e.worker_id = w.id
      and e.date between $4::timestamptz::date - 3 and $5::timestamptz::date + 3
      and (span->>1)::float8 > extract(epoch from $6::timestamptz) * 1000
      and (span->>0)::float8 < extract(epoch from $7::timestamptz) * 1000) shift on true
where w.on_duty or shift.spans is not null
order by w.on_duty desc, m.place limit $8;

-- listAvailableWorkers (who were chosen): capacities, homeLat, homeLon, id, lat, load, lon, onDuty, shifts, skills, tasks, vehicle
select w.id, w.on_duty as "onDuty", w.vehicle->>'type' as vehicle, w.skills,
  jsonb_build_array(w.capacity, coalesce(w.additional_capacities->'capacityA', '0'),
    coalesce(w.additional_capacities->'capacityB', '0'), coalesce(w.additional_capacities->'capacityC', '0')) as capacities,
  jsonb_build_array(own.quantity, own.a, own.b, own.c) as load, own.tasks,
  w.longitude as lon, w.latitude as lat, home.lon as "homeLon", home.lat as "homeLat", shift.spans as shifts
from (select worker_id, place from unnest($1::text[]) with ordinality as given (worker_id, place)) m
  join dispatch.workers w on w.organization_id = $2 and w.id = m.worker_id
  left join dispatch.destinations home
    on home.organization_id = w.organization_id and home.id = w.routing_destination_id
  cross join lateral (
    select count(*)::int as tasks, coalesce(sum(t.quantity), 0) as quantity,
      coalesce(sum((t.additional_quantities->>'quantityA')::float8), 0) as a,
      coalesce(sum((t.additional_quantities->>'quantityB')::float8), 0) as b,
      coalesce(sum((t.additional_quantities->>'quantityC')::float8), 0) as c
    from dispatch.containers list
      cross join lateral (
        select quantity, additional_quantities from dispatch.tasks
        where organization_id = list.organization_id and container_id = list.id and position is not null
        union all
        select quantity, additional_quantities from dispatch.tasks
        where organization_id = list.organization_id and id = list.active_task) t
    where list.organization_id = w.organization_id and list.owner_id = w.id and list.type = 'WORKER') own
  left join lateral (
    select jsonb_agg(span order by (span->>0)::float8) as spans
    from dispatch.schedule_entries e
      cross join jsonb_array_elements(e.shifts) as span
    where e.organization_id = w.organization_id and e.worker_id = w.id
      and e.date between $3::timestamptz::date - 3 and $4::timestamptz::date + 3
      and (span->>1)::float8 > extract(epoch from $5::timestamptz) * 1000
      and (span->>0)::float8 < extract(epoch from $6::timestamptz) * 1000) shift on true
where true
order by w.on_duty desc, m.place limit $7;

-- insertDispatch
insert into dispatch.team_dispatches (organization_id, id, team_id, submitted_at, caller, options, only_proposes,
  is_started)
values ($1, $2, $3, $4, $5, $6,
  $7, $8);

-- findDispatch: attempts, caller, finishedAt, id, isStarted, onlyProposes, options, plan, progress, result, state, submittedAt, teamId
select id, team_id as "teamId", submitted_at as "submittedAt", finished_at as "finishedAt", caller,
options, state, only_proposes as "onlyProposes", is_started as "isStarted", attempts, plan, result, progress from dispatch.team_dispatches where organization_id = $1 and id = $2;

-- lockDispatch: attempts, caller, finishedAt, id, isStarted, onlyProposes, options, plan, progress, result, state, submittedAt, teamId
select id, team_id as "teamId", submitted_at as "submittedAt", finished_at as "finishedAt", caller,
options, state, only_proposes as "onlyProposes", is_started as "isStarted", attempts, plan, result, progress from dispatch.team_dispatches
  where organization_id = $1 and id = $2 for update;

-- beginAttempt: attempts, caller, finishedAt, id, isStarted, onlyProposes, options, plan, progress, result, state, submittedAt, teamId
update dispatch.team_dispatches set attempts = attempts + 1, progress = null
  where organization_id = $1 and id = $2 and state = 'WAITING' returning id, team_id as "teamId", submitted_at as "submittedAt", finished_at as "finishedAt", caller,
options, state, only_proposes as "onlyProposes", is_started as "isStarted", attempts, plan, result, progress;

-- saveSearchProgress
update dispatch.team_dispatches set progress = $1::jsonb
where organization_id = $2 and id = $3 and state = 'WAITING';

-- saveDispatch
update dispatch.team_dispatches set state = $1, finished_at = $2::timestamptz,
  plan = $3::jsonb, result = $4::jsonb
where organization_id = $5 and id = $6;

-- deleteOldDispatches
delete from dispatch.team_dispatches where submitted_at < $1;
