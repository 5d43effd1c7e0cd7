create sequence chat.export_ids;
-- What an organization's administrators had written out.
create table chat.exports (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.export_ids'),
  acting_user_id bigint not null,
  -- 1: public channels; 2: what came to people who consented, too
  export_type smallint not null check (export_type in (1, 2)),
  requested_at timestamptz not null,
  ended_at timestamptz,
  deleted_at timestamptz,
  has_failed boolean not null default false,
  -- null: not there yet, failed, or deleted
  file_id text,
  size bigint,
  primary key (organization_id, id)
);
create index exports_requested on chat.exports (organization_id, requested_at);
