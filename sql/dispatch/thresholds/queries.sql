-- Written by "npm run sql" from src/dispatch/thresholds/queries.ts.

-- approaches (of a worker): completeBefore, lat, located, lon, notified, orderedBy, serviceTime, taskId, vehicle, workerId, workerLat, workerLon
select t.id as "taskId", w.id as "workerId", t.lon, t.lat, d.located, p.lon as "workerLon", p.lat as "workerLat",
  w.vehicle->>'type' as vehicle, t.complete_before as "completeBefore", t.service_time as "serviceTime",
  t.ordered_by as "orderedBy", coalesce((
    select jsonb_agg(jsonb_build_object('trigger', k.trigger, 'threshold', k.threshold))
    from dispatch.crossed_thresholds k where k.organization_id = t.organization_id and k.task_id = t.id), '[]') as notified
from dispatch.containers c
  join dispatch.tasks t on t.organization_id = c.organization_id and t.id = c.active_task and t.state = 2
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  join dispatch.workers w on w.organization_id = c.organization_id and w.id = c.owner_id
  join dispatch.worker_positions p on p.organization_id = w.organization_id and p.worker_id = w.id
where c.organization_id = $1 and c.type = 'WORKER' and (c.owner_id = $2) limit $3;

-- approaches (with a latest time): completeBefore, lat, located, lon, notified, orderedBy, serviceTime, taskId, vehicle, workerId, workerLat, workerLon
select t.id as "taskId", w.id as "workerId", t.lon, t.lat, d.located, p.lon as "workerLon", p.lat as "workerLat",
  w.vehicle->>'type' as vehicle, t.complete_before as "completeBefore", t.service_time as "serviceTime",
  t.ordered_by as "orderedBy", coalesce((
    select jsonb_agg(jsonb_build_object('trigger', k.trigger, 'threshold', k.threshold))
    from dispatch.crossed_thresholds k where k.organization_id = t.organization_id and k.task_id = t.id), '[]') as notified
from dispatch.containers c
  join dispatch.tasks t on t.organization_id = c.organization_id and t.id = c.active_task and t.state = 2
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
  join dispatch.workers w on w.organization_id = c.organization_id and w.id = c.owner_id
  join dispatch.worker_positions p on p.organization_id = w.organization_id and p.worker_id = w.id
where c.organization_id = $1 and c.type = 'WORKER' and (c.active_task is not null and t.complete_before is not null) limit $2;

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

-- savePredictions: task_id
insert into dispatch.crossed_thresholds as k (organization_id, task_id, trigger, threshold, worker_id, at)
select $1, given.task, $2, 0, given.worker, $3
from unnest($4::text[], $5::text[])
  as given (task, worker)
  join dispatch.tasks t on t.organization_id = $6 and t.id = given.task and t.state = 1
on conflict do nothing returning k.task_id;

-- listLateWorkers: id
select id from dispatch.workers
where organization_id = $1 and on_duty and delay_time > 0 order by delay_time desc limit $2;

-- listOrganizationsWith: organization_id
with own as (select distinct organization_id from dispatch.webhooks where trigger = $1 and is_enabled)
select organization_id from (
  select organization_id from own
  union
  select d.delegatee_id from dispatch.delegatees d join own on own.organization_id = d.organization_id) concerned
where organization_id in (select id from platform.open_organizations);
