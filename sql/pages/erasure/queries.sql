-- Written by "npm run sql" from src/pages/erasure/queries.ts.

-- findPeople: email, id, phone
select p.id, p.email, p.phone from platform.people p
where p.organization_id = $1 and (p.id = $2 or p.email_key = $3 or p.phone = $4
  or exists (select from chat.users u where u.organization_id = p.organization_id and u.person_id = p.id
    and (u.id::text = $5 or lower(u.email) = $6))
  or exists (select from dispatch.workers w where w.organization_id = p.organization_id and w.person_id = p.id
    and (w.id = $7 or w.phone = $8))
  or exists (select from dispatch.administrators a where a.organization_id = p.organization_id and a.person_id = p.id
    and (a.id = $9 or a.email_key = $10)))
order by p.id;

-- findUserIds: id
select u.id from chat.users u
where u.organization_id = $1 and u.bot_type is null and (u.person_id = any($2::text[])
  or exists (select from bridge.driver_users d
    where d.organization_id = u.organization_id and d.user_id = u.id and d.worker_id = any($3::text[]))
  or exists (select from bridge.administrator_users a
    where a.organization_id = u.organization_id and a.user_id = u.id and a.administrator_id = any($4::text[])))
order by u.id;

-- loadNamesInUse: name
with everybody as (
  select full_name as name from chat.users
  where organization_id = $1 and (bot_owner_id is null or bot_owner_id <> all($2::bigint[]))
  union all select name from dispatch.workers where organization_id = $3
  union all select display_name from dispatch.workers where organization_id = $4
  union all select name from dispatch.administrators where organization_id = $5
  union all select name from dispatch.recipients where organization_id = $6)
select n as name from unnest($7::text[]) n
where exists (select from everybody e where position(n in lower(e.name)) > 0);
