-- A value that the sealing keys open: a process with other keys does not start.
create table platform.sealing_check (
  id text primary key check (id = 'key'),
  sealed bytea not null
);

-- The serving processes of an external database; each renews its row (docs/decisions/0085-who-may-start.md).
create table platform.processes (
  -- of its data folder
  id text primary key,
  host text not null,
  pid int not null,
  version text not null,
  -- 'folder', or the bucket
  file_store text not null,
  -- IDs of the keys, the one that seals first
  sealing_keys text[] not null,
  -- connections to the database at most
  connections int not null,
  started_at timestamptz not null default clock_timestamp(),
  renewed_at timestamptz not null default clock_timestamp()
);
