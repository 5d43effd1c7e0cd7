-- Written by "npm run sql" from src/dispatch/positions/queries.ts.

-- findNearestOnDuty (candidates): chord, lat, lon, worker_id, …
select p.worker_id, p.lon, p.lat, p.ecef <-> $1::cube as chord, c.active_lon as "activeLon", c.active_lat as "activeLat", c.first_lon as "firstLon",
c.first_lat as "firstLat", c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm" from dispatch.worker_positions p left join lateral (
select task_count, active_lon, active_lat, first_lon, first_lat, last_lon, last_lat, route_mm
from dispatch.containers
where organization_id = p.organization_id and owner_id = p.worker_id and type = 'WORKER' limit 1) c on true
where p.organization_id = $2 and p.on_duty and (coalesce(c.task_count, 0) < $3)
order by p.ecef <-> $4::cube limit 9;

-- findNearestOnDuty (candidates of teams): chord, lat, lon, worker_id, …
select p.worker_id, p.lon, p.lat, p.ecef <-> $1::cube as chord, c.active_lon as "activeLon", c.active_lat as "activeLat", c.first_lon as "firstLon",
c.first_lat as "firstLat", c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm" from dispatch.worker_positions p left join lateral (
select task_count, active_lon, active_lat, first_lon, first_lat, last_lon, last_lat, route_mm
from dispatch.containers
where organization_id = p.organization_id and owner_id = p.worker_id and type = 'WORKER' limit 1) c on true
where p.organization_id = $2 and p.on_duty and (coalesce(c.task_count, 0) < $3 and p.worker_id <> all($4::text[]) and p.worker_id = any($5::text[]) and exists (
  select from dispatch.workers w
  where w.organization_id = p.organization_id and w.id = p.worker_id and w.skills @> $6::text[]) and exists (
  select from dispatch.team_workers m
  where m.organization_id = p.organization_id and m.worker_id = p.worker_id and m.team_id = any($7::text[])))
order by p.ecef <-> $8::cube limit 9;

-- findNearestOnDuty (everybody, with their tasks): chord, lat, lon, worker_id, …
select p.worker_id, p.lon, p.lat, p.ecef <-> $1::cube as chord, c.active_lon as "activeLon", c.active_lat as "activeLat", c.first_lon as "firstLon",
c.first_lat as "firstLat", c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm", c.task_count as "taskCount",
  array(select unnest(w.skills) from dispatch.workers w
    where w.organization_id = p.organization_id and w.id = p.worker_id) as skills from dispatch.worker_positions p left join lateral (
select task_count, active_lon, active_lat, first_lon, first_lat, last_lon, last_lat, route_mm
from dispatch.containers
where organization_id = p.organization_id and owner_id = p.worker_id and type = 'WORKER' limit 1) c on true
where p.organization_id = $2 and p.on_duty and (true)
order by p.ecef <-> $3::cube limit 9;

-- findNearestOnDuty (who may come): chord, lat, lon, worker_id, …
select p.worker_id, p.lon, p.lat, p.ecef <-> $1::cube as chord from dispatch.worker_positions p
where p.organization_id = $2 and p.on_duty and (exists (
select from dispatch.team_workers m
  join dispatch.workers w on w.organization_id = m.organization_id and w.id = m.worker_id
where m.organization_id = p.organization_id and m.worker_id = p.worker_id and m.team_id = $3
  and coalesce(w.vehicle->>'type', '') <> all($4::text[])))
order by p.ecef <-> $5::cube limit 9;

-- findOnDutyAround (candidates): lat, lon, worker_id, …
select p.worker_id, p.lon, p.lat, c.active_lon as "activeLon", c.active_lat as "activeLat", c.first_lon as "firstLon",
c.first_lat as "firstLat", c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm" from dispatch.worker_positions p left join lateral (
select task_count, active_lon, active_lat, first_lon, first_lat, last_lon, last_lat, route_mm
from dispatch.containers
where organization_id = p.organization_id and owner_id = p.worker_id and type = 'WORKER' limit 1) c on true where
  p.organization_id = $1 and p.on_duty
    and p.band between $2 and $3
    and p.lon between $4 and $5
    and (abs(p.lon - $6::float8) + 1e-9) * (abs(p.lon - $7::float8) + 1e-9) * $8::float8
      + (abs(p.lat - $9::float8) + 1e-9) * (abs(p.lat - $10::float8) + 1e-9) <= $11::float8 and (coalesce(c.task_count, 0) < $12) limit 100;

