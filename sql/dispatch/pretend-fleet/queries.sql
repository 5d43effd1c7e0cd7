-- Written by "npm run sql" from src/dispatch/pretend-fleet/queries.ts.

-- insertPretendFleet
insert into dispatch.pretend_fleets (organization_id, hub_id, team_id, worker_ids, task_ids, created_at)
values ($1, '', '', '{}', '{}', $2::timestamptz)
on conflict do nothing
returning 1 as "isNew";

-- updatePretendFleet
update dispatch.pretend_fleets
set hub_id = $1, team_id = $2, worker_ids = $3::text[],
  task_ids = $4::text[]
where organization_id = $5;

-- deletePretendFleet: hubId, taskIds, teamId, workerIds
delete from dispatch.pretend_fleets where organization_id = $1
returning hub_id as "hubId", team_id as "teamId", worker_ids as "workerIds", task_ids as "taskIds";
