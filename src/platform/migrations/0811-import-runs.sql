-- Imports as people follow them. The part that writes keeps its own position; this is what it has told of it.
create table platform.import_runs (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  -- the program that the data is of
  source text not null,
  phase text not null check (phase in ('uploading', 'reading', 'checked', 'writing', 'ended', 'failed')),
  done bigint not null default 0,
  -- known once all of the source was read
  total bigint,
  -- lines of the dry run's table
  report jsonb,
  -- the sentence of a failure
  failure text,
  begun_at timestamptz not null,
  stepped_at timestamptz not null,
  ended_at timestamptz,
  -- the organization whose owner began it on a page; null: by the first-run code, or by a command
  begun_by text references platform.organizations on delete set null,
  -- digest of what opens its page; null: it has none
  token_hash bytea,
  -- the owner's account
  owner_user_id bigint,
  -- the uploaded archive, as long as it is needed
  file_id text,
  primary key (organization_id, id)
);
create unique index import_runs_id on platform.import_runs (id);
create unique index import_runs_token on platform.import_runs (token_hash) where token_hash is not null;
create index import_runs_begun_by on platform.import_runs (begun_by, begun_at) where begun_by is not null;
create index import_runs_begun_at on platform.import_runs (begun_at);
