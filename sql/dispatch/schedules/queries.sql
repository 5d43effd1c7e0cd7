-- Written by "npm run sql" from src/dispatch/schedules/queries.ts.

-- findEntries: date, shifts, timezone
select to_char(date, 'YYYY-MM-DD') as date, timezone, shifts from dispatch.schedule_entries
where organization_id = $1 and worker_id = $2 order by schedule_entries.date limit 4000;

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
