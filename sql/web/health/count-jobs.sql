-- Written by "npm run sql" from src/web/health/count-jobs.ts.

-- countJobs: failed, interrupted, late
select count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '5 minutes')::int as late,
  count(*) filter (where state = 'failed' and coalesce(output::text, '') not like $1)::int as failed,
  count(*) filter (where state in ('failed', 'retry') and output::text like $2)::int as interrupted
from jobs.job;
