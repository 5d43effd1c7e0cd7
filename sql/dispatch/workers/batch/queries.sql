-- Written by "npm run sql" from src/dispatch/workers/batch/queries.ts.

-- findIdsByPhones: id
select id from dispatch.workers
where organization_id = $1 and phone = any($2::text[]);

-- lockIdsByPhones: id
select id from dispatch.workers
where organization_id = $1 and phone = any($2::text[]) order by id for update;

-- insertTeams
with made as (
  insert into dispatch.teams (organization_id, id, name, enable_self_assignment, metadata, created_at, modified_at)
  select $1, id, name, false, '[]', $2, $3
  from jsonb_to_recordset($4::jsonb) as given (id text, name text) order by name
  on conflict (organization_id, name) do nothing returning id)
insert into dispatch.team_managers (organization_id, team_id, administrator_id)
select $5, id, $6 from made;

-- insertWorkers
insert into dispatch.workers (organization_id, id, name, display_name, phone, capacity, additional_capacities,
  vehicle, skills, metadata, person_id, created_at, modified_at)
select $1, w.id, w.name, w.display_name, w.phone, w.capacity, w.additional_capacities, w.vehicle,
  w.skills, '[]', w.person_id, $2, $3
from jsonb_to_recordset($4::jsonb) as w (id text, name text, display_name text, phone text,
  capacity float8, additional_capacities jsonb, vehicle jsonb, skills text[], person_id text) order by w.phone
on conflict (organization_id, phone) do nothing;

-- updateWorkers
update dispatch.workers as old set name = w.name, display_name = w.display_name, capacity = w.capacity,
  vehicle = w.vehicle, skills = w.skills, modified_at = $1, version = version + 1,
  changed_by = $2, changed_at = $3
from jsonb_to_recordset($4::jsonb) as w (id text, name text, display_name text, phone text,
  capacity float8, additional_capacities jsonb, vehicle jsonb, skills text[], person_id text)
where old.organization_id = $5 and old.id = w.id;

-- replaceTeamsOfWorkers
delete from dispatch.team_workers
where organization_id = $1 and worker_id = any($2::text[]);

-- replaceTeamsOfWorkers 2
insert into dispatch.team_workers (organization_id, team_id, worker_id)
select $1, team_id, worker_id
from unnest($2::text[], $3::text[])
  with ordinality as given (team_id, worker_id, n)
order by n;
