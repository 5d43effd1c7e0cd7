-- An optimization (src/dispatch/routing/optimizations) is a dispatch of chosen tasks and workers that is checked first and begins when it is told to.
alter table dispatch.team_dispatches add column is_started boolean not null default true;
create index team_dispatches_not_started on dispatch.team_dispatches (organization_id, submitted_at) where not is_started;
