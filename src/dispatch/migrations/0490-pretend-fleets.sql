-- What was made to try the console with, so that all of it can be taken away: marks on the things themselves can be changed.
create table dispatch.pretend_fleets (
  organization_id text primary key references platform.organizations on delete cascade,
  hub_id text not null,
  team_id text not null,
  worker_ids text[] not null,
  task_ids text[] not null,
  created_at timestamptz not null
);
