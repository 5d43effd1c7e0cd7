-- Written by "npm run sql" from src/dispatch/estimates/queries.ts.

-- findBusyOrganizations: organization_id
select organization_id from (
  select distinct organization_id from dispatch.containers
  where type = 'WORKER' and (task_count > 0 or active_task is not null)
  union select distinct organization_id from dispatch.workers where delay_time is not null) busy
where organization_id in (select id from platform.open_organizations);

-- findStopTimes: arrival, completion, late, taskId, through, workerId
with
  speed as materialized (
    select given.vehicle, given.metres / coalesce(correction.factor, 1) as metres
    from unnest($1::text[], $2::float8[])
        as given (vehicle, metres)
      left join dispatch.travel_corrections correction
        on correction.organization_id = $3 and correction.vehicle = given.vehicle),
  stop as (
    select t.id, t.worker_id, t.complete_before, t.service_time * 60 as service,
      coalesce(t.position, -1) as place, t.lon, t.lat,
      lag(t.lon, 1, w.longitude) over way as from_lon, lag(t.lat, 1, w.latitude) over way as from_lat,
      speed.vehicle as mode, speed.metres, w.longitude is not null as known, w.longitude is not null and d.located as located
    from dispatch.tasks t
join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id join speed on speed.vehicle = coalesce(w.vehicle->>'type', 'FOOT')
    where t.organization_id = $4 and t.state in (1, 2) and (t.worker_id = any($5::text[]))
    window way as (partition by t.worker_id order by coalesce(t.position, -1))),
  leg as (
    select id, worker_id, complete_before, place, service, known, located,
      -- by road, where a router has said so
      coalesce((
        select r.seconds from dispatch.road_legs r
        where r.mode = stop.mode and r.from_lon = round(stop.from_lon * 1000)::int
          and r.from_lat = round(stop.from_lat * 1000)::int and r.to_lon = round(stop.lon * 1000)::int
          and r.to_lat = round(stop.lat * 1000)::int),
      -- from a worker whose place nobody knows: no way at all
      coalesce(case when from_lon + from_lat + lon + lat is not null then 12742000 * asin(least(1, sqrt(
  sin(radians(lat - from_lat) / 2) ^ 2
  + cos(radians(from_lat)) * cos(radians(lat)) * sin(radians(lon - from_lon) / 2) ^ 2))) end, 0) / metres) as travel
    from stop),
  reached as (
    select *, sum(travel + service) over (partition by worker_id order by place) as completion from leg),
  timed as (
    select id, worker_id, known, located, completion - service as arrival, completion,
      round(extract(epoch from $6::timestamptz - complete_before)::float8 + completion) as late
    from reached)
  select id as "taskId", worker_id as "workerId",
    case when located then round(arrival)::float8 end as arrival,
    case when located then round(completion)::float8 end as completion,
    case when known then round(completion)::float8 end as through, case when late > 0 then late end as late from timed;

