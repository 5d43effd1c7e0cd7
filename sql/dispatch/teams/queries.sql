-- Written by "npm run sql" from src/dispatch/teams/queries.ts.

-- findTeam: changedAt, changedBy, createdAt, enableSelfAssignment, hubId, id, managers, metadata, modifiedAt, name, organizationId, version, workers
select
organization_id as "organizationId", id, name, hub_id as "hubId", enable_self_assignment as "enableSelfAssignment",
metadata, created_at as "createdAt", modified_at as "modifiedAt", version, changed_by as "changedBy",
changed_at as "changedAt",
array(select worker_id from dispatch.team_workers as member
  where member.organization_id = teams.organization_id and member.team_id = teams.id order by place) as workers,
array(select administrator_id from dispatch.team_managers as manager
  where manager.organization_id = teams.organization_id and manager.team_id = teams.id order by place) as managers from dispatch.teams where organization_id = $1 and id = $2;

-- findTeamByName: changedAt, changedBy, createdAt, enableSelfAssignment, hubId, id, managers, metadata, modifiedAt, name, organizationId, version, workers
select
organization_id as "organizationId", id, name, hub_id as "hubId", enable_self_assignment as "enableSelfAssignment",
metadata, created_at as "createdAt", modified_at as "modifiedAt", version, changed_by as "changedBy",
changed_at as "changedAt",
array(select worker_id from dispatch.team_workers as member
  where member.organization_id = teams.organization_id and member.team_id = teams.id order by place) as workers,
array(select administrator_id from dispatch.team_managers as manager
  where manager.organization_id = teams.organization_id and manager.team_id = teams.id order by place) as managers from dispatch.teams where organization_id = $1 and name = $2;

-- lockTeam
select from dispatch.teams where organization_id = $1 and id = $2 for update;

-- lockMemberships
select from platform.organizations where id = $1 for no key update;

-- pageOfTeams: changedAt, changedBy, createdAt, createdAtText, enableSelfAssignment, hubId, id, managers, metadata, modifiedAt, name, organizationId, version, workers
select
organization_id as "organizationId", id, name, hub_id as "hubId", enable_self_assignment as "enableSelfAssignment",
metadata, created_at as "createdAt", modified_at as "modifiedAt", version, changed_by as "changedBy",
changed_at as "changedAt",
array(select worker_id from dispatch.team_workers as member
  where member.organization_id = teams.organization_id and member.team_id = teams.id order by place) as workers,
array(select administrator_id from dispatch.team_managers as manager
  where manager.organization_id = teams.organization_id and manager.team_id = teams.id order by place) as managers, created_at::text as "createdAtText" from dispatch.teams
  where organization_id = $1 and true and true
  order by created_at, id limit $2;

-- pageOfTeams (by metadata, a further page): changedAt, changedBy, createdAt, createdAtText, enableSelfAssignment, hubId, id, managers, metadata, modifiedAt, name, organizationId, version, workers
select
organization_id as "organizationId", id, name, hub_id as "hubId", enable_self_assignment as "enableSelfAssignment",
metadata, created_at as "createdAt", modified_at as "modifiedAt", version, changed_by as "changedBy",
changed_at as "changedAt",
array(select worker_id from dispatch.team_workers as member
  where member.organization_id = teams.organization_id and member.team_id = teams.id order by place) as workers,
array(select administrator_id from dispatch.team_managers as manager
  where manager.organization_id = teams.organization_id and manager.team_id = teams.id order by place) as managers, created_at::text as "createdAtText" from dispatch.teams
  where organization_id = $1 and (
  metadata @> $2::jsonb
  and not exists (
    select from jsonb_array_elements($3::jsonb) as given
    where not exists (
      select from jsonb_array_elements(metadata) as item
      where item->'name' = given->'name' and item->'type' = given->'type' and item->'value' = given->'value'))) and (created_at, id) > ($4::timestamptz, $5)
  order by created_at, id limit $6;

-- lockTeams: id
select id from dispatch.teams where organization_id = $1 and id = any($2::text[])
order by id for key share;

-- insertTeam
insert into dispatch.teams
  (organization_id, id, name, hub_id, enable_self_assignment, metadata, created_at, modified_at)
values ($1, $2, $3, $4, $5,
  $6, $7, $8)
