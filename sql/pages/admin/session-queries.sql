-- Written by "npm run sql" from src/pages/admin/session-queries.ts.

-- loadOpenSessions: createdAt, expiresAt, id, isShared, label, name, personId, usedAt
select c.id, c.subject as "personId", coalesce(u.full_name, a.name, w.name, p.email, p.phone, '') as name, c.label,
  c.created_at as "createdAt", c.used_at as "usedAt", c.expires_at as "expiresAt", c.is_shared as "isShared"
from platform.credentials c
  join platform.people p on p.organization_id = c.organization_id and p.id = c.subject
  left join chat.users u on u.organization_id = p.organization_id and u.person_id = p.id
  left join dispatch.administrators a on a.organization_id = p.organization_id and a.person_id = p.id
  left join dispatch.workers w on w.organization_id = p.organization_id and w.person_id = p.id
where c.organization_id = $1 and c.kind = 'session' and c.revoked_at is null and c.expires_at > $2
  and ($3::boolean or (c.used_at, c.id) < ($4::timestamptz, $5::text))
order by c.used_at desc, c.id desc limit $6;

-- findOpenSession: personId
select subject as "personId" from platform.credentials
where organization_id = $1 and id = $2 and kind = 'session' and revoked_at is null
  and expires_at > $3;
