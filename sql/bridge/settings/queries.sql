-- Written by "npm run sql" from src/bridge/settings/queries.ts.

-- saveTaskChannel
insert into bridge.task_channels (organization_id, team_id, channel_id, opens_every_task)
values ($1, $2, $3, $4)
on conflict (organization_id, team_id) do update set
  channel_id = excluded.channel_id, opens_every_task = excluded.opens_every_task;

-- deleteTaskChannel
delete from bridge.task_channels where organization_id = $1 and team_id = $2;

-- loadDispatchers: id
select u.id from dispatch.administrators a
  join chat.users u on u.organization_id = a.organization_id and u.person_id = a.person_id
where a.organization_id = $1 and a.is_active and u.is_active and u.role <> 600
  and (a.type = 'super'
    or not exists (select from dispatch.team_managers m
      where m.organization_id = a.organization_id and m.administrator_id = a.id)
    or exists (select from dispatch.team_managers m
      where m.organization_id = a.organization_id and m.administrator_id = a.id and m.team_id = $2))
order by u.id;

-- loadUserOfAdministrator: id
select u.id from dispatch.administrators a
  join chat.users u on u.organization_id = a.organization_id and u.person_id = a.person_id
where a.organization_id = $1 and a.id = $2 and u.is_active;
