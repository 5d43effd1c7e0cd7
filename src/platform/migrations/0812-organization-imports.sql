-- An organization that comes from an export of Hubbub (docs/decisions/0111-exports-come-back.md): how far its rows are.
create table platform.organization_imports (
  organization_id text primary key references platform.organizations on delete cascade,
  -- digest of the archive
  archive text not null,
  -- lines of the archive that were written
  position bigint not null default 0,
  -- the organization got new IDs for itself and its files, because the exported one was here
  is_copy boolean not null,
  begun_at timestamptz not null,
  ended_at timestamptz
);
-- Only once: two processes do not begin the same.
create unique index organization_imports_archive on platform.organization_imports (archive);
