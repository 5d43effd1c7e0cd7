-- Written by "npm run sql" from src/dispatch/workers/queries.ts.

-- findWorker: accountStatus, additionalCapacities, appVersion, batteryLevel, capacity, changedAt, changedBy, createdAt, delayTime, deviceDescription, displayName, hasRecentlyUsedSpoofedLocations, id, imagePath, lastSeenAt, latitude, longitude, metadata, modifiedAt, name, onDuty, organizationId, phone, pictureFileId, platform, routingDestinationId, skills, teams, timezone, vehicle, version
select
workers.organization_id as "organizationId", workers.id, workers.name, workers.display_name as "displayName",
workers.phone, workers.capacity, workers.additional_capacities as "additionalCapacities", workers.vehicle, workers.skills,
workers.account_status as "accountStatus", workers.metadata, workers.image_url as "imagePath",
workers.picture_file_id as "pictureFileId", workers.timezone,
workers.routing_destination_id as "routingDestinationId",
workers.on_duty as "onDuty", workers.delay_time as "delayTime",
workers.longitude, workers.latitude, workers.last_seen_at as "lastSeenAt", workers.app_version as "appVersion",
workers.battery_level as "batteryLevel", workers.device_description as "deviceDescription", workers.platform,
workers.has_recently_used_spoofed_locations as "hasRecentlyUsedSpoofedLocations",
workers.created_at as "createdAt", workers.modified_at as "modifiedAt", workers.version,
workers.changed_by as "changedBy", workers.changed_at as "changedAt",
array(select member.team_id from dispatch.team_workers as member
  where member.organization_id = workers.organization_id and member.worker_id = workers.id
  order by member.place) as teams from dispatch.workers where organization_id = $1 and id = $2;

-- lockWorker
select from dispatch.workers where organization_id = $1 and id = $2 for update;

-- findWorkers: accountStatus, additionalCapacities, appVersion, batteryLevel, capacity, changedAt, changedBy, createdAt, delayTime, deviceDescription, displayName, hasRecentlyUsedSpoofedLocations, id, imagePath, lastSeenAt, latitude, longitude, metadata, modifiedAt, name, onDuty, organizationId, phone, pictureFileId, platform, routingDestinationId, skills, teams, timezone, vehicle, version
select
workers.organization_id as "organizationId", workers.id, workers.name, workers.display_name as "displayName",
workers.phone, workers.capacity, workers.additional_capacities as "additionalCapacities", workers.vehicle, workers.skills,
workers.account_status as "accountStatus", workers.metadata, workers.image_url as "imagePath",
workers.picture_file_id as "pictureFileId", workers.timezone,
workers.routing_destination_id as "routingDestinationId",
workers.on_duty as "onDuty", workers.delay_time as "delayTime",
workers.longitude, workers.latitude, workers.last_seen_at as "lastSeenAt", workers.app_version as "appVersion",
workers.battery_level as "batteryLevel", workers.device_description as "deviceDescription", workers.platform,
workers.has_recently_used_spoofed_locations as "hasRecentlyUsedSpoofedLocations",
workers.created_at as "createdAt", workers.modified_at as "modifiedAt", workers.version,
workers.changed_by as "changedBy", workers.changed_at as "changedAt",
array(select member.team_id from dispatch.team_workers as member
  where member.organization_id = workers.organization_id and member.worker_id = workers.id
  order by member.place) as teams from dispatch.workers
  where organization_id = $1 and id = any($2::text[]) order by created_at, id;

-- lockWorkers: id
select id from dispatch.workers where organization_id = $1 and id = any($2::text[])
order by id for key share;

-- pageOfWorkers (of some teams): accountStatus, additionalCapacities, appVersion, batteryLevel, capacity, changedAt, changedBy, createdAt, createdAtText, delayTime, deviceDescription, displayName, hasRecentlyUsedSpoofedLocations, id, imagePath, lastSeenAt, latitude, longitude, metadata, modifiedAt, name, onDuty, organizationId, phone, pictureFileId, platform, routingDestinationId, skills, teams, timezone, vehicle, version
select
workers.organization_id as "organizationId", workers.id, workers.name, workers.display_name as "displayName",
workers.phone, workers.capacity, workers.additional_capacities as "additionalCapacities", workers.vehicle, workers.skills,
workers.account_status as "accountStatus", workers.metadata, workers.image_url as "imagePath",
workers.picture_file_id as "pictureFileId", workers.timezone,
workers.routing_destination_id as "routingDestinationId",
workers.on_duty as "onDuty", workers.delay_time as "delayTime",
workers.longitude, workers.latitude, workers.last_seen_at as "lastSeenAt", workers.app_version as "appVersion",
workers.battery_level as "batteryLevel", workers.device_description as "deviceDescription", workers.platform,
workers.has_recently_used_spoofed_locations as "hasRecentlyUsedSpoofedLocations",
workers.created_at as "createdAt", workers.modified_at as "modifiedAt", workers.version,
workers.changed_by as "changedBy", workers.changed_at as "changedAt",
array(select member.team_id from dispatch.team_workers as member
  where member.organization_id = workers.organization_id and member.worker_id = workers.id
  order by member.place) as teams, workers.created_at::text as "createdAtText" from dispatch.workers
  where organization_id = $1 and exists (
  select from dispatch.team_workers as seen
  where seen.organization_id = $2 and seen.worker_id = workers.id and seen.team_id = any($3::text[])) and true
  order by workers.created_at, workers.id limit $4;

