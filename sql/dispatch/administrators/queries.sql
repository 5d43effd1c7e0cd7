-- Written by "npm run sql" from src/dispatch/administrators/queries.ts.

-- findAdministrator: createdAt, email, id, isActive, isReadOnly, metadata, modifiedAt, name, organizationId, personId, phone, teams, type
select
organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by place) as teams from dispatch.administrators where organization_id = $1 and id = $2;

-- findSuperAdministrator: id
select id from dispatch.administrators where organization_id = $1 and type = 'super';

-- lockAdministrator: createdAt, email, id, isActive, isReadOnly, metadata, modifiedAt, name, organizationId, personId, phone, teams, type
select
organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by place) as teams from dispatch.administrators where organization_id = $1 and id = $2 for update;

-- pageOfAdministrators: createdAt, createdAtText, email, id, isActive, isReadOnly, metadata, modifiedAt, name, organizationId, personId, phone, teams, type
select
organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by place) as teams, created_at::text as "createdAtText" from dispatch.administrators
  where organization_id = $1 and true and true
  order by type desc, created_at, id limit $2;

-- pageOfAdministrators (after the super administrator): createdAt, createdAtText, email, id, isActive, isReadOnly, metadata, modifiedAt, name, organizationId, personId, phone, teams, type
select
organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by place) as teams, created_at::text as "createdAtText" from dispatch.administrators
  where organization_id = $1 and true and type = 'standard'
  order by type desc, created_at, id limit $2;

-- pageOfAdministrators (by metadata, a further page): createdAt, createdAtText, email, id, isActive, isReadOnly, metadata, modifiedAt, name, organizationId, personId, phone, teams, type
select
organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by place) as teams, created_at::text as "createdAtText" from dispatch.administrators
  where organization_id = $1 and (
  metadata @> $2::jsonb
  and not exists (
    select from jsonb_array_elements($3::jsonb) as given
    where not exists (
      select from jsonb_array_elements(metadata) as item
      where item->'name' = given->'name' and item->'type' = given->'type' and item->'value' = given->'value'))) and type = 'standard' and (created_at, id) > ($4::timestamptz, $5)
  order by type desc, created_at, id limit $6;

-- findAdministratorIdByEmail: id
select id from dispatch.administrators where organization_id = $1 and email_key = $2;

-- findReadOnly: isReadOnly
select is_read_only as "isReadOnly" from dispatch.administrators
where organization_id = $1 and id = $2;

-- findTeamsInSight: isSuper, teams
select type = 'super' as "isSuper", array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by team_id) as teams
from dispatch.administrators where organization_id = $1 and id = $2;

-- lockAdministrators: id
select id from dispatch.administrators where organization_id = $1 and id = any($2::text[])
order by id for key share;

-- insertAdministrator: createdAt, email, id, isActive, isReadOnly, metadata, modifiedAt, name, organizationId, personId, phone, teams, type
insert into dispatch.administrators
    (organization_id, id, person_id, type, email, email_key, name, phone, is_active, is_read_only, metadata, created_at,
     modified_at)
  values ($1, $2, $3, $4, $5, $6, $7,
    $8, $9, $10, $11,
    $12, $13)
  on conflict (organization_id, email_key) do nothing
  returning
organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by place) as teams;

-- updateAdministrator: createdAt, email, id, isActive, isReadOnly, metadata, modifiedAt, name, organizationId, personId, phone, teams, type
update dispatch.administrators set email = $1, email_key = $2,
    name = $3, phone = $4, is_read_only = $5,
    metadata = $6, modified_at = $7
  where organization_id = $8 and id = $9 returning
organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by place) as teams;

-- deleteAdministrator
delete from dispatch.administrators where organization_id = $1 and id = $2;

-- activate: email, id, personId
update dispatch.administrators set is_active = true, modified_at = $1
where organization_id = $2 and person_id = $3 and not is_active
returning id, person_id as "personId", email;

-- findAdministratorOfPerson: id, isActive, isReadOnly
select id, is_active as "isActive", is_read_only as "isReadOnly" from dispatch.administrators
where organization_id = $1 and person_id = $2;

-- updatePersonOfAdministrator
update dispatch.administrators set person_id = $1
where organization_id = $2 and person_id = $3;

-- findAdministrators: createdAt, email, id, isActive, isReadOnly, metadata, modifiedAt, name, organizationId, personId, phone, teams, type
select
organization_id as "organizationId", id, person_id as "personId", type, email, name, phone, is_active as "isActive",
is_read_only as "isReadOnly", metadata, created_at as "createdAt", modified_at as "modifiedAt",
array(select team_id from dispatch.team_managers as managed
  where managed.organization_id = administrators.organization_id and managed.administrator_id = administrators.id
  order by place) as teams from dispatch.administrators
  where organization_id = $1 and id = any($2::text[]);
