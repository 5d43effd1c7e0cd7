-- Written by "npm run sql" from src/chat/realms/queries.ts.

-- loadRealm: allowEditHistory, createdAt, description, emptyTopicDisplayName, enableSpectatorAccess, language, name, pictures, settings, timezone, userSettingsDefaults
select o.name, o.language, o.timezone, o.created_at as "createdAt", r.description,
  r.empty_topic_display_name as "emptyTopicDisplayName", r.enable_spectator_access as "enableSpectatorAccess",
  r.allow_edit_history as "allowEditHistory", r.settings, r.user_settings_defaults as "userSettingsDefaults",
  coalesce((
    select jsonb_object_agg(p.kind, jsonb_build_object('version', p.version, 'isOwn', p.file_id is not null))
    from chat.realm_pictures p where p.organization_id = r.organization_id), '{}') as pictures
from chat.realms r join platform.organizations o on o.id = r.organization_id
where r.organization_id = $1;

-- insertRealm
insert into chat.realms (organization_id, user_settings_defaults)
values ($1, $2::jsonb);

-- updateRealm
update chat.realms set description = $1, enable_spectator_access = $2,
  allow_edit_history = $3, settings = settings || $4::jsonb
where organization_id = $5;

-- updateFullMembers
update chat.realms set full_members_joined_by = $1 where organization_id = $2;

-- loadEndedWaiting: days, organizationId
with waiting as (
  select organization_id, full_members_joined_by, (settings->>'waiting_period_threshold')::int as days
  from chat.realms where coalesce((settings->>'waiting_period_threshold')::int, 0) > 0
    and organization_id in (select id from platform.open_organizations))
select w.organization_id as "organizationId", w.days from waiting w
where exists (
  select 1 from chat.users u
  where u.organization_id = w.organization_id and u.is_active and u.date_joined > w.full_members_joined_by
    and u.date_joined <= $1::timestamptz - make_interval(days => w.days))
order by 1;

-- loadJoinedUserIds: id
select u.id from chat.users u join chat.realms r on r.organization_id = u.organization_id
where u.organization_id = $1 and u.is_active and u.date_joined > r.full_members_joined_by
  and u.date_joined <= $2
order by u.id;

-- loadActiveUserIds: id
select id from chat.users where organization_id = $1 and is_active;
