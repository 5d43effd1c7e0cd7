-- Written by "npm run sql" from src/dispatch/workers/worker-json-cache.ts.

-- #cachedOf: since
select pg_snapshot_xmin(pg_current_snapshot())::text as since;
