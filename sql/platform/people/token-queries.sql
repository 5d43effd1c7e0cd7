-- Written by "npm run sql" from src/platform/people/token-queries.ts.

-- insertToken
insert into platform.person_tokens (hash, organization_id, person_id, purpose, address, created_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7);

-- loadTokenTimes: createdAt
select created_at as "createdAt" from platform.person_tokens
where organization_id = $1 and person_id = $2 and purpose = $3 and expires_at > $4
order by created_at;

-- loadNewestToken: address, createdAt, expiresAt
select address, created_at as "createdAt", expires_at as "expiresAt" from platform.person_tokens
where organization_id = $1 and person_id = $2 and purpose = $3 and expires_at > $4
order by created_at desc limit 1;

-- loadToken: address, createdAt, expiresAt, hash, organizationId, personId, purpose
select hash, organization_id as "organizationId", person_id as "personId", purpose, address, created_at as "createdAt",
  expires_at as "expiresAt"
from platform.person_tokens where hash = $1 and purpose = $2 and expires_at > $3;

-- deleteTokens
delete from platform.person_tokens
where organization_id = $1 and person_id = $2 and purpose = $3
  and exists (select from platform.person_tokens used where used.hash = $4);

-- deleteTokensOf
delete from platform.person_tokens
where organization_id = $1 and person_id = $2 and purpose = $3;

-- deleteExpiredTokens
delete from platform.person_tokens where expires_at <= $1;
