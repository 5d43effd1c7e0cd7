-- Written by "npm run sql" from src/dispatch/uploads/queries.ts.

-- findUpload: contentType, createdAt, fileId, hasMetadata, id, organizationId, size, taskId, workerId
select u.organization_id as "organizationId", u.id, u.worker_id as "workerId",
u.file_id as "fileId", u.content_type as "contentType", u.size, u.has_metadata as "hasMetadata",
u.created_at as "createdAt", u.task_id as "taskId" from dispatch.uploads u where u.organization_id = $1 and u.id = $2;

-- findUploadOfOrdered: contentType, createdAt, fileId, hasMetadata, id, organizationId, size, taskId, workerId
select u.organization_id as "organizationId", u.id, u.worker_id as "workerId",
u.file_id as "fileId", u.content_type as "contentType", u.size, u.has_metadata as "hasMetadata",
u.created_at as "createdAt", u.task_id as "taskId" from dispatch.uploads u
    join dispatch.tasks t on t.organization_id = u.organization_id and t.id = u.task_id
  where u.id = $1 and t.ordered_by = $2;

-- lockUploads: contentType, createdAt, fileId, hasMetadata, id, organizationId, size, taskId, workerId
select u.organization_id as "organizationId", u.id, u.worker_id as "workerId",
u.file_id as "fileId", u.content_type as "contentType", u.size, u.has_metadata as "hasMetadata",
u.created_at as "createdAt", u.task_id as "taskId" from dispatch.uploads u
  where u.organization_id = $1 and u.id = any($2::text[]) order by u.id for update;

-- insertUpload
insert into dispatch.uploads (organization_id, id, worker_id, file_id, content_type, size, has_metadata, created_at)
values ($1, $2, $3, $4, $5, $6,
  $7, $8);

-- bindUploads
update dispatch.uploads set task_id = $1
where organization_id = $2 and id = any($3::text[]);

-- deleteUnbound: fileId, organizationId
delete from dispatch.uploads where (organization_id, id) in (
  select organization_id, id from dispatch.uploads where task_id is null and created_at < $1
    and organization_id in (select id from platform.open_organizations)
  order by created_at limit $2 for update skip locked)
returning organization_id as "organizationId", file_id as "fileId";
