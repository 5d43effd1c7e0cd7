-- Written by "npm run sql" from src/platform/credentials/credentials.ts.

-- createCredential
insert into platform.credentials (organization_id, id, kind, subject, label, hash, created_at, used_at, expires_at, is_shared)
values ($1, $2, $3, $4, $5, $6, $7,
  $8, $9, $10);

-- listCredentials: created_at, id, kind, label, revoked_at, subject, used_at
select id, kind, subject, label, created_at, used_at, revoked_at from platform.credentials
where organization_id = $1 and kind <> 'session' order by created_at desc, id;

-- listCredentialsOf: created_at, id, label, used_at
select id, label, created_at, used_at from platform.credentials
where organization_id = $1 and kind = $2 and subject is not distinct from $3
  and revoked_at is null
order by created_at desc, id limit $4;

-- labelOfCredential: label
select label from platform.credentials where organization_id = $1 and id = $2;

-- isInUse
select from platform.credentials where organization_id = $1 and id = $2 and revoked_at is null;

-- deleteRevokedCredentials
delete from platform.credentials
where ctid >= $1::tid and ctid < $2::tid and kind <> 'session' and revoked_at <= $3;

-- revokeCredentialOf
select from platform.credentials
where organization_id = $1 and id = $2 and kind = $3
  and subject is not distinct from $4;

-- revokeCredential: kind, label, subject
update platform.credentials set revoked_at = $1
where organization_id = $2 and id = $3 and revoked_at is null returning kind, subject, label;

-- revokeCredentialsOf
update platform.credentials set revoked_at = $1
where organization_id = $2 and kind = $3 and subject = $4 and revoked_at is null
  and id is distinct from $5;

-- revokeSessionsOf: sessions, subject
with revoked as (
  update platform.credentials set revoked_at = $1
  where organization_id = $2 and kind = 'session' and subject = any($3::text[]) and revoked_at is null
  returning subject)
select subject, count(*)::int as sessions from revoked group by subject order by subject;

-- keepLatestCredentials
update platform.credentials set revoked_at = $1
where organization_id = $2 and id in (
  select id from platform.credentials
  where organization_id = $3 and kind = $4 and subject = $5
    and ($6::text is null or label = $7) and revoked_at is null
  order by greatest(created_at, used_at) desc, id offset $8);

-- #find: createdAt, credentialId, expiresAt, isShared, kind, organizationId, subject, usedAt
select organization_id as "organizationId", id as "credentialId", kind, subject, used_at as "usedAt",
  created_at as "createdAt", expires_at as "expiresAt", is_shared as "isShared"
from platform.credentials c where hash = $1 and revoked_at is null
  and exists (select from platform.open_organizations o where o.id = c.organization_id);
