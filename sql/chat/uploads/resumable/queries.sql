-- Written by "npm run sql" from src/chat/uploads/resumable/queries.ts.

-- insertResumable
insert into chat.resumable_uploads (organization_id, id, owner_id, name, metadata, size, created_at)
values ($1, $2, $3, $4, $5::jsonb, $6, $7);

-- loadResumable: createdAt, id, metadata, name, organizationId, ownerId, pathId, received, size
select organization_id as "organizationId", id, owner_id as "ownerId", name, metadata, size, received,
  created_at as "createdAt", path_id as "pathId"
from chat.resumable_uploads where organization_id = $1 and id = $2 and owner_id = $3;

-- countUnfinished: count
select count(*)::int as count from chat.resumable_uploads
where organization_id = $1 and owner_id = $2 and path_id is null;

-- appendPart
update chat.resumable_uploads set received = received + $1::bigint
where organization_id = $2 and id = $3 and received = $4 and path_id is null;

-- appendPart 2
insert into chat.resumable_upload_parts (organization_id, upload_id, start, object)
values ($1, $2, $3, $4);

-- loadPartObjects: object
select object from chat.resumable_upload_parts where organization_id = $1 and upload_id = $2
order by start;

-- finishResumable
update chat.resumable_uploads set received = size, path_id = $1
where organization_id = $2 and id = $3 and received = $4 and path_id is null;

-- finishResumable 2
delete from chat.resumable_upload_parts where organization_id = $1 and upload_id = $2;

-- deleteResumables: id
delete from chat.resumable_uploads where organization_id = $1 and id = any($2::text[])
returning id;

-- loadExpired: id, organizationId
select organization_id as "organizationId", id from chat.resumable_uploads where created_at < $1
order by created_at limit $2;
