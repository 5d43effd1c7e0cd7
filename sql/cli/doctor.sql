-- Written by "npm run sql" from src/cli/doctor.ts.

-- examine: broken, organizations
select count(*)::int as organizations, count(*) filter (where h.event_id <> coalesce(
  (select max(id) from platform.event_log l where l.organization_id = h.organization_id), h.event_id))::int as broken
from platform.log_heads h;

-- examine 2: organizations
select count(*)::int as organizations from platform.organizations o
where not exists (select 1 from chat.realms r where r.organization_id = o.id);

-- examineFiles: bytes, files
select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes from platform.files;
