-- Lines of files that became tasks, by digests of their content: the same orders given twice are recognised.
create table dispatch.imported_lines (
  organization_id text not null references platform.organizations on delete cascade,
  digest bytea not null,
  imported_at timestamptz not null,
  primary key (organization_id, digest)
);
