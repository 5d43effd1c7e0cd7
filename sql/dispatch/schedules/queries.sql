-- Written by "npm run sql" from src/dispatch/schedules/queries.ts.

-- findEntries: date, shifts, timezone
select to_char(date, 'YYYY-MM-DD') as date, timezone, shifts from dispatch.schedule_entries
where organization_id = $1 and worker_id = $2 order by schedule_entries.date limit 4000;

-- listShifts: spans, worker
select e.worker_id as worker, jsonb_agg(span order by (span->>0)::float8) as spans
from dispatch.schedule_entries e
  cross join jsonb_array_elements(e.shifts) as span
where e.organization_id = $1
  -- The day is that of the entry's time zone, and a shift may lie a day off and go on after midnight.
  and e.date between $2::timestamptz::date - 3 and $3::timestamptz::date + 3
  and (span->>1)::float8 > extract(epoch from $4::timestamptz) * 1000
  and (span->>0)::float8 < extract(epoch from $5::timestamptz) * 1000
  and true
group by e.worker_id order by e.worker_id;

-- listShifts (of the workers of some teams): spans, worker
select e.worker_id as worker, jsonb_agg(span order by (span->>0)::float8) as spans
from dispatch.schedule_entries e
  cross join jsonb_array_elements(e.shifts) as span
where e.organization_id = $1
  -- The day is that of the entry's time zone, and a shift may lie a day off and go on after midnight.
  and e.date between $2::timestamptz::date - 3 and $3::timestamptz::date + 3
  and (span->>1)::float8 > extract(epoch from $4::timestamptz) * 1000
  and (span->>0)::float8 < extract(epoch from $5::timestamptz) * 1000
  and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $6 and seen.worker_id = e.worker_id and seen.team_id = any($7::text[]))
group by e.worker_id order by e.worker_id;

-- saveEntries
with given as (
  select date::date, timezone, shifts
  from jsonb_to_recordset($1::jsonb) as entry (date text, timezone text, shifts jsonb)),
cleared as (
  delete from dispatch.schedule_entries as kept using given
  where kept.organization_id = $2 and kept.worker_id = $3 and kept.date = given.date
    and given.shifts = '[]')
insert into dispatch.schedule_entries (organization_id, worker_id, date, timezone, shifts)
select $4, $5, date, timezone, shifts from given where shifts <> '[]'
on conflict (organization_id, worker_id, date) do update
  set timezone = excluded.timezone, shifts = excluded.shifts;
