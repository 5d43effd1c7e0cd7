create schema if not exists dispatch;

-- An ordered list of tasks, owned by an organization, a team or a worker. The row is also the lock of the list.
create table dispatch.containers (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  type text not null check (type in ('ORGANIZATION', 'TEAM', 'WORKER')),
  owner_id text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- the owner is gone; kept because completed tasks still name their container
  released_at timestamptz,
  active_task text,
  active_lon double precision,
  active_lat double precision,
  task_count int not null default 0 check (task_count between 0 and 10000),
  -- no task of the list has a greater position
  last_position bigint not null default 0,
  -- the way along the list's stops, of workers only: judging a worker for automatic assignment in mode `load` then
  -- costs the same however long the list is. Whole millimetres, so that sums never drift.
  first_lon double precision,
  first_lat double precision,
  last_lon double precision,
  last_lat double precision,
  route_mm bigint not null default 0,
  primary key (organization_id, id)
) with (fillfactor = 50);
-- Unique by the ID, which follows from the owner: a second unique index would fail what `on conflict` settles by the first.
create index containers_owner on dispatch.containers (organization_id, owner_id, type);

create table dispatch.tasks (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  short_id text not null,
  -- breaks ties of created_at
  seq bigint generated always as identity,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- 0 unassigned, 1 assigned, 2 active, 3 completed (spec: dispatch 3)
  state smallint not null,
  -- the container it is in; of a started task the one it was started from
  container_id text not null,
  -- its place in the container's order, with gaps so that a move rewrites few rows; null once started
  position bigint,
  worker_id text,
  creator text not null,
  merchant text not null,
  executor text not null,
  destination_id text not null,
  -- the destination's place, which routes are measured by
  lon double precision not null,
  lat double precision not null,
  recipient_id text,
  complete_after timestamptz,
  complete_before timestamptz,
  pickup_task boolean not null,
  notes text not null,
  quantity double precision not null,
  additional_quantities jsonb not null,
  service_time double precision not null,
  recipient_name text,
  recipient_notes text,
  recipient_skip_sms boolean,
  use_merchant_for_proxy boolean,
  requirements jsonb not null,
  scan_only_required_barcodes boolean not null,
  barcodes jsonb not null default '[]',
  triangle_color smallint,
  metadata jsonb not null,
  -- [{key, value}, …]; what the fields are is in custom_fields
  custom_fields jsonb not null default '[]',
  order_short_id text,
  source_task_id text,
  did_auto_assign boolean,
  started_at timestamptz,
  completed_at timestamptz,
  -- what was said at completion: success, notes, failureReason, failureNotes, events
  completion jsonb,
  primary key (organization_id, id),
  foreign key (organization_id, container_id) references dispatch.containers,
  check ((position is null) = (state >= 2))
);
create unique index tasks_short_id on dispatch.tasks (organization_id, short_id);
create index tasks_container on dispatch.tasks (organization_id, container_id, position) where position is not null;
create index tasks_created on dispatch.tasks (organization_id, created_at, seq);
create index tasks_worker on dispatch.tasks (organization_id, worker_id, created_at, seq) where worker_id is not null;
-- the time a list's `from` and `to` are compared with (clients.md D.2)
create index tasks_listed on dispatch.tasks (organization_id, coalesce(completed_at, created_at));
-- what a destination that is put right takes along
create index tasks_destination on dispatch.tasks (organization_id, destination_id);
create index tasks_metadata on dispatch.tasks using gin (metadata jsonb_path_ops);

create table dispatch.task_dependencies (
  organization_id text not null,
  task_id text not null,
  depends_on text not null,
  -- the order in which they were given
  n int not null,
  primary key (organization_id, task_id, depends_on),
  foreign key (organization_id, task_id) references dispatch.tasks on delete cascade,
  foreign key (organization_id, depends_on) references dispatch.tasks on delete cascade
);
create index task_dependencies_children on dispatch.task_dependencies (organization_id, depends_on);
