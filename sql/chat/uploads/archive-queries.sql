-- Written by "npm run sql" from src/chat/uploads/archive-queries.ts.

-- archiveRows
insert into chat.archived_attachments (organization_id, attachment_id, file_id, archived_at, attachment)
select a.organization_id, a.id, a.file_id, $1, to_jsonb(a) from chat.attachments a
where a.organization_id = $2 and a.id = any($3::bigint[]);

-- restoreRows: id
with gone as (
  delete from chat.archived_attachments
  where organization_id = $1 and attachment_id = any($2::bigint[]) returning attachment)
insert into chat.attachments
select a.* from gone cross join lateral jsonb_populate_record(null::chat.attachments, gone.attachment) a
returning id;

-- loadArchivedBefore: fileId, id, organizationId
select organization_id as "organizationId", attachment_id as id, file_id as "fileId"
from chat.archived_attachments where archived_at < $1 order by archived_at limit $2;

-- eraseRows
delete from chat.archived_attachments
where organization_id = $1 and attachment_id = any($2::bigint[]);
