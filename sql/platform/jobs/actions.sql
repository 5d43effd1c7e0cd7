-- Written by "npm run sql" from src/platform/jobs/actions.ts.

-- doDeleteJobsOf
delete from jobs.job where (name, id) in (
  select name, id from jobs.job where data->>'organizationId' = $1 limit $2);
