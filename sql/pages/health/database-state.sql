-- Written by "npm run sql" from src/pages/health/database-state.ts.

-- readDatabaseClock: ms
select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms;

-- countConnections: limit, needed, processes, used
select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
  count(*)::int as processes, coalesce(sum(connections), 0)::int as needed
from platform.processes where renewed_at > clock_timestamp() - interval '1 minute';

-- demandsStandby: names
select current_setting('synchronous_standby_names') as names;
