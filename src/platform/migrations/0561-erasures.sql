-- People whose data is being erased. Their accounts no longer say who they were, so what is still to be looked for is kept
-- here, sealed, until the last of it is gone.
create table platform.erasures (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  begun_at timestamptz not null,
  sealed bytea not null,
  primary key (organization_id, id)
);
