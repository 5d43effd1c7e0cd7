-- Written by "npm run sql" from src/dispatch/organization/queries.ts.

-- findDelegatee: isFulfillment
select is_fulfillment as "isFulfillment" from dispatch.delegatees
where organization_id = $1 and delegatee_id = $2 and revoked_at is null
  and delegatee_id in (select id from platform.open_organizations);

-- listDelegatees: id
select delegatee_id as id from dispatch.delegatees
where organization_id = $1 and revoked_at is null
  and delegatee_id in (select id from platform.open_organizations) order by created_at, delegatee_id;

-- insertDelegatee
insert into dispatch.delegatees (organization_id, delegatee_id, is_fulfillment, created_at)
values ($1, $2, $3, $4)
on conflict (organization_id, delegatee_id) do update set is_fulfillment = excluded.is_fulfillment, revoked_at = null;

-- revokeDelegatee
update dispatch.delegatees set revoked_at = $1
where organization_id = $2 and delegatee_id = $3 and revoked_at is null;

-- isDelegatee
select from dispatch.delegatees where delegatee_id = $1 limit 1;

-- hasFewer (workers)
select from dispatch.workers where organization_id = $1 offset $2 limit 1;

-- hasFewer (teams)
select from dispatch.teams where organization_id = $1 offset $2 limit 1;
