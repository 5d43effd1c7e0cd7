import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { type ExportedRow, isInScope, PAGE, type Scope } from './content-queries.ts';

/** A row with the file that lies beside it in the archive; `fileId` null: it has none. */
export interface FileRow extends ExportedRow {
  fileId: string | null;
  fileName: string | null;
  contentType: string | null;
}

/** People and bots after an ID, with their pictures. Addresses that nobody is to see are left out, but for those who consented. */
export function pageOfUsers(reader: Reader, scope: Scope, after: number): Promise<FileRow[]> {
  const { organizationId, consentingIds } = scope;
  return reader.all(sql<FileRow>`
    select e.id, to_jsonb(e) - 'file_id' as row, f.id as "fileId", null::text as "fileName",
      f.content_type as "contentType"
    from (
      select id, case when email_address_visibility <> 4 or id = any(${consentingIds}::bigint[]) then email end as email,
        full_name, role, is_active, bot_type, bot_owner_id, timezone, date_joined, avatar_file_id as file_id
      from chat.users where organization_id = ${organizationId} and id > ${after} order by id limit ${PAGE}) e
    left join platform.files f on f.organization_id = ${organizationId} and f.id = e.file_id
    order by e.id`);
}

/** The organization's own emoji after an ID, also those that are no longer in use. */
export function pageOfEmoji(reader: Reader, { organizationId }: Scope, after: number): Promise<FileRow[]> {
  return reader.all(sql<FileRow>`
    select e.id, to_jsonb(e) - 'file_id' as row, e.file_id as "fileId", null::text as "fileName",
      e.content_type as "contentType"
    from (
      select id, name, author_id, is_animated, is_deactivated, created_at, content_type, file_id
      from chat.realm_emoji where organization_id = ${organizationId} and id > ${after} order by id limit ${PAGE}) e
    order by e.id`);
}

/** Returns the pictures of the organization: icon and logos, numbered. */
export function pageOfRealmPictures(reader: Reader, { organizationId }: Scope, after: number): Promise<FileRow[]> {
  return reader.all(sql<FileRow>`
    select e.id, to_jsonb(e) - 'file_id' as row, e.file_id as "fileId", null::text as "fileName",
      f.content_type as "contentType"
    from (
      select row_number() over (order by kind) as id, kind as picture, file_id from chat.realm_pictures
      where organization_id = ${organizationId} and file_id is not null) e
    join platform.files f on f.organization_id = ${organizationId} and f.id = e.file_id
    where e.id > ${after} order by e.id`);
}

/** Uploads after an ID: those that a message refers to that is written out, and those of people who consented. */
export function pageOfUploads(reader: Reader, scope: Scope, after: number): Promise<FileRow[]> {
  const { organizationId, consentingIds } = scope;
  return reader.all(sql<FileRow>`
    select e.id, to_jsonb(e) - 'file_id' as row, e.file_id as "fileId", e.name as "fileName",
      e.content_type as "contentType"
    from (
      select a.id, a.owner_id, a.name, a.size, a.content_type, a.created_at, a.file_id,
        '/user_uploads/' || a.path_id as address,
        array(select r.message_id from chat.message_attachments r
          join chat.messages m on m.organization_id = r.organization_id and m.id = r.message_id
          where r.organization_id = ${organizationId} and r.attachment_id = a.id and ${isInScope(scope)}
          order by r.message_id) as message_ids
      from chat.attachments a
      where a.organization_id = ${organizationId} and a.id > ${after} and (a.owner_id = any(${consentingIds}::bigint[])
        or exists (select from chat.message_attachments r
          join chat.messages m on m.organization_id = r.organization_id and m.id = r.message_id
          where r.organization_id = ${organizationId} and r.attachment_id = a.id and ${isInScope(scope)}))
      order by a.id limit ${PAGE}) e
    order by e.id`);
}
