-- Where the import of an organization from another chat stands. What it has written and its position are one transaction.
create table chat.imports (
  organization_id text primary key references platform.organizations on delete cascade,
  -- the program that the archive is of
  source text not null,
  -- SHA-256 of what the archive holds
  archive text not null,
  begun_at timestamptz not null,
  -- messages written so far
  position bigint not null default 0,
  ended_at timestamptz
);
-- A second start goes on with what was begun.
create unique index imports_archive on chat.imports (archive) where ended_at is null;

-- What the archive's IDs became. The rows go when the import has ended.
create table chat.imported_ids (
  organization_id text not null references chat.imports on delete cascade,
  kind text not null check (kind in ('person', 'channel', 'conversation', 'message')),
  source_id text not null,
  target_id bigint not null,
  primary key (organization_id, kind, source_id)
);

-- People who came with an import and were not invited yet: deactivated until then.
create table chat.imported_people (
  organization_id text not null,
  user_id bigint not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
