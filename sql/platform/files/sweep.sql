-- Written by "npm run sql" from src/platform/files/sweep.ts.

-- withoutRow: id, organizationId
select organization_id as "organizationId", id from platform.files
where (organization_id, id) in (select * from unnest(
  $1::text[], $2::text[]));
