-- Written by "npm run sql" from src/dispatch/worker-invitations/queries.ts.

-- countUninvited: count
select count(*)::int as count from
dispatch.workers join platform.people p on p.organization_id = workers.organization_id and p.id = workers.person_id
where workers.organization_id = $1 and workers.account_status = 'INVITED'
  and p.password_hash is null and p.email is null and p.phone_verified_at is null
  and not exists (select from dispatch.pretend_fleets f
    where f.organization_id = workers.organization_id and workers.id = any(f.worker_ids))
  and true;

-- lockUninvited: id
select workers.id from
dispatch.workers join platform.people p on p.organization_id = workers.organization_id and p.id = workers.person_id
where workers.organization_id = $1 and workers.account_status = 'INVITED'
  and p.password_hash is null and p.email is null and p.phone_verified_at is null
  and not exists (select from dispatch.pretend_fleets f
    where f.organization_id = workers.organization_id and workers.id = any(f.worker_ids))
  and true
order by workers.created_at, workers.id limit $2 for update of workers, p skip locked;

-- lockUninvited (of some teams): id
select workers.id from
dispatch.workers join platform.people p on p.organization_id = workers.organization_id and p.id = workers.person_id
where workers.organization_id = $1 and workers.account_status = 'INVITED'
  and p.password_hash is null and p.email is null and p.phone_verified_at is null
  and not exists (select from dispatch.pretend_fleets f
    where f.organization_id = workers.organization_id and workers.id = any(f.worker_ids))
  and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $2 and seen.worker_id = workers.id and seen.team_id = any($3::text[]))
order by workers.created_at, workers.id limit $4 for update of workers, p skip locked;
