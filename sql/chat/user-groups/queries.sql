-- Written by "npm run sql" from src/chat/user-groups/queries.ts.

-- loadSystemGroups: id, name
select id, name from chat.user_groups where organization_id = $1 and is_system_group;

-- loadGroupIdsOfUsers: groupId, userId
with recursive people as (
select u.id, case
    when u.role = 100 then 'role:owners'
    when u.role = 200 then 'role:administrators'
    when u.role = 300 then 'role:moderators'
    when u.role = 600 then 'role:everyone'
    -- Without a waiting period nobody waits, whatever the clocks say.
    when coalesce((r.settings->>'waiting_period_threshold')::int, 0) = 0
      or u.date_joined <= r.full_members_joined_by
      then 'role:fullmembers'
    else 'role:members'
  end as system_group
from chat.users u join chat.realms r on r.organization_id = u.organization_id
where u.organization_id = $1 and u.is_active and u.id = any($2::bigint[])),
containing (user_id, id) as (
  (select p.id, g.id
  from people p join chat.user_groups g
    on g.organization_id = $3 and g.is_system_group and g.name = p.system_group
  union all
  select p.id, g.id
  from people p
    join chat.user_group_members m on m.organization_id = $4 and m.user_id = p.id
    join chat.user_groups g on g.organization_id = $5 and g.id = m.group_id and not g.deactivated)
  union
  select c.user_id, g.id
  from containing c
    join chat.user_group_subgroups s on s.organization_id = $6 and s.subgroup_id = c.id
    join chat.user_groups g on g.organization_id = $7 and g.id = s.group_id and not g.deactivated
)
select user_id as "userId", id as "groupId" from containing;

-- loadDirectGroupsOfUsers: deactivated, groupId, userId
with people as (
select u.id, case
    when u.role = 100 then 'role:owners'
    when u.role = 200 then 'role:administrators'
    when u.role = 300 then 'role:moderators'
    when u.role = 600 then 'role:everyone'
    -- Without a waiting period nobody waits, whatever the clocks say.
    when coalesce((r.settings->>'waiting_period_threshold')::int, 0) = 0
      or u.date_joined <= r.full_members_joined_by
      then 'role:fullmembers'
    else 'role:members'
  end as system_group
from chat.users u join chat.realms r on r.organization_id = u.organization_id
where u.organization_id = $1 and u.is_active and u.id = any($2::bigint[]))
select p.id as "userId", g.id as "groupId", g.deactivated
from people p join chat.user_groups g
  on g.organization_id = $3 and g.is_system_group and g.name = p.system_group
union all
select p.id, g.id, g.deactivated
from people p
  join chat.user_group_members m on m.organization_id = $4 and m.user_id = p.id
  join chat.user_groups g on g.organization_id = $5 and g.id = m.group_id;

-- loadMembersOfGroups: groupId, userIds
with recursive contained (top_id, id) as (
  select g.id, g.id from chat.user_groups g
  where g.organization_id = $1 and g.id = any($2::bigint[]) and not g.deactivated
  union
  select c.top_id, g.id
  from contained c
    join chat.user_group_subgroups s on s.organization_id = $3 and s.group_id = c.id
    join chat.user_groups g on g.organization_id = $4 and g.id = s.subgroup_id and not g.deactivated),
people as (
select u.id, case
    when u.role = 100 then 'role:owners'
    when u.role = 200 then 'role:administrators'
    when u.role = 300 then 'role:moderators'
    when u.role = 600 then 'role:everyone'
    -- Without a waiting period nobody waits, whatever the clocks say.
    when coalesce((r.settings->>'waiting_period_threshold')::int, 0) = 0
      or u.date_joined <= r.full_members_joined_by
      then 'role:fullmembers'
    else 'role:members'
  end as system_group
from chat.users u join chat.realms r on r.organization_id = u.organization_id
where u.organization_id = $5 and u.is_active and u.role <> 600),
held as (
  select c.top_id, p.id
  from contained c
    join chat.user_groups g on g.organization_id = $6 and g.id = c.id and g.is_system_group
    join people p on p.system_group = g.name
  union
  select c.top_id, p.id
  from contained c
    join chat.user_group_members m on m.organization_id = $7 and m.group_id = c.id
    join people p on p.id = m.user_id)
select top_id as "groupId", array_agg(id order by id) as "userIds" from held group by top_id;

