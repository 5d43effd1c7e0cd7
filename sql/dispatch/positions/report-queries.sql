-- Written by "npm run sql" from src/dispatch/positions/report-queries.ts.

-- saveReports (wait): moved, n, repeated, reused
with given as (
  select * from unnest(
    $1::text[], $2::text[],
    $3::text[],
    $4::text[],
    $5::timestamptz[],
    $6::float8[],
    $7::float8[],
    $8::text[],
    $9::float8[],
    $10::float8[],
    $11::text[],
    $12::text[],
    $13::text[]) with ordinality
    as given (organization_id, worker_id, action_id, fingerprint, at, lon, lat, ecef, battery, device_battery, app_version,
      device_description, platform, n)),
locked as (
  select given.n, w.organization_id, w.id,
    given.at > coalesce(
      case when given.at > $14 then w.located_device_at end, w.located_at, '-infinity') as newer
  from dispatch.workers w
    join given on given.organization_id = w.organization_id and given.worker_id = w.id
  order by w.organization_id, w.id for no key update of w ),
claimed as (
  insert into dispatch.driver_actions as a (organization_id, worker_id, action_id, fingerprint, at)
  select locked.organization_id, locked.id, given.action_id, given.fingerprint, $15
  from locked join given using (n) where given.action_id is not null
  -- The update changes nothing: it makes the statement return the row that is there.
  on conflict (organization_id, worker_id, action_id) do update set at = a.at
  returning a.organization_id, a.worker_id, a.fingerprint, a.xmax = 0 as is_new),
worker as (
  update dispatch.workers as w set last_seen_at = $16,
    longitude = case when newer then given.lon else w.longitude end,
    latitude = case when newer then given.lat else w.latitude end,
    located_at = case when newer then least(given.at, $17) else w.located_at end,
    located_device_at = case when newer then given.at else w.located_device_at end,
    battery_level = coalesce(case when newer then given.battery end, given.device_battery, w.battery_level),
    app_version = coalesce(given.app_version, w.app_version),
    device_description = coalesce(given.device_description, w.device_description),
    platform = coalesce(given.platform, w.platform)
  from locked join given using (n)
  where w.organization_id = locked.organization_id and w.id = locked.id
    and (given.action_id is null
      or (w.organization_id, w.id) in (select organization_id, worker_id from claimed where is_new))
  returning given.n, newer, w.organization_id, w.id, w.on_duty, w.last_seen_at, w.battery_level),
kept as (
  insert into dispatch.position_reports
    (organization_id, worker_id, at, lon, lat, accuracy, speed, heading, received_at)
  select worker.organization_id, worker.id, report.at, report.lon, report.lat, report.accuracy, report.speed,
    report.heading, $18
  from worker join unnest(
    $19::int[],
    $20::timestamptz[],
    $21::float8[],
    $22::float8[],
    $23::real[],
    $24::real[],
    $25::real[])
    as report (n, at, lon, lat, accuracy, speed, heading) using (n)
  on conflict do nothing),
placed as (
  insert into dispatch.worker_positions as p
    (organization_id, worker_id, lon, lat, ecef, on_duty, at, last_seen_at, battery_level)
  select worker.organization_id, worker.id, given.lon, given.lat, given.ecef::cube, worker.on_duty,
    case when newer then least(given.at, $26) else '-infinity' end, worker.last_seen_at, worker.battery_level
  from worker join given using (n) where given.at is not null
  on conflict (organization_id, worker_id) do update
    set lon = case when excluded.at >= p.at then excluded.lon else p.lon end,
      lat = case when excluded.at >= p.at then excluded.lat else p.lat end,
      ecef = case when excluded.at >= p.at then excluded.ecef else p.ecef end,
      at = greatest(excluded.at, p.at), on_duty = excluded.on_duty,
      last_seen_at = excluded.last_seen_at, battery_level = excluded.battery_level),
seen as (
  update dispatch.worker_positions p set last_seen_at = worker.last_seen_at, battery_level = worker.battery_level
  from worker join given using (n)
  where given.at is null and p.organization_id = worker.organization_id and p.worker_id = worker.id)
select locked.n, worker.n is null as repeated,
  coalesce(worker.n is null and claimed.fingerprint <> given.fingerprint, false) as reused,
  coalesce(worker.n is not null and locked.newer, false) as moved
from locked join given using (n) left join worker using (n)
  left join claimed on (claimed.organization_id, claimed.worker_id) = (locked.organization_id, locked.id);

