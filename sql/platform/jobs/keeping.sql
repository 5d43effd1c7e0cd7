-- Written by "npm run sql" from src/platform/jobs/keeping.ts.

-- throughTable: pages
select pg_relation_size($1::regclass) / current_setting('block_size')::int as pages;
