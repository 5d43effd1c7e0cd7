-- Written by "npm run sql" from src/chat/user-groups/write-queries.ts.

-- insertGroup: id
insert into chat.user_groups (organization_id, name, description, creator_id, date_created, permissions)
values ($1, $2, $3, $4, $5,
  $6::jsonb)
on conflict (organization_id, lower(name)) do nothing returning id;

-- updateGroup
update chat.user_groups set name = $1, description = $2,
  permissions = $3::jsonb, deactivated = $4
where organization_id = $5 and id = $6;

-- isGroupNameTaken
select 1 from chat.user_groups
where organization_id = $1 and lower(name) = lower($2) and id <> $3;

-- insertMembers
insert into chat.user_group_members (organization_id, group_id, user_id)
select $1, $2, unnest($3::bigint[]) on conflict do nothing;

-- deleteMembers
delete from chat.user_group_members
where organization_id = $1 and group_id = $2 and user_id = any($3::bigint[]);

-- insertSubgroups
insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
select $1, $2, unnest($3::bigint[]);

-- deleteSubgroups
delete from chat.user_group_subgroups
where organization_id = $1 and group_id = $2 and subgroup_id = any($3::bigint[]);

-- loadGroupObjections: objection
select jsonb_build_object('type', 'subgroup', 'supergroup_ids', jsonb_agg(g.id order by g.id)) as objection
  from chat.user_group_subgroups s
    join chat.user_groups g on g.organization_id = s.organization_id and g.id = s.group_id
  where s.organization_id = $1 and s.subgroup_id = $2 and not g.deactivated
  having count(*) > 0
union all
select jsonb_build_object('type', 'user_group', 'group_id', g.id, 'settings', jsonb_agg(p.key order by p.key))
  from chat.user_groups g cross join lateral jsonb_each(g.permissions) p
  where g.organization_id = $3 and g.id <> $4 and not g.deactivated and (p.value = to_jsonb($5::bigint) or p.value->'direct_subgroups' @> to_jsonb($6::bigint))
  group by g.id
union all
select jsonb_build_object('type', 'channel', 'channel_id', c.id, 'settings', jsonb_agg(p.key order by p.key))
  from chat.channels c cross join lateral jsonb_each(c.permissions) p
  where c.organization_id = $7 and (p.value = to_jsonb($8::bigint) or p.value->'direct_subgroups' @> to_jsonb($9::bigint))
  group by c.id
union all
select jsonb_build_object('type', 'realm', 'settings', jsonb_agg(p.key order by p.key))
  from chat.realms r cross join lateral jsonb_each(r.settings) p
  where r.organization_id = $10 and p.key = any($11::text[]) and (p.value = to_jsonb($12::bigint) or p.value->'direct_subgroups' @> to_jsonb($13::bigint))
  having count(*) > 0;