-- loadPeopleUnder: id
with recursive contained (id) as (
  select g.id from chat.user_groups g
  where g.organization_id = $1 and g.id = any($2::bigint[])
  union
  select g.id
  from contained c
    join chat.user_group_subgroups s on s.organization_id = $3 and s.group_id = c.id
    join chat.user_groups g on g.organization_id = $4 and g.id = s.subgroup_id and not g.deactivated),
people as (
select u.id, case
    when u.role = 100 then 'role:owners'
    when u.role = 200 then 'role:administrators'
    when u.role = 300 then 'role:moderators'
    when u.role = 600 then 'role:everyone'
    -- Without a waiting period nobody waits, whatever the clocks say.
    when coalesce((r.settings->>'waiting_period_threshold')::int, 0) = 0
      or u.date_joined <= r.full_members_joined_by
      then 'role:fullmembers'
    else 'role:members'
  end as system_group
from chat.users u join chat.realms r on r.organization_id = u.organization_id
where u.organization_id = $5 and u.is_active and true)
select p.id
from contained c
  join chat.user_groups g on g.organization_id = $6 and g.id = c.id and g.is_system_group
  join people p on p.system_group = g.name
union
select u.id
from contained c
  join chat.user_group_members m on m.organization_id = $7 and m.group_id = c.id
  join chat.users u on u.organization_id = $8 and u.id = m.user_id and u.is_active
order by 1;

-- loadGroupsUnder: id
with recursive contained (id) as (
  select unnest($1::bigint[])
  union
  select s.subgroup_id
  from contained c
    join chat.user_group_subgroups s on s.organization_id = $2 and s.group_id = c.id)
select id from contained;

-- loadActiveGroups: id, isSystemGroup, name
select id, name, is_system_group as "isSystemGroup" from chat.user_groups
where organization_id = $1 and not deactivated and id = any($2::bigint[]);

-- loadUserGroups: creatorId, dateCreated, deactivated, description, id, isSystemGroup, members, name, permissions, subgroupIds
with people as (
select u.id, case
    when u.role = 100 then 'role:owners'
    when u.role = 200 then 'role:administrators'
    when u.role = 300 then 'role:moderators'
    when u.role = 600 then 'role:everyone'
    -- Without a waiting period nobody waits, whatever the clocks say.
    when coalesce((r.settings->>'waiting_period_threshold')::int, 0) = 0
      or u.date_joined <= r.full_members_joined_by
      then 'role:fullmembers'
    else 'role:members'
  end as system_group
from chat.users u join chat.realms r on r.organization_id = u.organization_id
where u.organization_id = $1 and u.is_active and true),
by_role as (select system_group, array_agg(id order by id) as ids from people group by system_group),
by_group as (
  select m.group_id, array_agg(m.user_id order by m.user_id) as ids
  from chat.user_group_members m
    join chat.users u on u.organization_id = m.organization_id and u.id = m.user_id and u.is_active
  where m.organization_id = $2 and ($3::bigint is null or m.group_id = $4) group by m.group_id),
below as (
  select group_id, array_agg(subgroup_id order by subgroup_id) as ids from chat.user_group_subgroups
  where organization_id = $5 and ($6::bigint is null or group_id = $7) group by group_id)
select g.id, g.name, g.description, g.creator_id as "creatorId", g.date_created as "dateCreated",
  g.is_system_group as "isSystemGroup", g.deactivated, g.permissions,
  coalesce(case when g.is_system_group then by_role.ids else by_group.ids end, '{}') as members,
  coalesce(below.ids, '{}') as "subgroupIds"
from chat.user_groups g
  left join by_role on by_role.system_group = g.name
  left join by_group on by_group.group_id = g.id
  left join below on below.group_id = g.id
where g.organization_id = $8 and ($9::bigint is null or g.id = $10) order by g.id;

-- insertSystemGroups
with wanted as (
  select * from jsonb_to_recordset($1::jsonb) as wanted (name text, description text, index int)),
created as (
  insert into chat.user_groups (organization_id, name, description, is_system_group, date_created)
  select $2, name, description, true, $3::timestamptz from wanted order by index
  returning id, name)
insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
select $4, wide.id, narrow.id
from wanted w
  join wanted n on n.index = w.index + 1 and n.name <> 'role:nobody'
  join created wide on wide.name = w.name
  join created narrow on narrow.name = n.name;

-- loadGroupNames: isSystem, name
select name, is_system_group as "isSystem" from chat.user_groups
where organization_id = $1 and id = any($2::bigint[]) order by id;
