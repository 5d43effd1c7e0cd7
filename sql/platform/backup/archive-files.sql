-- Written by "npm run sql" from src/platform/backup/archive-files.ts.

-- newFiles: createdAt, id, isWhole, organizationId
select f.organization_id as "organizationId", f.id, f.created_at as "createdAt",
  not exists (select from platform.resumable_uploads u
    where u.organization_id = f.organization_id and u.id = f.id and u.result is null) as "isWhole"
from (select organization_id, id, created_at from platform.files where created_at >= $1
  union
  select organization_id, id, created_at from platform.files
  where (organization_id, id) in (select * from unnest($2::text[], $3::text[]))) f
order by f.created_at;
