-- Written by "npm run sql" from src/dispatch/hubs/queries.ts.

-- findHub: address, changedAt, changedBy, createdAt, id, latitude, located, longitude, name, organizationId, teams, version
select
organization_id as "organizationId", id, name, address, longitude, latitude, located, version, created_at as "createdAt",
changed_by as "changedBy", changed_at as "changedAt",
array(select team.id from dispatch.teams as team
  where team.organization_id = hubs.organization_id and team.hub_id = hubs.id order by created_at, id) as teams from dispatch.hubs where organization_id = $1 and id = $2;

-- holdHub
select from dispatch.hubs where organization_id = $1 and id = $2 for key share;

-- lockHub
select from dispatch.hubs where organization_id = $1 and id = $2 for update;

-- findBoxOfHubs: east, north, south, west
select min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north
from dispatch.hubs where organization_id = $1 and located;

-- pageOfHubs: address, changedAt, changedBy, createdAt, createdAtText, id, latitude, located, longitude, name, organizationId, teams, version
select
organization_id as "organizationId", id, name, address, longitude, latitude, located, version, created_at as "createdAt",
changed_by as "changedBy", changed_at as "changedAt",
array(select team.id from dispatch.teams as team
  where team.organization_id = hubs.organization_id and team.hub_id = hubs.id order by created_at, id) as teams, created_at::text as "createdAtText" from dispatch.hubs
  where organization_id = $1 and true order by created_at, id limit $2;

-- pageOfHubs (a further page): address, changedAt, changedBy, createdAt, createdAtText, id, latitude, located, longitude, name, organizationId, teams, version
select
organization_id as "organizationId", id, name, address, longitude, latitude, located, version, created_at as "createdAt",
changed_by as "changedBy", changed_at as "changedAt",
array(select team.id from dispatch.teams as team
  where team.organization_id = hubs.organization_id and team.hub_id = hubs.id order by created_at, id) as teams, created_at::text as "createdAtText" from dispatch.hubs
  where organization_id = $1 and (created_at, id) > ($2::timestamptz, $3) order by created_at, id limit $4;

-- insertHub
insert into dispatch.hubs (organization_id, id, name, address, longitude, latitude, located, created_at, modified_at)
values ($1, $2, $3, $4, $5,
  $6, $7, $8, $9);

-- updateHub
update dispatch.hubs set name = $1, address = $2,
  longitude = $3, latitude = $4, located = $5, modified_at = $6,
  version = version + 1, changed_by = $7, changed_at = $8
where organization_id = $9 and id = $10;

-- deleteHub
delete from dispatch.hubs where organization_id = $1 and id = $2;

-- findHubs: address, changedAt, changedBy, createdAt, id, latitude, located, longitude, name, organizationId, teams, version
select
organization_id as "organizationId", id, name, address, longitude, latitude, located, version, created_at as "createdAt",
changed_by as "changedBy", changed_at as "changedAt",
array(select team.id from dispatch.teams as team
  where team.organization_id = hubs.organization_id and team.hub_id = hubs.id order by created_at, id) as teams from dispatch.hubs where organization_id = $1 and id = any($2::text[]);
