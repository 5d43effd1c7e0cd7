-- New addresses that have still to be confirmed by who reads mail there; the newest of a person counts.
create table chat.email_changes (
  organization_id text not null,
  user_id bigint not null,
  email text not null,
  -- SHA-256 of the token in the link
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
