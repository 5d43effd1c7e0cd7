create schema if not exists dispatch;

-- Batches of tasks that are created in the background, and what became of them.
create table dispatch.task_batches (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  submitted_at timestamptz not null,
  -- who asked for it, as events tell it
  caller jsonb not null,
  received int not null,
  -- the bodies; null once they were worked on
  tasks json,
  finished_at timestamptz,
  created_ids text[] not null default '{}',
  -- {error, task} of each that was not created
  failures json not null default '[]',
  primary key (organization_id, id)
);
create index task_batches_finished on dispatch.task_batches (finished_at);