-- pageOfWorkers: accountStatus, additionalCapacities, appVersion, batteryLevel, capacity, changedAt, changedBy, createdAt, createdAtText, delayTime, deviceDescription, displayName, hasRecentlyUsedSpoofedLocations, id, imagePath, lastSeenAt, latitude, longitude, metadata, modifiedAt, name, onDuty, organizationId, phone, pictureFileId, platform, routingDestinationId, skills, teams, timezone, vehicle, version
select
workers.organization_id as "organizationId", workers.id, workers.name, workers.display_name as "displayName",
workers.phone, workers.capacity, workers.additional_capacities as "additionalCapacities", workers.vehicle, workers.skills,
workers.account_status as "accountStatus", workers.metadata, workers.image_url as "imagePath",
workers.picture_file_id as "pictureFileId", workers.timezone,
workers.routing_destination_id as "routingDestinationId",
workers.on_duty as "onDuty", workers.delay_time as "delayTime",
workers.longitude, workers.latitude, workers.last_seen_at as "lastSeenAt", workers.app_version as "appVersion",
workers.battery_level as "batteryLevel", workers.device_description as "deviceDescription", workers.platform,
workers.has_recently_used_spoofed_locations as "hasRecentlyUsedSpoofedLocations",
workers.created_at as "createdAt", workers.modified_at as "modifiedAt", workers.version,
workers.changed_by as "changedBy", workers.changed_at as "changedAt",
array(select member.team_id from dispatch.team_workers as member
  where member.organization_id = workers.organization_id and member.worker_id = workers.id
  order by member.place) as teams, workers.created_at::text as "createdAtText" from dispatch.workers
  where organization_id = $1 and true and true
  order by workers.created_at, workers.id limit $2;

-- pageOfWorkers (filtered, a further page): accountStatus, additionalCapacities, appVersion, batteryLevel, capacity, changedAt, changedBy, createdAt, createdAtText, delayTime, deviceDescription, displayName, hasRecentlyUsedSpoofedLocations, id, imagePath, lastSeenAt, latitude, longitude, metadata, modifiedAt, name, onDuty, organizationId, phone, pictureFileId, platform, routingDestinationId, skills, teams, timezone, vehicle, version
select
workers.organization_id as "organizationId", workers.id, workers.name, workers.display_name as "displayName",
workers.phone, workers.capacity, workers.additional_capacities as "additionalCapacities", workers.vehicle, workers.skills,
workers.account_status as "accountStatus", workers.metadata, workers.image_url as "imagePath",
workers.picture_file_id as "pictureFileId", workers.timezone,
workers.routing_destination_id as "routingDestinationId",
workers.on_duty as "onDuty", workers.delay_time as "delayTime",
workers.longitude, workers.latitude, workers.last_seen_at as "lastSeenAt", workers.app_version as "appVersion",
workers.battery_level as "batteryLevel", workers.device_description as "deviceDescription", workers.platform,
workers.has_recently_used_spoofed_locations as "hasRecentlyUsedSpoofedLocations",
workers.created_at as "createdAt", workers.modified_at as "modifiedAt", workers.version,
workers.changed_by as "changedBy", workers.changed_at as "changedAt",
array(select member.team_id from dispatch.team_workers as member
  where member.organization_id = workers.organization_id and member.worker_id = workers.id
  order by member.place) as teams, workers.created_at::text as "createdAtText" from dispatch.workers
  where organization_id = $1 and true and exists (
    select from dispatch.team_workers as member
    where member.organization_id = workers.organization_id and member.worker_id = workers.id
      and member.team_id = any($2::text[])) and case
    when not workers.on_duty then 0
    when exists (
      select from dispatch.containers
      where containers.organization_id = workers.organization_id and containers.owner_id = workers.id
        and containers.type = 'WORKER' and containers.active_task is not null) then 2
    else 1 end = any($3::int[]) and workers.phone = any($4::text[]) and (workers.created_at, workers.id) > ($5::timestamptz, $6)
  order by workers.created_at, workers.id limit $7;

-- insertWorker
insert into dispatch.workers (organization_id, id, name, display_name, phone, capacity, additional_capacities,
  vehicle, skills, metadata, routing_destination_id, person_id, created_at, modified_at)
values ($1, $2, $3, $4, $5, $6,
  $7, $8,
  $9, $10, $11, $12, $13, $14)
on conflict (organization_id, phone) do nothing;

-- updateWorker
update dispatch.workers set name = $1, display_name = $2,
  capacity = $3, additional_capacities = $4,
  vehicle = $5, skills = $6, metadata = $7,
  routing_destination_id = $8, modified_at = $9,
  version = version + 1, changed_by = $10, changed_at = $11
where organization_id = $12 and id = $13;

-- deleteWorker: personId
delete from dispatch.workers where organization_id = $1 and id = $2
returning person_id as "personId";

-- findWorkerIdOfPerson: id
select id from dispatch.workers where organization_id = $1 and person_id = $2;

-- findPersonIdOfWorker: person_id
select person_id from dispatch.workers where organization_id = $1 and id = $2;

-- updatePersonOfWorker
update dispatch.workers set person_id = $1 where organization_id = $2 and person_id = $3;

-- savePicture
update dispatch.workers set image_url = $1, picture_file_id = $2,
  modified_at = $3, version = version + 1, changed_by = $4, changed_at = $5
where organization_id = $6 and id = $7;

-- findPicture: organizationId
select organization_id as "organizationId" from dispatch.workers where picture_file_id = $1;

-- findWorkersByRouting: id
select id from dispatch.workers
where organization_id = $1 and routing_destination_id = any($2::text[]);

-- findWorkersOfTeams: id
select distinct worker_id as id from dispatch.team_workers
where organization_id = $1 and team_id = any($2::text[]);
