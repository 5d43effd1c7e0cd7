-- Written by "npm run sql" from src/chat/exports/queries.ts.

-- loadExports: actingUserId, deletedAt, endedAt, exportType, fileId, hasFailed, id, requestedAt, size
select
id, acting_user_id as "actingUserId", export_type as "exportType", requested_at as "requestedAt",
ended_at as "endedAt", deleted_at as "deletedAt", has_failed as "hasFailed", file_id as "fileId", size from chat.exports where organization_id = $1 order by id desc limit $2;

-- findExport: actingUserId, deletedAt, endedAt, exportType, fileId, hasFailed, id, requestedAt, size
select
id, acting_user_id as "actingUserId", export_type as "exportType", requested_at as "requestedAt",
ended_at as "endedAt", deleted_at as "deletedAt", has_failed as "hasFailed", file_id as "fileId", size from chat.exports where organization_id = $1 and id = $2;

-- countSince: count
select count(*)::int as count from chat.exports
where organization_id = $1 and requested_at > $2 and not has_failed;

-- insertExport: id
insert into chat.exports (organization_id, acting_user_id, export_type, requested_at)
values ($1, $2, $3, $4) returning id;

-- endExport
update chat.exports set ended_at = $1, has_failed = $2, file_id = $3::text,
  size = $4::bigint
where organization_id = $5 and id = $6 and ended_at is null;

-- markDeleted
update chat.exports set deleted_at = $1, file_id = null
where organization_id = $2 and id = $3;

-- loadOrganizationsWithOld: id
select distinct organization_id as id from chat.exports where requested_at < $1 order by id;

-- deleteOldExports: fileId
delete from chat.exports where organization_id = $1 and requested_at < $2
returning file_id as "fileId";

-- loadConsents: consented, userId
select id as "userId", coalesce((settings->>'allow_private_data_export')::boolean, false) as consented
from chat.users where organization_id = $1 and is_active and bot_type is null order by id;
