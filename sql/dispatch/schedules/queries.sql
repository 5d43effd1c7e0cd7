-- Written by "npm run sql" from src/dispatch/schedules/queries.ts.

-- findEntries: date, shifts, timezone
select to_char(date, 'YYYY-MM-DD') as date, timezone, shifts from dispatch.schedule_entries
where organization_id = $1 and worker_id = $2 order by schedule_entries.date limit 4000;

-- pageOfShifts: spans, worker
with page as materialized (
  select id from dispatch.workers
  where organization_id = $1 and id > $2 and true
  order by id limit $3)
select page.id as worker, own.spans
from page cross join lateral (
  select coalesce(jsonb_agg(span order by (span->>0)::float8), '[]') as spans
  from dispatch.schedule_entries e
    cross join jsonb_array_elements(e.shifts) as span
  where e.organization_id = $4 and e.worker_id = page.id
    -- The day is that of the entry's time zone, and a shift may lie a day off and go on after midnight.
    and e.date between $5::timestamptz::date - 3 and $6::timestamptz::date + 3
    and (span->>1)::float8 > extract(epoch from $7::timestamptz) * 1000
    and (span->>0)::float8 < extract(epoch from $8::timestamptz) * 1000) as own
order by page.id;

-- pageOfShifts (of the workers of some teams, a further page): spans, worker
with page as materialized (
  select id from dispatch.workers
  where organization_id = $1 and id > $2 and exists (
select from dispatch.team_workers as seen
where seen.organization_id = $3 and seen.worker_id = workers.id and seen.team_id = any($4::text[]))
  order by id limit $5)
select page.id as worker, own.spans
from page cross join lateral (
  select coalesce(jsonb_agg(span order by (span->>0)::float8), '[]') as spans
  from dispatch.schedule_entries e
    cross join jsonb_array_elements(e.shifts) as span
  where e.organization_id = $6 and e.worker_id = page.id
    -- The day is that of the entry's time zone, and a shift may lie a day off and go on after midnight.
    and e.date between $7::timestamptz::date - 3 and $8::timestamptz::date + 3
    and (span->>1)::float8 > extract(epoch from $9::timestamptz) * 1000
    and (span->>0)::float8 < extract(epoch from $10::timestamptz) * 1000) as own
order by page.id;

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

-- deleteOldEntries
delete from dispatch.schedule_entries
where ctid >= $1::tid and ctid < $2::tid and date < $3::timestamptz::date - 1;
