-- Written by "npm run sql" from src/dispatch/thresholds/queries.ts.

-- saveCrossings: threshold, trigger
insert into dispatch.crossed_thresholds as k (organization_id, task_id, trigger, threshold, worker_id, at)
select $1, $2, given.trigger, given.threshold, $3, $4
from unnest($5::int[], $6::float8[])
  as given (trigger, threshold)
where not exists (
  select from dispatch.crossed_thresholds r
  where r.organization_id = $7 and r.worker_id = $8 and r.at > $9
    and r.trigger = given.trigger and r.threshold = given.threshold)
on conflict do nothing returning k.trigger, k.threshold;

-- listOrganizationsWith: organization_id
select distinct organization_id from dispatch.webhooks where trigger = $1 and is_enabled;
