-- The console lists an organization's dispatches, newest first.
create index team_dispatches_newest on dispatch.team_dispatches (organization_id, submitted_at desc, id);