-- saveReports (skip those who are held): moved, n, repeated, reused
with given as (
  select * from unnest(
    $1::text[], $2::text[],
    $3::text[],
    $4::text[],
    $5::timestamptz[],
    $6::float8[],
    $7::float8[],
    $8::text[],
    $9::float8[],
    $10::float8[],
    $11::text[],
    $12::text[],
    $13::text[]) with ordinality
    as given (organization_id, worker_id, action_id, fingerprint, at, lon, lat, ecef, battery, device_battery, app_version,
      device_description, platform, n)),
locked as (
  select given.n, w.organization_id, w.id,
    given.at > coalesce(
      case when given.at > $14 then w.located_device_at end, w.located_at, '-infinity') as newer
  from dispatch.workers w
    join given on given.organization_id = w.organization_id and given.worker_id = w.id
  order by w.organization_id, w.id for no key update of w skip locked),
claimed as (
  insert into dispatch.driver_actions as a (organization_id, worker_id, action_id, fingerprint, at)
  select locked.organization_id, locked.id, given.action_id, given.fingerprint, $15
  from locked join given using (n) where given.action_id is not null
  -- The update changes nothing: it makes the statement return the row that is there.
  on conflict (organization_id, worker_id, action_id) do update set at = a.at
  returning a.organization_id, a.worker_id, a.fingerprint, a.xmax = 0 as is_new),
worker as (
  update dispatch.workers as w set last_seen_at = $16,
    longitude = case when newer then given.lon else w.longitude end,
    latitude = case when newer then given.lat else w.latitude end,
    located_at = case when newer then least(given.at, $17) else w.located_at end,
    located_device_at = case when newer then given.at else w.located_device_at end,
    battery_level = coalesce(case when newer then given.battery end, given.device_battery, w.battery_level),
    app_version = coalesce(given.app_version, w.app_version),
    device_description = coalesce(given.device_description, w.device_description),
    platform = coalesce(given.platform, w.platform)
  from locked join given using (n)
  where w.organization_id = locked.organization_id and w.id = locked.id
    and (given.action_id is null
      or (w.organization_id, w.id) in (select organization_id, worker_id from claimed where is_new))
  returning given.n, newer, w.organization_id, w.id, w.on_duty, w.last_seen_at, w.battery_level),
kept as (
  insert into dispatch.position_reports
    (organization_id, worker_id, at, lon, lat, accuracy, speed, heading, received_at)
  select worker.organization_id, worker.id, report.at, report.lon, report.lat, report.accuracy, report.speed,
    report.heading, $18
  from worker join unnest(
    $19::int[],
    $20::timestamptz[],
    $21::float8[],
    $22::float8[],
    $23::real[],
    $24::real[],
    $25::real[])
    as report (n, at, lon, lat, accuracy, speed, heading) using (n)
  on conflict do nothing),
placed as (
  insert into dispatch.worker_positions as p
    (organization_id, worker_id, lon, lat, ecef, on_duty, at, last_seen_at, battery_level)
  select worker.organization_id, worker.id, given.lon, given.lat, given.ecef::cube, worker.on_duty,
    case when newer then least(given.at, $26) else '-infinity' end, worker.last_seen_at, worker.battery_level
  from worker join given using (n) where given.at is not null
  on conflict (organization_id, worker_id) do update
    set lon = case when excluded.at >= p.at then excluded.lon else p.lon end,
      lat = case when excluded.at >= p.at then excluded.lat else p.lat end,
      ecef = case when excluded.at >= p.at then excluded.ecef else p.ecef end,
      at = greatest(excluded.at, p.at), on_duty = excluded.on_duty,
      last_seen_at = excluded.last_seen_at, battery_level = excluded.battery_level),
seen as (
  update dispatch.worker_positions p set last_seen_at = worker.last_seen_at, battery_level = worker.battery_level
  from worker join given using (n)
  where given.at is null and p.organization_id = worker.organization_id and p.worker_id = worker.id)
select locked.n, worker.n is null as repeated,
  coalesce(worker.n is null and claimed.fingerprint <> given.fingerprint, false) as reused,
  coalesce(worker.n is not null and locked.newer, false) as moved
from locked join given using (n) left join worker using (n)
  left join claimed on (claimed.organization_id, claimed.worker_id) = (locked.organization_id, locked.id);

-- deleteOldReports
delete from dispatch.position_reports where ctid = any(array(
  select old.ctid
  from dispatch.workers w cross join lateral (
    select r.ctid from dispatch.position_reports r
    where r.organization_id = w.organization_id and r.worker_id = w.id and r.at < $1
    order by r.at limit $2) old
  limit $3));
