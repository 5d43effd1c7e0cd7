-- How often a task was changed and who did it last ({"type", "id"}, null: nobody of the organization), so that a change may be made on the
-- condition that nobody else was quicker. When it was, modified_at says.
alter table dispatch.tasks
  add column version bigint not null default 1,
  add column changed_by jsonb;

-- The same of a container's list.
alter table dispatch.containers
  add column changed_by jsonb,
  add column changed_at timestamptz;
