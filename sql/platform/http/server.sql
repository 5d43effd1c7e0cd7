-- Written by "npm run sql" from src/platform/http/server.ts.

-- serveHealth: standby
select pg_is_in_recovery() as standby;
