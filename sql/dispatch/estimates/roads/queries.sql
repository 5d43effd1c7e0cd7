-- Written by "npm run sql" from src/dispatch/estimates/roads/queries.ts.

-- listMissingLegs: fromLat, fromLon, mode, toLat, toLon
with leg as (
  select coalesce(w.vehicle->>'type', 'FOOT') as mode, t.lon as to_lon, t.lat as to_lat,
    lag(t.lon, 1, w.longitude) over way as from_lon, lag(t.lat, 1, w.latitude) over way as from_lat,
    row_number() over way as n
  from dispatch.workers w
    join dispatch.tasks t on t.organization_id = w.organization_id and t.worker_id = w.id and t.state in (1, 2)
  where w.on_duty and w.longitude is not null and coalesce(w.vehicle->>'type', 'FOOT') = any($1::text[])
  window way as (partition by w.organization_id, w.id order by coalesce(t.position, -1)))
select leg.mode, min(leg.from_lon) as "fromLon", min(leg.from_lat) as "fromLat", min(leg.to_lon) as "toLon",
  min(leg.to_lat) as "toLat"
from leg
where not exists (
  select from dispatch.road_legs r
  where r.mode = leg.mode and r.from_lon = round(leg.from_lon * 1000)::int
    and r.from_lat = round(leg.from_lat * 1000)::int and r.to_lon = round(leg.to_lon * 1000)::int
    and r.to_lat = round(leg.to_lat * 1000)::int and r.asked_at > $2)
group by leg.mode, round(leg.from_lon * 1000)::int, round(leg.from_lat * 1000)::int,
  round(leg.to_lon * 1000)::int, round(leg.to_lat * 1000)::int
order by min(leg.n) limit $3;

-- saveLegs
insert into dispatch.road_legs (mode, from_lon, from_lat, to_lon, to_lat, seconds, asked_at)
select g.mode, round(g.from_lon * 1000)::int, round(g.from_lat * 1000)::int, round(g.to_lon * 1000)::int,
  round(g.to_lat * 1000)::int, g.seconds, $1
from unnest($2::text[], $3::float8[], $4::float8[],
  $5::float8[], $6::float8[], $7::float8[])
  as g (mode, from_lon, from_lat, to_lon, to_lat, seconds)
on conflict (mode, from_lon, from_lat, to_lon, to_lat) do update
  set seconds = excluded.seconds, asked_at = excluded.asked_at;

-- deleteOldLegs
delete from dispatch.road_legs where ctid >= $1::tid and ctid < $2::tid and asked_at < $3;
