-- Written by "npm run sql" from src/dispatch/driver/queries.ts.

-- findAccounts: country, organization_id, password_ends_at, password_hash, person_id, phone, worker_id
select w.organization_id, w.id as worker_id, w.phone, o.country, w.person_id, p.password_hash, p.password_ends_at
from dispatch.workers w
  join platform.organizations o on o.id = w.organization_id
  join platform.people p on p.organization_id = w.organization_id and p.id = w.person_id
where w.phone = any($1::text[]) and ($2::text is null or w.organization_id = $3)
  and w.organization_id in (select id from platform.open_organizations)
order by w.created_at desc limit $4;

-- acceptInvitation
update dispatch.workers set account_status = 'ACCEPTED', modified_at = $1
where organization_id = $2 and id = $3 and account_status <> 'ACCEPTED';

-- saveChosen
update dispatch.workers set modified_at = $1
where organization_id = $2 and id = $3;

-- saveChosen 2
insert into dispatch.chosen_passwords (organization_id, worker_id, at)
values ($1, $2, $3)
on conflict (organization_id, worker_id) do update set at = excluded.at;

-- hasChosenPassword
select from dispatch.chosen_passwords where organization_id = $1 and worker_id = $2;

-- insertAction: fingerprint, isNew
insert into dispatch.driver_actions as a (organization_id, worker_id, action_id, fingerprint, at)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, worker_id, action_id) do update set at = a.at
returning a.xmax = 0 as "isNew", a.fingerprint;

-- deleteOldActions
delete from dispatch.driver_actions where ctid >= $1::tid and ctid < $2::tid and at < $3;

-- insertDutyEvent: isLatest
insert into dispatch.duty_events as e (organization_id, worker_id, at, on_duty)
values ($1, $2, $3, $4)
on conflict (organization_id, worker_id, at) do update set on_duty = excluded.on_duty
returning not exists (
  select from dispatch.duty_events later
  where later.organization_id = e.organization_id and later.worker_id = e.worker_id and later.at > e.at) as "isLatest";

-- updateDuty
update dispatch.workers set on_duty = $1, modified_at = $2
where organization_id = $3 and id = $4;

-- deleteOldDuty
delete from dispatch.duty_events e
where e.ctid >= $1::tid and e.ctid < $2::tid and e.at < $3 and e.at < (
  -- One look into the index for each: no plan reads the whole table for a part of it.
  select max(last.at) from dispatch.duty_events last
  where last.organization_id = e.organization_id and last.worker_id = e.worker_id and last.at < $4);
