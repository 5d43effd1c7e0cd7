create schema if not exists dispatch;

-- Thresholds of webhooks that a task has crossed and that were told, so that each is told once.
create table dispatch.crossed_thresholds (
  organization_id text not null,
  task_id text not null,
  trigger int not null,
  threshold double precision not null,
  worker_id text not null,
  at timestamptz not null,
  primary key (organization_id, task_id, trigger, threshold),
  foreign key (organization_id, task_id) references dispatch.tasks on delete cascade
);
create index crossed_thresholds_worker on dispatch.crossed_thresholds (organization_id, worker_id, at);
