-- Written by "npm run sql" from src/dispatch/analytics/queries.ts.

-- findDutyEvents: at, on_duty
select at, on_duty from dispatch.duty_events
where organization_id = $1 and worker_id = $2 and at < $3
  and at >= coalesce((
    select max(at) from dispatch.duty_events
    where organization_id = $4 and worker_id = $5 and at < $6), '-infinity')
order by at limit 10000;

-- findWork: completed_at, started_at, succeeded
select started_at, completed_at, (completion->>'success')::boolean as succeeded from dispatch.tasks
where organization_id = $1 and worker_id = $2 and state >= 2
  and coalesce(started_at, completed_at) < $3 and coalesce(completed_at, 'infinity') >= $4
order by started_at limit 10000;
