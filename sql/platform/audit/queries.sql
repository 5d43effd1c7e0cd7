-- Written by "npm run sql" from src/platform/audit/queries.ts.

-- insertEntries
insert into platform.audit_log (organization_id, id, at, actor_kind, actor_id, actor_name, area, action,
  object_kind, object_id, object_name, details, address, client)
select "organizationId", id, at, "actorKind", "actorId", "actorName", split_part(action, '.', 1), action,
  "objectKind", "objectId", "objectName", details, address, client
from jsonb_to_recordset($1::jsonb) as entry ("organizationId" text, id text, at timestamptz,
  "actorKind" text, "actorId" text, "actorName" text, action text, "objectKind" text, "objectId" text,
  "objectName" text, details jsonb, address text, client text);

-- loadEntries (the newest): action, actorId, actorKind, actorName, address, at, client, details, id, objectId, objectKind, objectName, organizationId
select organization_id as "organizationId", id, at, actor_kind as "actorKind", actor_id as "actorId",
  actor_name as "actorName", action, object_kind as "objectKind", object_id as "objectId",
  object_name as "objectName", details, address, client
from platform.audit_log where organization_id = $1 order by id desc limit $2;

-- loadEntries (of an actor): action, actorId, actorKind, actorName, address, at, client, details, id, objectId, objectKind, objectName, organizationId
select organization_id as "organizationId", id, at, actor_kind as "actorKind", actor_id as "actorId",
  actor_name as "actorName", action, object_kind as "objectKind", object_id as "objectId",
  object_name as "objectName", details, address, client
from platform.audit_log where organization_id = $1 and actor_id = $2 and id < $3 order by id desc limit $4;

-- loadEntries (of an object): action, actorId, actorKind, actorName, address, at, client, details, id, objectId, objectKind, objectName, organizationId
select organization_id as "organizationId", id, at, actor_kind as "actorKind", actor_id as "actorId",
  actor_name as "actorName", action, object_kind as "objectKind", object_id as "objectId",
  object_name as "objectName", details, address, client
from platform.audit_log where organization_id = $1 and object_id = $2 and id < $3 order by id desc limit $4;

-- loadEntries (of an action, in a time): action, actorId, actorKind, actorName, address, at, client, details, id, objectId, objectKind, objectName, organizationId
select organization_id as "organizationId", id, at, actor_kind as "actorKind", actor_id as "actorId",
  actor_name as "actorName", action, object_kind as "objectKind", object_id as "objectId",
  object_name as "objectName", details, address, client
from platform.audit_log where organization_id = $1 and action = $2 and id >= $3 and id < $4 order by id desc limit $5;

-- deleteEntriesBefore
delete from platform.audit_log where ctid >= $1::tid and ctid < $2::tid and at < $3;
