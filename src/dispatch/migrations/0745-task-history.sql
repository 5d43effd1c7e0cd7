-- What happened to tasks, by whom; written by a reader of the log, and kept as long as the task.
create table dispatch.task_history (
  organization_id text not null references platform.organizations on delete cascade,
  task_id text not null,
  -- the event of the log that says it
  event_id bigint not null,
  kind text not null,
  at timestamptz not null,
  -- who did it; null: Hubbub
  by_type text,
  by_id text,
  -- in whose list it was afterwards; both null: the organization's
  worker_id text,
  team_id text,
  primary key (organization_id, task_id, event_id, kind)
);

-- From here on; what happened before is not known.
insert into platform.log_cursors (organization_id, reader, event_id)
select o.id, 'task-history', coalesce(h.event_id, 0)
from platform.organizations o left join platform.log_heads h on h.organization_id = o.id
on conflict do nothing;
