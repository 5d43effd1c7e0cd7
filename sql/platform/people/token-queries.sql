-- Written by "npm run sql" from src/platform/people/token-queries.ts.

-- insertToken
insert into platform.person_tokens (hash, organization_id, person_id, purpose, email, created_at, expires_at)
select $1, p.organization_id, p.id, $2, $3, $4, $5
from platform.people p
where p.organization_id = $6 and p.id = $7 and not exists (
  select from platform.person_tokens t
  where t.organization_id = p.organization_id and t.person_id = p.id and t.purpose = $8
    and t.created_at > $9);

-- loadToken: createdAt, email, expiresAt, hash, organizationId, personId, purpose
select hash, organization_id as "organizationId", person_id as "personId", purpose, email, created_at as "createdAt",
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
