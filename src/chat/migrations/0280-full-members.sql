-- Who joined by then is a full member, where an organization has a waiting period. It moves on by a job, with events for those
-- whose period has ended: a membership that followed from the clock alone would change without anybody hearing of it.
alter table chat.realms add column full_members_joined_by timestamptz;
update chat.realms
set full_members_joined_by = now() - make_interval(days => (settings->>'waiting_period_threshold')::int)
where coalesce((settings->>'waiting_period_threshold')::int, 0) > 0;
