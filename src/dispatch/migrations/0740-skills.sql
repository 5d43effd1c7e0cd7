-- What somebody must be able to do for a task, and what a worker can do (src/dispatch/skills). A task that asks for nothing, as all from before,
-- is for everybody.
alter table dispatch.tasks add column skills text[] not null default '{}';
alter table dispatch.workers add column skills text[] not null default '{}';

-- The skills of a worker are shown (0076).
drop trigger note_shown on dispatch.workers;
create trigger note_shown after update on dispatch.workers for each row
  when ((old.name, old.display_name, old.phone, old.capacity, old.additional_capacities, old.vehicle, old.skills,
      old.account_status, old.metadata, old.image_url, old.timezone, old.routing_destination_id, old.on_duty,
      old.delay_time, old.app_version, old.device_description, old.platform, old.has_recently_used_spoofed_locations,
      old.created_at, old.modified_at, old.version)
    is distinct from (new.name, new.display_name, new.phone, new.capacity, new.additional_capacities, new.vehicle, new.skills,
      new.account_status, new.metadata, new.image_url, new.timezone, new.routing_destination_id, new.on_duty,
      new.delay_time, new.app_version, new.device_description, new.platform, new.has_recently_used_spoofed_locations,
      new.created_at, new.modified_at, new.version))
  execute function dispatch.note_shown();
