-- Written by "npm run sql" from src/pages/health/count-jobs.ts.

-- countJobs: broken, failed, interrupted, late
select count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '5 minutes')::int as late,
  count(*) filter (where state = 'failed' and coalesce(output::text, '') not like $1)::int as failed,
  count(*) filter (where state in ('failed', 'retry') and output::text like $2)::int as interrupted,
  array(
    select name from (
      select distinct on (name) name, state = 'failed' and coalesce(output::text, '') not like $3 as "isGivenUp"
      from jobs.job where state in ('completed', 'failed') order by name, completed_on desc nulls last
    ) as last
    where "isGivenUp" order by name) as broken
from jobs.job;
