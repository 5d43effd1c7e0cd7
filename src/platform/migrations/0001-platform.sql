create schema if not exists platform;

-- One organization is the chat realm and the dispatch organization.
create table platform.organizations (
  id text primary key,
  name text not null,
  email text not null,
  country text not null,
  timezone text not null,
  language text not null default 'en',
  image text,
  driver_support_email text,
  created_at timestamptz not null,
  modified_at timestamptz not null
);

-- The lock and the counter of each organization's log. One row, updated in place:
-- a low fill factor keeps every update on its page (HOT), away from the index.
create table platform.log_heads (
  organization_id text primary key references platform.organizations on delete cascade,
  event_id bigint not null default 0,
  -- the last event that changed what requests are judged by: a cache filled at or after it is true
  state_event_id bigint not null default 0,
  message_id bigint not null default 0
) with (fillfactor = 10);

create table platform.event_log (
  organization_id text not null,
  id bigint not null,
  at timestamptz not null,
  part text not null,
  kind text not null,
  audience text[] not null,
  payload jsonb not null,
  state boolean not null,
  primary key (organization_id, id)
);
create index event_log_at on platform.event_log using brin (at);

-- How far each background reader of the log (webhook fan-out, …) has come.
create table platform.log_cursors (
  organization_id text not null references platform.organizations on delete cascade,
  reader text not null,
  event_id bigint not null,
  primary key (organization_id, reader)
);

-- Keys are kept as SHA-256 of at least 160 random bits: there is nothing to guess, so no slow hash is needed.
create table platform.credentials (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  kind text not null check (kind in ('chat', 'dispatch', 'worker', 'administrator')),
  -- whose key it is: a chat user's ID, a worker's or administrator's ID; null for the organization's own
  subject text,
  label text not null default '',
  hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, id)
);
create unique index credentials_hash on platform.credentials (hash);
create index credentials_subject on platform.credentials (organization_id, kind, subject);

-- Answers of POST requests that carried an Idempotency-Key, kept 24 hours.
create table platform.idempotent_answers (
  -- empty for requests that come before sign-in
  organization_id text not null,
  caller text not null,
  key text not null,
  request_hash bytea not null,
  status int,
  -- sealed: some answers hold keys
  body bytea,
  at timestamptz not null,
  primary key (organization_id, caller, key)
);
create index idempotent_answers_at on platform.idempotent_answers using brin (at);

-- Secrets that the program must read back (they sign), sealed with AES-256-GCM under a key outside the database.
create table platform.sealed_secrets (
  organization_id text not null references platform.organizations on delete cascade,
  name text not null,
  sealed bytea not null,
  primary key (organization_id, name)
);

-- SMS and e-mail as they left; the default adapters deliver here, `hubbub outbox` shows them.
create table platform.outbox (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint generated always as identity,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (organization_id, id)
);
