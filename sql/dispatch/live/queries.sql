-- Written by "npm run sql" from src/dispatch/live/queries.ts.

-- findEventTime: at
select at from platform.event_log where organization_id = $1 and id = $2;

-- findChanges: audience, id, kind, part, payload
select id, part, kind, audience, payload - 'data' || jsonb_strip_nulls(jsonb_build_object('data', jsonb_build_object(
  'task', case when payload #> '{data,task}' is not null then jsonb_build_object(
    'worker', payload #> '{data,task,worker}', 'container', payload #> '{data,task,container}') end,
  'routePlan', case when payload #> '{data,routePlan}' is not null then jsonb_build_object(
    'tasks', payload #> '{data,routePlan,tasks}') end))) as payload
from platform.event_log
where organization_id = $1 and id > (select $2::bigint) and id <= (select $3::bigint)
  and (part = 'dispatch' or kind in ($4, $5))
order by id limit (select $6::bigint);

-- findDevices: appVersion, battery, delay, deviceDescription, horizon, id, lat, located, lon, platform, seen, spoofs
select id, longitude as lon, latitude as lat, located_at as located, last_seen_at as seen, battery_level as battery,
  delay_time as delay, app_version as "appVersion", device_description as "deviceDescription", platform,
  has_recently_used_spoofed_locations as spoofs, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
from dispatch.workers
where organization_id = $1 and ($2::text is null or age(xmin) <= age($3::text::xid));
