-- Written by "npm run sql" from src/chat/avatars/queries.ts.

-- updateAvatar: before, version
with old as (
  select avatar_file_id from chat.users where organization_id = $1 and id = $2 for update)
update chat.users u set avatar_file_id = $3, avatar_version = u.avatar_version + 1 from old
where u.organization_id = $4 and u.id = $5
returning old.avatar_file_id as before, u.avatar_version as version;

-- loadAvatar: contentType, fileId, name
select u.full_name as name, u.avatar_file_id as "fileId", f.content_type as "contentType"
from chat.users u left join platform.files f
  on f.organization_id = u.organization_id and f.id = u.avatar_file_id
where u.organization_id = $1 and u.id = $2;
