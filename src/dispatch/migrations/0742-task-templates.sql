-- Which custom fields belong together, for which tasks. One that is deleted stays for the tasks that were made by it.
create table dispatch.task_templates (
  organization_id text not null references platform.organizations on delete cascade,
  id text not null,
  name text not null,
  -- for pickups, for drop-offs, or for both (none)
  conditions jsonb not null,
  -- keys of custom fields
  fields text[] not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, id)
);
create unique index task_templates_name on dispatch.task_templates (organization_id, lower(name)) where deleted_at is null;

alter table dispatch.tasks add column custom_field_group text;
