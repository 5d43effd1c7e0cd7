-- Written by "npm run sql" from src/platform/jobs/actions.ts.

-- doDeleteJobsOf
delete from jobs.job where (name, id) in (
  select name, id from jobs.job where data->>'organizationId' = $1 limit $2);

-- loadJobsOf: line
select to_jsonb(j)::text as line from jobs.job j
where data->>'organizationId' = $1 and state < 'completed' order by created_on, id;

-- doAddMovedJobs
insert into jobs.job (id, name, priority, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, singleton_key, start_after, keep_until, policy, heartbeat_seconds)
select j.id, j.name, j.priority, j.data, j.retry_limit, j.retry_delay, j.retry_backoff, j.expire_seconds, j.deletion_seconds, j.singleton_key, j.start_after, j.keep_until, j.policy, j.heartbeat_seconds
from platform.organization_moves m, jsonb_populate_recordset(null::jobs.job, m.jobs) j
where m.id = $1 on conflict do nothing;
