-- Written by "npm run sql" from src/dispatch/estimates/queries.ts.

-- findBusyOrganizations: organization_id
select distinct organization_id from dispatch.containers
where type = 'WORKER' and (task_count > 0 or active_task is not null)
union select distinct organization_id from dispatch.workers where delay_time is not null;

-- findTravelModel: corrections, timezone
select o.timezone, coalesce((
  select jsonb_object_agg(c.vehicle, c.factor) from dispatch.travel_corrections c
  where c.organization_id = o.id), '{}') as corrections
from platform.organizations o where o.id = $1;

-- findCorrections: factor, mode, trips
select vehicle as mode, factor, trips from dispatch.travel_corrections where organization_id = $1;

-- saveTravelCorrections
delete from dispatch.travel_corrections where organization_id = $1;

-- saveTravelCorrections 2
insert into dispatch.travel_corrections (organization_id, vehicle, factor, trips, measured_at)
select $1, m.mode, m.factor, m.trips, $2
from unnest($3::text[], $4::float8[],
  $5::int[]) as m (mode, factor, trips);

-- listOrganizationsWithTrips: id
select o.id from platform.organizations o
where exists (select from dispatch.tasks t where t.organization_id = o.id and t.arrived_at >= $1)
  or exists (select from dispatch.travel_corrections c where c.organization_id = o.id);

-- listTrips: arrivedAt, from, mode, startedAt, to
select coalesce(w.vehicle->>'type', 'FOOT') as mode, t.start_location as "from", jsonb_build_array(t.lon, t.lat) as "to",
  t.started_at as "startedAt", t.arrived_at as "arrivedAt"
from dispatch.tasks t
  join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id
  join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id and d.located
where t.organization_id = $1 and t.arrived_at >= $2 and t.start_location is not null
order by t.arrived_at desc limit $3;
