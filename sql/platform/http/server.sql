-- Written by "npm run sql" from src/platform/http/server.ts.

-- serveHealth
select 1;
