-- Written by "npm run sql" from src/dispatch/analytics/completed-queries.ts.

-- countCompleted: failed, late, metres, onTime, quarter, reason, succeeded, workerId
with done as (
  select date_bin('15 minutes', t.completed_at, 'epoch') as quarter, t.worker_id,
    coalesce((t.completion->>'success')::boolean, false) as success,
    coalesce(t.completion->>'failureReason', 'NONE') as reason,
    t.completed_at <= t.complete_before as is_on_time, case when (t.completion->'firstLocation'->>0)::float8 + (t.completion->'firstLocation'->>1)::float8 + (t.completion->'lastLocation'->>0)::float8 + (t.completion->'lastLocation'->>1)::float8 is not null then 12742000 * asin(least(1, sqrt(
sin(radians((t.completion->'lastLocation'->>1)::float8 - (t.completion->'firstLocation'->>1)::float8) / 2) ^ 2
+ cos(radians((t.completion->'firstLocation'->>1)::float8)) * cos(radians((t.completion->'lastLocation'->>1)::float8)) * sin(radians((t.completion->'lastLocation'->>0)::float8 - (t.completion->'firstLocation'->>0)::float8) / 2) ^ 2))) end as metres
  from dispatch.tasks t
  where t.organization_id = $1 and t.state = 3
    and coalesce(t.completed_at, t.created_at) >= $2 and coalesce(t.completed_at, t.created_at) < $3
    and true and true and true)
select quarter, worker_id as "workerId", reason,
  count(*) filter (where success)::int as succeeded, count(*) filter (where not success)::int as failed,
  count(*) filter (where is_on_time)::int as "onTime", count(*) filter (where not is_on_time)::int as late,
  coalesce(sum(metres), 0) as metres
from done group by grouping sets ((quarter), (worker_id), (reason));

-- countCompleted (of a team and a worker, of some teams): failed, late, metres, onTime, quarter, reason, succeeded, workerId
with done as (
  select date_bin('15 minutes', t.completed_at, 'epoch') as quarter, t.worker_id,
    coalesce((t.completion->>'success')::boolean, false) as success,
    coalesce(t.completion->>'failureReason', 'NONE') as reason,
    t.completed_at <= t.complete_before as is_on_time, case when (t.completion->'firstLocation'->>0)::float8 + (t.completion->'firstLocation'->>1)::float8 + (t.completion->'lastLocation'->>0)::float8 + (t.completion->'lastLocation'->>1)::float8 is not null then 12742000 * asin(least(1, sqrt(
sin(radians((t.completion->'lastLocation'->>1)::float8 - (t.completion->'firstLocation'->>1)::float8) / 2) ^ 2
+ cos(radians((t.completion->'firstLocation'->>1)::float8)) * cos(radians((t.completion->'lastLocation'->>1)::float8)) * sin(radians((t.completion->'lastLocation'->>0)::float8 - (t.completion->'firstLocation'->>0)::float8) / 2) ^ 2))) end as metres
  from dispatch.tasks t
  where t.organization_id = $1 and t.state = 3
    and coalesce(t.completed_at, t.created_at) >= $2 and coalesce(t.completed_at, t.created_at) < $3
    and t.worker_id = $4 and exists (select from dispatch.team_workers m
    where m.organization_id = $5 and m.team_id = $6 and m.worker_id = t.worker_id) and (
t.worker_id is null and t.container_id = any($7::text[])
or t.worker_id is not null and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $8 and seen.worker_id = t.worker_id and seen.team_id = any($9::text[]))))
select quarter, worker_id as "workerId", reason,
  count(*) filter (where success)::int as succeeded, count(*) filter (where not success)::int as failed,
  count(*) filter (where is_on_time)::int as "onTime", count(*) filter (where not is_on_time)::int as late,
  coalesce(sum(metres), 0) as metres
from done group by grouping sets ((quarter), (worker_id), (reason));
