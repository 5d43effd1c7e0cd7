-- Written by "npm run sql" from src/platform/backup/refuse-lacking.ts.

-- loadFiles: id, organizationId
select f.organization_id as "organizationId", f.id from platform.files f
where (f.organization_id, f.id) > ($1, $2) and f.created_at < $3
  and not exists (select from platform.resumable_uploads u
    where u.organization_id = f.organization_id and u.id = f.id and u.result is null)
order by f.organization_id, f.id limit $4;
