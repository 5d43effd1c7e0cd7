-- Written by "npm run sql" from src/chat/uploads/queries.ts.

-- selectAttachments (by path): contentType, createdAt, fileId, frames, height, id, name, organizationId, ownerId, pathId, preview, size, width
select a.organization_id as "organizationId", a.id, a.owner_id as "ownerId", a.file_id as "fileId",
  a.path_id as "pathId", a.name, a.size, a.content_type as "contentType", a.created_at as "createdAt",
  a.width, a.height, a.frames, a.preview
from chat.attachments a where a.path_id = $1 order by a.id;

-- selectAttachments (by paths): contentType, createdAt, fileId, frames, height, id, name, organizationId, ownerId, pathId, preview, size, width
select a.organization_id as "organizationId", a.id, a.owner_id as "ownerId", a.file_id as "fileId",
  a.path_id as "pathId", a.name, a.size, a.content_type as "contentType", a.created_at as "createdAt",
  a.width, a.height, a.frames, a.preview
from chat.attachments a where a.organization_id = $1 and a.path_id = any($2::text[]) order by a.id;

-- selectAttachments (by ID): contentType, createdAt, fileId, frames, height, id, name, organizationId, ownerId, pathId, preview, size, width
select a.organization_id as "organizationId", a.id, a.owner_id as "ownerId", a.file_id as "fileId",
  a.path_id as "pathId", a.name, a.size, a.content_type as "contentType", a.created_at as "createdAt",
  a.width, a.height, a.frames, a.preview
from chat.attachments a where a.organization_id = $1 and a.id = any($2::bigint[]) order by a.id;

-- selectAttachments (of an owner): contentType, createdAt, fileId, frames, height, id, name, organizationId, ownerId, pathId, preview, size, width
select a.organization_id as "organizationId", a.id, a.owner_id as "ownerId", a.file_id as "fileId",
  a.path_id as "pathId", a.name, a.size, a.content_type as "contentType", a.created_at as "createdAt",
  a.width, a.height, a.frames, a.preview
from chat.attachments a where a.organization_id = $1 and a.id in (
  select n.id from chat.attachments n where n.organization_id = $2 and n.owner_id = $3
  order by n.id desc limit $4) order by a.id;

-- loadReferences: attachmentId, messageId, sentAt
select r.attachment_id as "attachmentId", r.message_id as "messageId", m.sent_at as "sentAt"
from chat.message_attachments r
  join chat.messages m on m.organization_id = r.organization_id and m.id = r.message_id
where r.organization_id = $1 and r.attachment_id = any($2::bigint[])
order by r.attachment_id, r.message_id;

-- loadReferringIds: id
select message_id as id from chat.message_attachments
where organization_id = $1 and attachment_id = $2 and message_id < $3
order by message_id desc limit $4;

-- isReferredToInPublic
select 1 from chat.message_attachments r
  join chat.messages m on m.organization_id = r.organization_id and m.id = r.message_id
  join chat.channels c on c.organization_id = m.organization_id and c.id = m.channel_id
  join chat.realms o on o.organization_id = r.organization_id
where r.organization_id = $1 and r.attachment_id = $2
  and c.is_web_public and not c.is_archived and o.enable_spectator_access limit 1;

-- loadRealmNumber: number
select number from chat.realms where organization_id = $1;

-- insertAttachment: id
insert into chat.attachments (organization_id, owner_id, file_id, path_id, name, size, content_type, created_at,
  width, height, frames, preview)
values ($1, $2, $3, $4, $5, $6,
  $7, $8, $9, $10, $11, $12)
returning id;

-- insertReferences: id
with present as materialized (
  -- Locked, so that whoever deletes one meanwhile waits, and is not in the way of the message.
  select id from chat.attachments where organization_id = $1 and id = any($2::bigint[])
  order by id for key share)
insert into chat.message_attachments (organization_id, attachment_id, message_id)
select $3, id, $4 from present
on conflict do nothing returning attachment_id as id;

-- deleteReferences: id
delete from chat.message_attachments
where organization_id = $1 and message_id = $2 and attachment_id <> all($3::bigint[])
returning attachment_id as id;

-- loadReferredToByNone: id
select distinct r.attachment_id as id from chat.message_attachments r
where r.organization_id = $1 and r.message_id = any($2::bigint[]) and not exists (
  select from chat.message_attachments o
  where o.organization_id = r.organization_id and o.attachment_id = r.attachment_id
    and o.message_id <> all($3::bigint[]))
order by 1;

-- deleteAttachmentRows: fileId, id, ownerId
delete from chat.attachments where organization_id = $1 and id = any($2::bigint[])
returning id, owner_id as "ownerId", file_id as "fileId";

-- loadUnused: id, organizationId
select a.organization_id as "organizationId", a.id from chat.attachments a
where a.created_at < $1 and a.organization_id in (select id from platform.open_organizations) and not exists (
  select from chat.message_attachments r
  where r.organization_id = a.organization_id and r.attachment_id = a.id)
order by a.created_at limit $2;

-- setPreview
update chat.attachments set preview = $1
where organization_id = $2 and id = $3 and preview = 'waiting';
