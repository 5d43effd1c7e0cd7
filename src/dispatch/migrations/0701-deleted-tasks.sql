-- Tasks that dispatch deleted and that workers had: what a worker's device says later of having done one is kept here as a report
-- (docs/decisions/0014-late-completions.md). Rows without a report go after 30 days.
create table dispatch.deleted_tasks (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  short_id text not null,
  -- where it was in the end: who sees a task there sees the reports
  container_id text not null,
  worker_id text,
  -- whose it was, or had been in the 30 days before
  worker_ids text[] not null,
  deleted_at timestamptz not null,
  -- as dispatch.tasks has them
  completion_reports jsonb not null default '[]',
  -- of the last report
  reported_at timestamptz,
  primary key (organization_id, id)
);
create index deleted_tasks_reported on dispatch.deleted_tasks (organization_id, reported_at desc, id) where reported_at is not null;
