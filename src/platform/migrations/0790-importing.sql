-- Since when an organization is being imported: as one that is being deleted, it is shut, until all of it has come.
alter table platform.organizations add column importing_since timestamptz;
create or replace view platform.open_organizations as
  select id from platform.organizations where closing_at is null and importing_since is null;