-- findStopTime: arrival, completion, late, taskId, through, workerId
with own as materialized (
    select * from dispatch.tasks where organization_id = $1 and worker_id = $2 and state in (1, 2)),

  speed as materialized (
    select given.vehicle, given.metres / coalesce(correction.factor, 1) as metres
    from unnest($3::text[], $4::float8[])
        as given (vehicle, metres)
      left join dispatch.travel_corrections correction
        on correction.organization_id = $5 and correction.vehicle = given.vehicle),
  stop as (
    select t.id, t.worker_id, t.complete_before, t.service_time * 60 as service,
      coalesce(t.position, -1) as place, t.lon, t.lat,
      lag(t.lon, 1, w.longitude) over way as from_lon, lag(t.lat, 1, w.latitude) over way as from_lat,
      speed.vehicle as mode, speed.metres, w.longitude is not null as known, w.longitude is not null and d.located as located
    from own t
cross join lateral (
  select located from dispatch.destinations
  where organization_id = t.organization_id and id = t.destination_id limit 1) d
cross join lateral (
  select longitude, latitude, vehicle from dispatch.workers
  where organization_id = t.organization_id and id = t.worker_id limit 1) w join speed on speed.vehicle = coalesce(w.vehicle->>'type', 'FOOT')
    where t.organization_id = $6 and t.state in (1, 2) and (true)
    window way as (partition by t.worker_id order by coalesce(t.position, -1))),
  leg as (
    select id, worker_id, complete_before, place, service, known, located,
      -- by road, where a router has said so
      coalesce((
        select r.seconds from dispatch.road_legs r
        where r.mode = stop.mode and r.from_lon = round(stop.from_lon * 1000)::int
          and r.from_lat = round(stop.from_lat * 1000)::int and r.to_lon = round(stop.lon * 1000)::int
          and r.to_lat = round(stop.lat * 1000)::int),
      -- from a worker whose place nobody knows: no way at all
      coalesce(case when from_lon + from_lat + lon + lat is not null then 12742000 * asin(least(1, sqrt(
  sin(radians(lat - from_lat) / 2) ^ 2
  + cos(radians(from_lat)) * cos(radians(lat)) * sin(radians(lon - from_lon) / 2) ^ 2))) end, 0) / metres) as travel
    from stop),
  reached as (
    select *, sum(travel + service) over (partition by worker_id order by place) as completion from leg),
  timed as (
    select id, worker_id, known, located, completion - service as arrival, completion,
      round(extract(epoch from $7::timestamptz - complete_before)::float8 + completion) as late
    from reached)
  select id as "taskId", worker_id as "workerId",
    case when located then round(arrival)::float8 end as arrival,
    case when located then round(completion)::float8 end as completion,
    case when known then round(completion)::float8 end as through, case when late > 0 then late end as late from timed where id = $8;

-- findTimesUpTo: arrival, completion, late, taskId, through, workerId
with wanted as materialized (
    select id, container_id, coalesce(position, -1) as place from dispatch.tasks
    where organization_id = $1 and state in (1, 2)
      -- how many they are makes no other plan: planned anew each time, it took ten times as long as it runs
      and id = any(array(select unnest($2::text[])))),
  list as materialized (select container_id as id, max(place) as place from wanted group by container_id),
  through as (
    select id from wanted
    union select c.active_task from list join dispatch.containers c on c.organization_id = $3 and c.id = list.id
    union select t.id from list
      join dispatch.tasks t on t.organization_id = $4 and t.container_id = list.id and t.position < list.place),
  -- by their own index, whatever is known of the workers' lists
  own as materialized (
    select * from dispatch.tasks
    where organization_id = $5 and id = any(array(select id from through))),

  speed as materialized (
    select given.vehicle, given.metres / coalesce(correction.factor, 1) as metres
    from unnest($6::text[], $7::float8[])
        as given (vehicle, metres)
      left join dispatch.travel_corrections correction
        on correction.organization_id = $8 and correction.vehicle = given.vehicle),
  stop as (
    select t.id, t.worker_id, t.complete_before, t.service_time * 60 as service,
      coalesce(t.position, -1) as place, t.lon, t.lat,
      lag(t.lon, 1, w.longitude) over way as from_lon, lag(t.lat, 1, w.latitude) over way as from_lat,
      speed.vehicle as mode, speed.metres, w.longitude is not null as known, w.longitude is not null and d.located as located
    from own t
cross join lateral (
  select located from dispatch.destinations
  where organization_id = t.organization_id and id = t.destination_id limit 1) d
cross join lateral (
  select longitude, latitude, vehicle from dispatch.workers
  where organization_id = t.organization_id and id = t.worker_id limit 1) w join speed on speed.vehicle = coalesce(w.vehicle->>'type', 'FOOT')
    where t.organization_id = $9 and t.state in (1, 2) and (true)
    window way as (partition by t.worker_id order by coalesce(t.position, -1))),
  leg as (
    select id, worker_id, complete_before, place, service, known, located,
      -- by road, where a router has said so
      coalesce((
        select r.seconds from dispatch.road_legs r
        where r.mode = stop.mode and r.from_lon = round(stop.from_lon * 1000)::int
          and r.from_lat = round(stop.from_lat * 1000)::int and r.to_lon = round(stop.lon * 1000)::int
          and r.to_lat = round(stop.lat * 1000)::int),
      -- from a worker whose place nobody knows: no way at all
      coalesce(case when from_lon + from_lat + lon + lat is not null then 12742000 * asin(least(1, sqrt(
  sin(radians(lat - from_lat) / 2) ^ 2
  + cos(radians(from_lat)) * cos(radians(lat)) * sin(radians(lon - from_lon) / 2) ^ 2))) end, 0) / metres) as travel
    from stop),
  reached as (
    select *, sum(travel + service) over (partition by worker_id order by place) as completion from leg),
  timed as (
    select id, worker_id, known, located, completion - service as arrival, completion,
      round(extract(epoch from $10::timestamptz - complete_before)::float8 + completion) as late
    from reached)
  select id as "taskId", worker_id as "workerId",
    case when located then round(arrival)::float8 end as arrival,
    case when located then round(completion)::float8 end as completion,
    case when known then round(completion)::float8 end as through, case when late > 0 then late end as late from timed;

