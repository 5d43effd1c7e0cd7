-- Written by "npm run sql" from src/platform/push-subscriptions/queries.ts.

-- saveSubscription
delete from platform.push_subscriptions
where endpoint_hash = $1 and (organization_id, credential_id) <> ($2, $3);

-- saveSubscription 2
insert into platform.push_subscriptions (organization_id, credential_id, endpoint_hash, sealed, created_at)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, credential_id, endpoint_hash)
  do update set sealed = excluded.sealed, created_at = excluded.created_at;

-- keepNewestSubscriptions
delete from platform.push_subscriptions s using (
  select other.organization_id, other.credential_id, other.endpoint_hash
  from platform.credentials own
    join platform.credentials c on c.organization_id = own.organization_id and c.kind = own.kind
      and c.subject = own.subject
    join platform.push_subscriptions other on other.organization_id = c.organization_id and other.credential_id = c.id
  where own.organization_id = $1 and own.id = $2
  order by other.created_at desc, other.endpoint_hash offset $3) old
where s.organization_id = old.organization_id and s.credential_id = old.credential_id
  and s.endpoint_hash = old.endpoint_hash;

-- deleteSubscription
delete from platform.push_subscriptions
where organization_id = $1 and credential_id = $2 and endpoint_hash = $3;

-- listSubscriptions: credentialId, endpointHash, organizationId, sealed
select s.organization_id as "organizationId", s.credential_id as "credentialId", s.endpoint_hash as "endpointHash",
  s.sealed
from unnest($1::text[], $2::text[]) as o (kind, subject)
  join platform.credentials c on c.organization_id = $3 and c.kind = o.kind and c.subject = o.subject
    and c.revoked_at is null and (c.expires_at is null or c.expires_at > $4)
  join platform.push_subscriptions s on s.organization_id = c.organization_id and s.credential_id = c.id
order by s.created_at, s.endpoint_hash;
