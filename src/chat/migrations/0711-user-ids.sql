-- Each organization counts its users itself (before, one sequence showed each how the others grow). IDs that were given stay.
alter table chat.realms
  -- the highest ID that a user of the organization has had
  add column last_user_id bigint not null default 0;

-- Whoever adds a user names no ID, so a process of the version before is counted too. An ID that is named, as in a
-- restored table, raises the counter: none is given twice.
alter table chat.users alter column id drop default;
create function chat.count_user() returns trigger language plpgsql as $$
begin
  if new.id is null then
    update chat.realms set last_user_id = last_user_id + 1 where organization_id = new.organization_id
      returning last_user_id into new.id;
  else
    update chat.realms set last_user_id = new.id
      where organization_id = new.organization_id and last_user_id < new.id;
  end if;
  return new;
end $$;
create trigger count_user before insert on chat.users for each row execute function chat.count_user();

update chat.realms r set last_user_id = u.id
from (select organization_id, max(id) as id from chat.users group by organization_id) u
where u.organization_id = r.organization_id;

drop sequence chat.user_ids;
