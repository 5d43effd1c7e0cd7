-- A dispatch may wait for somebody to accept its plan, be called off, or fail.
alter table dispatch.team_dispatches
  add column state text not null default 'WAITING'
    check (state in ('WAITING', 'PROPOSED', 'COMPLETED', 'CANCELLED', 'FAILED')),
  add column only_proposes boolean not null default false,
  -- how often the job began
  add column attempts int not null default 0,
  -- the routes as they were found
  add column plan jsonb;
update dispatch.team_dispatches set state = 'COMPLETED' where finished_at is not null;
create index team_dispatches_submitted on dispatch.team_dispatches (submitted_at);
