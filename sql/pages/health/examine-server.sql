-- Written by "npm run sql" from src/pages/health/examine-server.ts.

-- examineServer: fsync, sync, version
select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as sync;

-- examineServer 2: count
select count(*)::int as count from public.hubbub_migrations;
