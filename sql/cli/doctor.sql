-- Written by "npm run sql" from src/cli/doctor.ts.

-- examine: fsync, sync, version
select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as sync;

-- examine 2: count
select count(*)::int as count from public.hubbub_migrations;

-- examine 3: broken, organizations
select count(*)::int as organizations, count(*) filter (where h.event_id <> coalesce(
  (select max(id) from platform.event_log l where l.organization_id = h.organization_id), h.event_id))::int as broken
from platform.log_heads h;

-- examine 4: organizations
select count(*)::int as organizations from platform.organizations o
where not exists (select 1 from chat.realms r where r.organization_id = o.id);

-- examineFiles: bytes, files
select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes from platform.files;