on conflict (organization_id, name) do nothing;

-- updateTeam
update dispatch.teams set name = $1, hub_id = $2,
  enable_self_assignment = $3, metadata = $4,
  modified_at = $5, version = version + 1, changed_by = $6, changed_at = $7
where organization_id = $8 and id = $9;

-- noteTeamsChanged
update dispatch.teams set modified_at = $1, version = version + 1, changed_by = $2,
  changed_at = $3
from (select id from dispatch.teams where organization_id = $4 and id = any($5::text[])
  order by id for no key update) as changed
where teams.organization_id = $6 and teams.id = changed.id;

-- noteWorkersMoved
update dispatch.workers set modified_at = $1, version = version + 1, changed_by = $2,
  changed_at = $3
from (select id from dispatch.workers where organization_id = $4 and id = any($5::text[])
  order by id for no key update) as moved
where workers.organization_id = $6 and workers.id = moved.id;

-- replaceWorkers
delete from dispatch.team_workers where organization_id = $1 and team_id = $2;

-- replaceWorkers 2
insert into dispatch.team_workers (organization_id, team_id, worker_id)
select $1, $2, worker_id from unnest($3::text[]) with ordinality as given (worker_id, n)
order by n;

-- replaceManagers
delete from dispatch.team_managers where organization_id = $1 and team_id = $2;

-- replaceManagers 2
insert into dispatch.team_managers (organization_id, team_id, administrator_id)
select $1, $2, administrator_id
from unnest($3::text[]) with ordinality as given (administrator_id, n) order by n;

-- replaceTeamsOfWorker
delete from dispatch.team_workers where organization_id = $1 and worker_id = $2;

-- replaceTeamsOfWorker 2
insert into dispatch.team_workers (organization_id, team_id, worker_id)
select $1, team_id, $2 from unnest($3::text[]) with ordinality as given (team_id, n)
order by n;

-- replaceTeamsOfHub: id
update dispatch.teams set hub_id = case when id = any($1::text[]) then $2 end, modified_at = $3,
  version = version + 1, changed_by = $4, changed_at = $5
where organization_id = $6
  and (hub_id = $7 and not id = any($8::text[])
    or id = any($9::text[]) and hub_id is distinct from $10)
returning id;

-- deleteTeam
delete from dispatch.teams where organization_id = $1 and id = $2;

-- lockTeamsOfManager
select from dispatch.teams where organization_id = $1 and id in (
  select team_id from dispatch.team_managers
  where organization_id = $2 and administrator_id = $3)
order by id for update;

-- lockTeamsOfManager 2: id, managers, name
select id, name, (
  select count(*)::int from dispatch.team_managers as any_manager
  where any_manager.organization_id = managed.organization_id and any_manager.team_id = managed.team_id) as managers
from dispatch.team_managers as managed join dispatch.teams on teams.organization_id = managed.organization_id
  and teams.id = managed.team_id
where managed.organization_id = $1 and managed.administrator_id = $2 order by id;

-- replaceTeamsOfManager
delete from dispatch.team_managers
where organization_id = $1 and administrator_id = $2
  and not team_id = any($3::text[]);

-- replaceTeamsOfManager 2
insert into dispatch.team_managers (organization_id, team_id, administrator_id)
select $1, team_id, $2 from unnest($3::text[]) as given (team_id)
on conflict do nothing;

-- findTeams: changedAt, changedBy, createdAt, enableSelfAssignment, hubId, id, managers, metadata, modifiedAt, name, organizationId, version, workers
select
organization_id as "organizationId", id, name, hub_id as "hubId", enable_self_assignment as "enableSelfAssignment",
metadata, created_at as "createdAt", modified_at as "modifiedAt", version, changed_by as "changedBy",
changed_at as "changedAt",
array(select worker_id from dispatch.team_workers as member
  where member.organization_id = teams.organization_id and member.team_id = teams.id order by place) as workers,
array(select administrator_id from dispatch.team_managers as manager
  where manager.organization_id = teams.organization_id and manager.team_id = teams.id order by place) as managers from dispatch.teams where organization_id = $1 and id = any($2::text[]);

-- loadTeamNames: id, name
select id, name from dispatch.teams where organization_id = $1 order by created_at, id;
