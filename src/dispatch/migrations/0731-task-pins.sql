-- The PINs that recipients say to drivers (src/dispatch/tasks/pin). Apart from the tasks: whoever reads those, reads no PIN. One goes with
-- its task's completion.
create table dispatch.task_pins (
  organization_id text not null,
  task_id text not null,
  sealed bytea not null,
  -- the device's actions that were wrong tries of it
  tried text[] not null default '{}',
  primary key (organization_id, task_id),
  foreign key (organization_id, task_id) references dispatch.tasks on delete cascade
);

-- How often the PIN was wrong since it was made.
alter table dispatch.tasks add column wrong_pins smallint not null default 0;

-- The active tasks of a worker: beside the one in hand those whose PIN was wrong, which wait for dispatch.
create index tasks_active on dispatch.tasks (organization_id, worker_id) where state = 2;
