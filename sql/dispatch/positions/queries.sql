-- Written by "npm run sql" from src/dispatch/positions/queries.ts.

-- mirrorDuty
update dispatch.worker_positions set on_duty = $1
where organization_id = $2 and worker_id = $3 and on_duty <> $4;

-- findTrack: at, lat, lon
select at, lon, lat from dispatch.position_reports
where organization_id = $1 and worker_id = $2 and at >= $3 and at < $4
order by at limit 100000;

-- findPositionAt: lat, lon
select lon, lat from dispatch.position_reports
where organization_id = $1 and worker_id = $2 and at > $3 and at <= $4
order by at desc limit 1;

-- deleteOldReports
delete from dispatch.position_reports where ctid = any(array(
  select ctid from dispatch.position_reports where received_at < $1 limit $2));
