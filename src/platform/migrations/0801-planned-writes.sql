-- Writes that an assistant has shown and nobody has confirmed yet. The token opens its row once, and by the same key alone.
create table platform.planned_writes (
  organization_id text not null,
  token_hash bytea not null,
  credential_id text not null,
  tool text not null,
  -- the call that a confirmation makes
  call jsonb not null,
  expires_at timestamptz not null,
  primary key (organization_id, token_hash),
  foreign key (organization_id, credential_id) references platform.credentials on delete cascade
);
create index planned_writes_key on platform.planned_writes (organization_id, credential_id, expires_at);
