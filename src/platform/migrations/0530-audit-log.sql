-- Who changed what in an organization's administration, when and from where; written in the transaction of the change.
create table platform.audit_log (
  organization_id text not null references platform.organizations on delete cascade,
  -- begins with its time, so the order of IDs is that of time (platform/audit/entry-id.ts)
  id text collate "C" not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text,
  -- names as they were at the time
  actor_name text,
  -- the part of the action before its dot
  area text not null,
  action text not null,
  object_kind text,
  object_id text,
  object_name text,
  details jsonb not null,
  address text,
  client text,
  primary key (organization_id, id)
);
create index audit_log_actor on platform.audit_log (organization_id, actor_id, id);
create index audit_log_area on platform.audit_log (organization_id, area, id);
create index audit_log_object on platform.audit_log (organization_id, object_id, id);
create index audit_log_at on platform.audit_log using brin (at);
