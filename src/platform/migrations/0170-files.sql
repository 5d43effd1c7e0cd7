-- Files that are kept; their bytes are in the store (data folder or bucket) under a key made of these two columns.
-- What the store has without a row here is swept away.
create table platform.files (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  size bigint not null,
  content_type text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);

-- Bytes of all files of an organization: the lock and the counter of its quota.
create table platform.file_usage (
  organization_id text primary key references platform.organizations on delete cascade,
  bytes bigint not null default 0
);
