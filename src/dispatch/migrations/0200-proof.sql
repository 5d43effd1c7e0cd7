-- Files that workers' devices sent: first the file, then, at a completion, the task that it belongs to.
create table dispatch.uploads (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  -- whose device sent it
  worker_id text not null,
  file_id text not null,
  content_type text not null,
  -- bytes, without the metadata that was taken out
  size bigint not null,
  -- whether what was taken out (EXIF: place, camera, time) lies beside the picture
  has_metadata boolean not null,
  created_at timestamptz not null,
  -- null: not bound yet
  task_id text,
  primary key (organization_id, id)
);
create index uploads_unbound on dispatch.uploads (created_at) where task_id is null;
create index uploads_task on dispatch.uploads (organization_id, task_id) where task_id is not null;

alter table dispatch.tasks
  add column arrived_at timestamptz,
  -- where the worker was: [longitude, latitude]
  add column start_location jsonb,
  add column arrival_location jsonb;
