-- Written by "npm run sql" from src/dispatch/workers/forget-cached.ts.

-- doForgetCachedWorkers
update dispatch.worker_changes_kept set since = pg_current_xact_id(), next = pg_current_xact_id();
