create schema if not exists dispatch;

-- Teams' tasks that are given to its workers in the background, and what became of them.
create table dispatch.team_dispatches (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  team_id text not null,
  submitted_at timestamptz not null,
  -- who asked for it, as events tell it
  caller jsonb not null,
  -- what was asked for, with its defaults
  options jsonb not null,
  finished_at timestamptz,
  -- what the events tell of it
  result jsonb,
  primary key (organization_id, id),
  foreign key (organization_id, team_id) references dispatch.teams on delete cascade
);
create index team_dispatches_team on dispatch.team_dispatches (organization_id, team_id);
create index team_dispatches_finished on dispatch.team_dispatches (finished_at);
