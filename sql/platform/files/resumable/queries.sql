-- Written by "npm run sql" from src/platform/files/resumable/queries.ts.

-- insertResumable
insert into platform.resumable_uploads (organization_id, id, owner, metadata, size, created_at)
values ($1, $2, $3, $4::jsonb, $5, $6);

-- loadResumable: createdAt, id, metadata, organizationId, owner, received, result, size
select organization_id as "organizationId", id, owner, metadata, size, received, created_at as "createdAt", result
from platform.resumable_uploads where organization_id = $1 and id = $2 and owner = $3;

-- lockUnfinished
select pg_advisory_xact_lock(hashtext('unfinished uploads'));

-- loadUnfinished: bytes, organizationBytes, own, ownBytes, received
select (count(*) filter (where organization_id = $1 and owner = $2))::int as own,
  coalesce(sum(size) filter (where organization_id = $3 and owner = $4), 0)::bigint as "ownBytes",
  coalesce(sum(size) filter (where organization_id = $5), 0)::bigint as "organizationBytes",
  coalesce(sum(size), 0)::bigint as bytes, coalesce(sum(received), 0)::bigint as received
from platform.resumable_uploads where result is null;

-- appendPart
update platform.resumable_uploads set received = received + $1::bigint
where organization_id = $2 and id = $3 and received = $4 and result is null;

-- appendPart 2
insert into platform.resumable_upload_parts (organization_id, upload_id, start, object)
values ($1, $2, $3, $4);

-- loadPartObjects: object
select object from platform.resumable_upload_parts where organization_id = $1 and upload_id = $2
order by start;

-- finishResumable
update platform.resumable_uploads set received = size, result = $1
where organization_id = $2 and id = $3 and received = $4 and result is null;

-- finishResumable 2
delete from platform.resumable_upload_parts where organization_id = $1 and upload_id = $2;

-- deleteResumables: id
delete from platform.resumable_uploads where organization_id = $1 and id = any($2::text[])
returning id;

-- loadExpired: id, organizationId
select organization_id as "organizationId", id from platform.resumable_uploads where created_at < $1
order by created_at limit $2;
