-- Attempts to back this server up. A restored database knows of none that came after its own.
create table platform.backups (
  id bigint generated always as identity primary key,
  begun_at timestamptz not null,
  file text not null,
  -- size of the file; null where it failed
  bytes bigint,
  -- why there is none, for the operator
  failure text,
  -- by the schedule of BACKUP_FOLDER
  is_scheduled boolean not null,
  -- when it was last restored for a trial
  verified_at timestamptz,
  check ((bytes is null) <> (failure is null))
);
create index backups_begun_at on platform.backups (begun_at desc);
