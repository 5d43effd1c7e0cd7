-- Written by "npm run sql" from src/chat/realm-pictures/queries.ts.

-- updateRealmPicture: fileId
select file_id as "fileId" from chat.realm_pictures
where organization_id = $1 and kind = $2 for update;

-- updateRealmPicture 2: version
insert into chat.realm_pictures as p (organization_id, kind, file_id, version)
values ($1, $2, $3, 2)
on conflict (organization_id, kind) do update set file_id = excluded.file_id, version = p.version + 1
returning version;

-- loadRealmPicture: contentType, fileId, name
select o.name, p.file_id as "fileId", f.content_type as "contentType"
from platform.organizations o
  left join chat.realm_pictures p on p.organization_id = o.id and p.kind = $1
  left join platform.files f on f.organization_id = p.organization_id and f.id = p.file_id
where o.id = $2;
