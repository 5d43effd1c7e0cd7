-- Written by "npm run sql" from src/dispatch/pushes/queries.ts.

-- hasSubscriptions
select from dispatch.push_subscriptions where organization_id = $1 limit 1;

-- saveSubscription
insert into dispatch.push_subscriptions (organization_id, worker_id, endpoint_hash, sealed, credential_id, created_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (organization_id, worker_id, endpoint_hash)
  do update set sealed = excluded.sealed, credential_id = excluded.credential_id, created_at = excluded.created_at;

-- saveSubscription 2
delete from dispatch.push_subscriptions s using (
  select endpoint_hash from dispatch.push_subscriptions
  where organization_id = $1 and worker_id = $2
  order by created_at desc, endpoint_hash offset $3) old
where s.organization_id = $4 and s.worker_id = $5 and s.endpoint_hash = old.endpoint_hash;

-- deleteSubscription
delete from dispatch.push_subscriptions
where organization_id = $1 and worker_id = $2 and endpoint_hash = $3;

-- listSubscriptions: credentialId, endpointHash, organizationId, sealed, workerId
select s.organization_id as "organizationId", s.worker_id as "workerId", s.endpoint_hash as "endpointHash", s.sealed,
  s.credential_id as "credentialId"
from dispatch.push_subscriptions s
  join platform.credentials c on c.organization_id = s.organization_id and c.id = s.credential_id
    and c.revoked_at is null
where s.organization_id = $1 and s.worker_id = $2 order by s.created_at;

-- whoSubscribed: id
select distinct worker_id as id from dispatch.push_subscriptions
where organization_id = $1 and worker_id = any($2::text[]);
