-- Written by "npm run sql" from src/pages/admin/people-queries.ts.

-- loadPeoplePage: accountStatus, administratorId, administratorType, email, hasPassword, hasSecondFactor, id, isActive, isAdministratorActive, isEmailVerified, isReadOnly, key, name, phone, role, sessions, total, usedAt, userId, workerId
with accounts as (select
p.id, case when $1::boolean or u.email_address_visibility is distinct from 4 or p.id = $2
  then p.email end as email,
p.email_verified_at is not null as "isEmailVerified", p.phone,
p.password_hash is not null as "hasPassword", p.second_factor_at is not null as "hasSecondFactor",
u.id as "userId", u.role, u.is_active as "isActive",
a.id as "administratorId", a.type as "administratorType", a.is_active as "isAdministratorActive",
a.is_read_only as "isReadOnly", w.id as "workerId", w.account_status as "accountStatus",
coalesce(u.full_name, a.name, w.name, p.email, p.phone, '') as name
from platform.people p
  left join chat.users u on u.organization_id = p.organization_id and u.person_id = p.id
  left join dispatch.administrators a
    on a.organization_id = p.organization_id and a.person_id = p.id and $3::boolean
  left join dispatch.workers w
    on w.organization_id = p.organization_id and w.person_id = p.id and $4::boolean
where p.organization_id = $5),
  found as (
    select accounts.*, lower(name) collate "C" as key from accounts
    where ("userId" is not null or "administratorId" is not null or "workerId" is not null)
      and case $6::text
        when 'chat' then "isActive"
        when 'guests' then "isActive" and role = 600
        when 'administrators' then "isActive" and role <= 200 or "administratorId" is not null
        when 'workers' then "workerId" is not null
        when 'invited' then not "isAdministratorActive" or "accountStatus" = 'INVITED'
        when 'deactivated' then not "isActive"
        else true end
      and ($7::text = '' or strpos(chat.search_fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')),
        chat.search_fold($8::text)) > 0)),
  page as (
    select * from found
    where $9::boolean or (key, id) > ($10::text collate "C", $11::text)
    order by key, id limit $12)
  select page.*, (select count(*)::int from found) as total, browsers."usedAt", browsers.sessions
  from page
left join lateral (
  select max(c.used_at) as "usedAt", count(*)::int as sessions from platform.credentials c
  where c.organization_id = $13 and c.kind = 'session' and c.subject = page.id and c.revoked_at is null
    and c.expires_at > $14) browsers on true
  order by page.key, page.id;

-- findPersonRow: accountStatus, administratorId, administratorType, email, hasPassword, hasSecondFactor, id, isActive, isAdministratorActive, isEmailVerified, isReadOnly, name, phone, role, sessions, usedAt, userId, workerId
select page.*, browsers."usedAt", browsers.sessions
  from (select
p.id, case when $1::boolean or u.email_address_visibility is distinct from 4 or p.id = $2
  then p.email end as email,
p.email_verified_at is not null as "isEmailVerified", p.phone,
p.password_hash is not null as "hasPassword", p.second_factor_at is not null as "hasSecondFactor",
u.id as "userId", u.role, u.is_active as "isActive",
a.id as "administratorId", a.type as "administratorType", a.is_active as "isAdministratorActive",
a.is_read_only as "isReadOnly", w.id as "workerId", w.account_status as "accountStatus",
coalesce(u.full_name, a.name, w.name, p.email, p.phone, '') as name
from platform.people p
  left join chat.users u on u.organization_id = p.organization_id and u.person_id = p.id
  left join dispatch.administrators a
    on a.organization_id = p.organization_id and a.person_id = p.id and $3::boolean
  left join dispatch.workers w
    on w.organization_id = p.organization_id and w.person_id = p.id and $4::boolean
where p.organization_id = $5 and p.id = $6) page
left join lateral (
  select max(c.used_at) as "usedAt", count(*)::int as sessions from platform.credentials c
  where c.organization_id = $7 and c.kind = 'session' and c.subject = page.id and c.revoked_at is null
    and c.expires_at > $8) browsers on true
  where ("userId" is not null or "administratorId" is not null or "workerId" is not null);