-- findOnDutyAround (candidates of teams): lat, lon, worker_id, …
select p.worker_id, p.lon, p.lat, c.active_lon as "activeLon", c.active_lat as "activeLat", c.first_lon as "firstLon",
c.first_lat as "firstLat", c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm" from dispatch.worker_positions p left join lateral (
select task_count, active_lon, active_lat, first_lon, first_lat, last_lon, last_lat, route_mm
from dispatch.containers
where organization_id = p.organization_id and owner_id = p.worker_id and type = 'WORKER' limit 1) c on true where
  p.organization_id = $1 and p.on_duty
    and p.band between $2 and $3
    and p.lon between $4 and $5
    and (abs(p.lon - $6::float8) + 1e-9) * (abs(p.lon - $7::float8) + 1e-9) * $8::float8
      + (abs(p.lat - $9::float8) + 1e-9) * (abs(p.lat - $10::float8) + 1e-9) <= $11::float8 and (coalesce(c.task_count, 0) < $12 and p.worker_id <> all($13::text[]) and p.worker_id = any($14::text[]) and exists (
  select from dispatch.workers w
  where w.organization_id = p.organization_id and w.id = p.worker_id and w.skills @> $15::text[]) and exists (
  select from dispatch.team_workers m
  where m.organization_id = p.organization_id and m.worker_id = p.worker_id and m.team_id = any($16::text[]))) limit 100;

-- findOnDutyAround (everybody, with their tasks): lat, lon, worker_id, …
select p.worker_id, p.lon, p.lat, c.active_lon as "activeLon", c.active_lat as "activeLat", c.first_lon as "firstLon",
c.first_lat as "firstLat", c.last_lon as "lastLon", c.last_lat as "lastLat", c.route_mm as "routeMm", c.task_count as "taskCount",
  array(select unnest(w.skills) from dispatch.workers w
    where w.organization_id = p.organization_id and w.id = p.worker_id) as skills from dispatch.worker_positions p left join lateral (
select task_count, active_lon, active_lat, first_lon, first_lat, last_lon, last_lat, route_mm
from dispatch.containers
where organization_id = p.organization_id and owner_id = p.worker_id and type = 'WORKER' limit 1) c on true where
  p.organization_id = $1 and p.on_duty
    and p.band between $2 and $3
    and p.lon between $4 and $5
    and (abs(p.lon - $6::float8) + 1e-9) * (abs(p.lon - $7::float8) + 1e-9) * $8::float8
      + (abs(p.lat - $9::float8) + 1e-9) * (abs(p.lat - $10::float8) + 1e-9) <= $11::float8 and (true) limit 100;

-- findOnDutyAround (who may come): lat, lon, worker_id, …
select p.worker_id, p.lon, p.lat from dispatch.worker_positions p where
  p.organization_id = $1 and p.on_duty
    and p.band between $2 and $3
    and p.lon between $4 and $5
    and (abs(p.lon - $6::float8) + 1e-9) * (abs(p.lon - $7::float8) + 1e-9) * $8::float8
      + (abs(p.lat - $9::float8) + 1e-9) * (abs(p.lat - $10::float8) + 1e-9) <= $11::float8 and (exists (
select from dispatch.team_workers m
  join dispatch.workers w on w.organization_id = m.organization_id and w.id = m.worker_id
where m.organization_id = p.organization_id and m.worker_id = p.worker_id and m.team_id = $12
  and coalesce(w.vehicle->>'type', '') <> all($13::text[]))) limit 100;

-- packOnDutyAround: ids, lats, lons, …
select string_agg(p.worker_id, ',') as ids, string_agg(float8send(p.lon), '') as lons,
string_agg(float8send(p.lat), '') as lats from dispatch.worker_positions p
    where
  p.organization_id = $1 and p.on_duty
    and p.band between $2 and $3
    and p.lon between $4 and $5
    and (abs(p.lon - $6::float8) + 1e-9) * (abs(p.lon - $7::float8) + 1e-9) * $8::float8
      + (abs(p.lat - $9::float8) + 1e-9) * (abs(p.lat - $10::float8) + 1e-9) <= $11::float8;

-- packOnDutyAround (with more of each): ids, lats, lons, …
select string_agg(p.worker_id, ',') as ids, string_agg(float8send(p.lon), '') as lons,
string_agg(float8send(p.lat), '') as lats, count(*) as n from dispatch.worker_positions p
    where
  p.organization_id = $1 and p.on_duty
    and p.band between $2 and $3
    and p.lon between $4 and $5
    and (abs(p.lon - $6::float8) + 1e-9) * (abs(p.lon - $7::float8) + 1e-9) * $8::float8
      + (abs(p.lat - $9::float8) + 1e-9) * (abs(p.lat - $10::float8) + 1e-9) <= $11::float8;

-- mirrorDuty
update dispatch.worker_positions set on_duty = $1
where organization_id = $2 and worker_id = $3 and on_duty <> $4;

-- findTrack: at, lat, lon
select at, lon, lat from dispatch.position_reports
where organization_id = $1 and worker_id = $2 and at >= $3 and at < $4
order by at limit 100000;

-- findThinnedTrack: at, lat, lon
select distinct on (step) at, lon, lat from (
  select date_bin($1::int * interval '1 millisecond', at, $2::timestamptz) as step, at, lon, lat
  from dispatch.position_reports
  where organization_id = $3 and worker_id = $4 and at >= $5 and at < $6) reported
order by step, at;

-- findPositionAt: lat, lon
select lon, lat from dispatch.position_reports
where organization_id = $1 and worker_id = $2 and at > $3 and at <= $4
order by at desc limit 1;
