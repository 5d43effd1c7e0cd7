-- Written by "npm run sql" from src/chat/user-groups/queries.ts.

-- loadSystemGroups: id, name
select id, name from chat.user_groups where organization_id = $1 and is_system_group;

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
