-- Written by "npm run sql" from src/dispatch/workers/forget-changes.ts.

-- handle
update dispatch.worker_changes_kept set since = next, next = pg_snapshot_xmin(pg_current_snapshot());

-- handle 2
delete from dispatch.worker_changes where xid < (select since from dispatch.worker_changes_kept);