-- updateDelays
with
  speed as materialized (
    select given.vehicle, given.metres / coalesce(correction.factor, 1) as metres
    from unnest($1::text[], $2::float8[])
        as given (vehicle, metres)
      left join dispatch.travel_corrections correction
        on correction.organization_id = $3 and correction.vehicle = given.vehicle),
  stop as (
    select t.id, t.worker_id, t.complete_before, t.service_time * 60 as service,
      coalesce(t.position, -1) as place, t.lon, t.lat,
      lag(t.lon, 1, w.longitude) over way as from_lon, lag(t.lat, 1, w.latitude) over way as from_lat,
      speed.vehicle as mode, speed.metres, w.longitude is not null as known, w.longitude is not null and d.located as located
    from dispatch.tasks t
join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
join dispatch.workers w on w.organization_id = t.organization_id and w.id = t.worker_id join speed on speed.vehicle = coalesce(w.vehicle->>'type', 'FOOT')
    where t.organization_id = $4 and t.state in (1, 2) and (w.on_duty = $5)
    window way as (partition by t.worker_id order by coalesce(t.position, -1))),
  leg as (
    select id, worker_id, complete_before, place, service, known, located,
      -- by road, where a router has said so
      coalesce((
        select r.seconds from dispatch.road_legs r
        where r.mode = stop.mode and r.from_lon = round(stop.from_lon * 1000)::int
          and r.from_lat = round(stop.from_lat * 1000)::int and r.to_lon = round(stop.lon * 1000)::int
          and r.to_lat = round(stop.lat * 1000)::int),
      -- from a worker whose place nobody knows: no way at all
      coalesce(case when from_lon + from_lat + lon + lat is not null then 12742000 * asin(least(1, sqrt(
  sin(radians(lat - from_lat) / 2) ^ 2
  + cos(radians(from_lat)) * cos(radians(lat)) * sin(radians(lon - from_lon) / 2) ^ 2))) end, 0) / metres) as travel
    from stop),
  reached as (
    select *, sum(travel + service) over (partition by worker_id order by place) as completion from leg),
  timed as (
    select id, worker_id, known, located, completion - service as arrival, completion,
      round(extract(epoch from $6::timestamptz - complete_before)::float8 + completion) as late
    from reached),
  worst as (
    select worker_id, max(late) as seconds from timed where late > 0 group by worker_id)
  update dispatch.workers w set delay_time = worst.seconds
  from dispatch.workers every
    left join worst on worst.worker_id = every.id
  where every.organization_id = $7 and every.on_duty = $8
    and w.organization_id = every.organization_id and w.id = every.id
    and w.delay_time is distinct from worst.seconds;

-- findTimezone: timezone
select timezone from platform.organizations where id = $1;

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
select o.id from platform.open_organizations o
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
