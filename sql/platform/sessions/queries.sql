-- Written by "npm run sql" from src/platform/sessions/queries.ts.

-- loadSessions: createdAt, expiresAt, id, isShared, label, usedAt
select id, label, created_at as "createdAt", used_at as "usedAt", expires_at as "expiresAt", is_shared as "isShared"
from platform.credentials
where organization_id = $1 and kind = 'session' and subject = $2 and revoked_at is null
  and expires_at > $3
order by used_at desc, created_at desc, id;

-- touchSession
update platform.credentials set used_at = $1, expires_at = $2
where organization_id = $3 and id = $4 and revoked_at is null and used_at < $5;

-- isSessionOf
select from platform.credentials
where organization_id = $1 and id = $2 and kind = 'session' and subject = $3;

-- deleteSessions
delete from platform.credentials
where ctid >= $1::tid and ctid < $2::tid and kind = 'session' and expires_at is not null
  and (expires_at <= $3 or revoked_at <= $4);

-- isOpen
select from platform.credentials c join platform.open_organizations o on o.id = c.organization_id
where c.organization_id = $1 and c.id = $2 and revoked_at is null and expires_at > $3;

-- loadBegin: begun
select created_at as begun from platform.credentials
where organization_id = $1 and id = $2 and revoked_at is null;
