-- A task that another organization executes is the executor's row; these say for whom, and what that one gave.
alter table dispatch.tasks
  -- the organization that had it created, where that is another one
  add column ordered_by text references platform.organizations on delete set null,
  -- its own destination and recipient; those of the row are the executor's copies
  add column ordered_destination_id text,
  add column ordered_recipient_id text;
create index tasks_ordered on dispatch.tasks (ordered_by, created_at, seq) where ordered_by is not null;
create index tasks_ordered_short_id on dispatch.tasks (ordered_by, short_id) where ordered_by is not null;
create index delegatees_delegatee on dispatch.delegatees (delegatee_id);
-- What was ordered while it held stays with its executor.
alter table dispatch.delegatees add column revoked_at timestamptz;
