create schema if not exists dispatch;

-- Whom the API shows otherwise than before, but for what devices report all the time (position, battery, last seen).
-- A process keeps workers as it has shown them, and asks here which of them it must read anew
-- (src/dispatch/workers/shown.ts). Rows are only ever added, so nobody waits for anybody on their account.
create table dispatch.worker_changes (
  organization_id text not null,
  -- of a worker, or of a destination: a worker's routes may begin there
  id text not null,
  -- the transaction of the change: who has read in a snapshot asks for all that did not end before it
  xid xid8 not null default pg_current_xact_id()
);
create index worker_changes_since on dispatch.worker_changes (organization_id, xid) include (id);

-- One row: the transaction from which on all changes are still there, and from which on they will be after the next
-- forgetting (src/dispatch/workers/forget-changes.ts).
create table dispatch.worker_changes_kept (
  since xid8 not null,
  next xid8 not null
);
insert into dispatch.worker_changes_kept
select pg_snapshot_xmin(pg_current_snapshot()), pg_snapshot_xmin(pg_current_snapshot());

create function dispatch.note_shown() returns trigger language plpgsql as $$
begin
  insert into dispatch.worker_changes (organization_id, id) values (new.organization_id, new.id);
  return null;
end $$;

-- All columns that are shown, without those that every report changes. A worker who is deleted is found no more.
create trigger note_shown after update on dispatch.workers for each row
  when ((old.name, old.display_name, old.phone, old.capacity, old.additional_capacities, old.vehicle,
      old.account_status, old.metadata, old.image_url, old.timezone, old.routing_destination_id, old.on_duty,
      old.delay_time, old.app_version, old.device_description, old.platform, old.has_recently_used_spoofed_locations,
      old.created_at, old.modified_at)
    is distinct from (new.name, new.display_name, new.phone, new.capacity, new.additional_capacities, new.vehicle,
      new.account_status, new.metadata, new.image_url, new.timezone, new.routing_destination_id, new.on_duty,
      new.delay_time, new.app_version, new.device_description, new.platform, new.has_recently_used_spoofed_locations,
      new.created_at, new.modified_at))
  execute function dispatch.note_shown();

create trigger note_shown after update on dispatch.destinations
  for each row execute function dispatch.note_shown();

create function dispatch.note_owner() returns trigger language plpgsql as $$
begin
  insert into dispatch.worker_changes (organization_id, id) values (new.organization_id, new.owner_id);
  return null;
end $$;
-- The row of a container is written with every change of its tasks.
create trigger note_owner after insert or update on dispatch.containers
  for each row when (new.type = 'WORKER') execute function dispatch.note_owner();

create function dispatch.note_members() returns trigger language plpgsql as $$
begin
  insert into dispatch.worker_changes (organization_id, id) select organization_id, worker_id from members;
  return null;
end $$;
create trigger note_joined after insert on dispatch.team_workers
  referencing new table as members for each statement execute function dispatch.note_members();
create trigger note_left after delete on dispatch.team_workers
  referencing old table as members for each statement execute function dispatch.note_members();
