-- What an action ID was used for, so that its use for something else is refused. Null: kept before this was.
alter table dispatch.driver_actions add column fingerprint text;

-- The device's own time of the last known position, which may be ahead of ours; located_at never is.
-- Null: the same as located_at.
alter table dispatch.workers add column located_device_at timestamptz;

-- Completions that workers reported and that could not be carried out: [{id, workerId, …}, …], oldest first.
alter table dispatch.tasks add column completion_reports jsonb not null default '[]';

-- Workers from whom a task was taken: a completion that such a worker's device reports later is kept.
create table dispatch.former_workers (
  organization_id text not null,
  task_id text not null,
  worker_id text not null,
  left_at timestamptz not null,
  primary key (organization_id, task_id, worker_id),
  foreign key (organization_id, task_id) references dispatch.tasks on delete cascade
);
create index former_workers_left_at on dispatch.former_workers using brin (left_at);

create function dispatch.note_former_worker() returns trigger language plpgsql as $$
begin
  insert into dispatch.former_workers (organization_id, task_id, worker_id, left_at)
  values (old.organization_id, old.id, old.worker_id, new.modified_at)
  on conflict (organization_id, task_id, worker_id) do update set left_at = excluded.left_at;
  return null;
end $$;
create trigger note_former_worker after update of worker_id on dispatch.tasks
  for each row when (old.worker_id is not null and new.worker_id is distinct from old.worker_id)
  execute function dispatch.note_former_worker();
