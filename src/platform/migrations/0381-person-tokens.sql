-- What is mailed to people as part of a link and opens once: a new password, a proven address.
create table platform.person_tokens (
  hash bytea primary key,
  organization_id text not null,
  person_id text not null,
  purpose text not null check (purpose in ('reset', 'verify')),
  -- where it was mailed
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (organization_id, person_id) references platform.people on delete cascade
);
create index person_tokens_person on platform.person_tokens (organization_id, person_id, purpose);
create index person_tokens_expires on platform.person_tokens (expires_at);
