-- The timeline shows the shifts of all workers of some days.
create index schedule_entries_day on dispatch.schedule_entries (organization_id, date);
