-- Whether somebody is more than a driver at present: has an account of the chat, or dispatches.
create function platform.is_staff(of_organization text, person text) returns boolean language sql stable as $$
  select exists (
      select from chat.users u where u.organization_id = of_organization and u.person_id = person and u.is_active)
    or exists (
      select from dispatch.administrators a
      where a.organization_id = of_organization and a.person_id = person and a.is_active)
$$;
