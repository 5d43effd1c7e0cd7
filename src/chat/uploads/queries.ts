import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Attachment } from './attachment.ts';

type AttachmentRow = Omit<Attachment, 'picture'> & {
  width: number | null;
  height: number | null;
  frames: number | null;
  preview: 'waiting' | 'made' | 'failed' | null;
};

function selectAttachments(condition: Sql): Sql<AttachmentRow> {
  return sql<AttachmentRow>`
    select a.organization_id as "organizationId", a.id, a.owner_id as "ownerId", a.file_id as "fileId",
      a.path_id as "pathId", a.name, a.size, a.content_type as "contentType", a.created_at as "createdAt",
      a.width, a.height, a.frames, a.preview
    from chat.attachments a where ${condition} order by a.id`;
}

function toAttachment({ width, height, frames, preview, ...row }: AttachmentRow): Attachment {
  if (width === null || height === null || frames === null || preview === null) return { ...row, picture: null };
  return { ...row, picture: { width, height, frames, preview } };
}

export async function loadAttachmentByPath(reader: PlainReader, pathId: string): Promise<Attachment | undefined> {
  const row = await reader.first(selectAttachments(sql`a.path_id = ${pathId}`));
  return row && toAttachment(row);
}

export async function loadAttachmentsByPaths(reader: Reader, paths: readonly string[]): Promise<Attachment[]> {
  const rows = await reader.all(
    selectAttachments(sql`a.organization_id = ${reader.organizationId} and a.path_id = any(${paths}::text[])`),
  );
  return rows.map(toAttachment);
}

export async function loadAttachmentsByIds(reader: Reader, ids: readonly number[]): Promise<Attachment[]> {
  const rows = await reader.all(
    selectAttachments(sql`a.organization_id = ${reader.organizationId} and a.id = any(${ids}::bigint[])`),
  );
  return rows.map(toAttachment);
}

/** As many of a person's newest as an answer may hold. */
export async function loadAttachmentsOf(reader: Reader, ownerId: number, limit: number): Promise<Attachment[]> {
  const { organizationId } = reader;

  const rows = await reader.all(
    selectAttachments(sql`a.organization_id = ${organizationId} and a.id in (
      select n.id from chat.attachments n where n.organization_id = ${organizationId} and n.owner_id = ${ownerId}
      order by n.id desc limit ${limit})`),
  );
  return rows.map(toAttachment);
}

export interface UploadReferenceRow {
  attachmentId: number;
  messageId: number;
  sentAt: Date;
}

/** Loads the messages that refer to uploads, oldest first. */
export function loadReferences(reader: Reader, ids: readonly number[]): Promise<UploadReferenceRow[]> {
  return reader.all(sql<UploadReferenceRow>`
    select r.attachment_id as "attachmentId", r.message_id as "messageId", m.sent_at as "sentAt"
    from chat.message_attachments r
      join chat.messages m on m.organization_id = r.organization_id and m.id = r.message_id
    where r.organization_id = ${reader.organizationId} and r.attachment_id = any(${ids}::bigint[])
    order by r.attachment_id, r.message_id`);
}

/** Messages that refer to an upload, newest first, from before one. */
export async function loadReferringIds(
  reader: Reader,
  attachmentId: number,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select message_id as id from chat.message_attachments
    where organization_id = ${reader.organizationId} and attachment_id = ${attachmentId} and message_id < ${before}
    order by message_id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Whether a message in a channel that is open to the world refers to it. */
export async function isReferredToInPublic(reader: Reader, attachmentId: number): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.message_attachments r
      join chat.messages m on m.organization_id = r.organization_id and m.id = r.message_id
      join chat.channels c on c.organization_id = m.organization_id and c.id = m.channel_id
      join chat.realms o on o.organization_id = r.organization_id
    where r.organization_id = ${reader.organizationId} and r.attachment_id = ${attachmentId}
      and c.is_web_public and not c.is_archived and o.enable_spectator_access limit 1`);
  return row !== undefined;
}

/** The organization's number in addresses. */
export async function loadRealmNumber(reader: Reader): Promise<number> {
  const row = await reader.first(sql<{ number: number }>`
    select number from chat.realms where organization_id = ${reader.organizationId}`);
  return row!.number;
}

export async function insertAttachment(tx: Tx, given: Omit<Attachment, 'id' | 'createdAt'>): Promise<Attachment> {
  const { picture } = given;
  const row = await tx.first(sql<{ id: number }>`
    insert into chat.attachments (organization_id, owner_id, file_id, path_id, name, size, content_type, created_at,
      width, height, frames, preview)
    values (${given.organizationId}, ${given.ownerId}, ${given.fileId}, ${given.pathId}, ${given.name}, ${given.size},
      ${given.contentType}, ${tx.now}, ${picture?.width}, ${picture?.height}, ${picture?.frames}, ${picture?.preview})
    returning id`);
  return { ...given, id: row!.id, createdAt: tx.now };
}

/** Has a message refer to uploads, those that are still there; gives those to which it did not before. */
export async function insertReferences(tx: Tx, messageId: number, ids: readonly number[]): Promise<number[]> {
  const { organizationId } = tx;

  const rows = await tx.all(sql<{ id: number }>`
    with present as materialized (
      -- Locked, so that whoever deletes one meanwhile waits, and is not in the way of the message.
      select id from chat.attachments where organization_id = ${organizationId} and id = any(${ids}::bigint[])
      order by id for key share)
    insert into chat.message_attachments (organization_id, attachment_id, message_id)
    select ${organizationId}, id, ${messageId} from present
    on conflict do nothing returning attachment_id as id`);
  return rows.map(({ id }) => id);
}

/** Ends a message's references but to the given uploads; gives those that it no longer refers to. */
export async function deleteReferences(tx: Tx, messageId: number, but: readonly number[]): Promise<number[]> {
  const rows = await tx.all(sql<{ id: number }>`
    delete from chat.message_attachments
    where organization_id = ${tx.organizationId} and message_id = ${messageId} and attachment_id <> all(${but}::bigint[])
    returning attachment_id as id`);
  return rows.map(({ id }) => id);
}

/** Uploads to which these messages refer, and no others. */
export async function loadReferredToByNone(reader: Reader, messageIds: readonly number[]): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select distinct r.attachment_id as id from chat.message_attachments r
    where r.organization_id = ${reader.organizationId} and r.message_id = any(${messageIds}::bigint[]) and not exists (
      select from chat.message_attachments o
      where o.organization_id = r.organization_id and o.attachment_id = r.attachment_id
        and o.message_id <> all(${messageIds}::bigint[]))
    order by 1`);
  return rows.map(({ id }) => id);
}

/** Deletes uploads; gives those that were still there. */
export function deleteAttachmentRows(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; ownerId: number; fileId: string }[]> {
  return tx.all(sql<{ id: number; ownerId: number; fileId: string }>`
    delete from chat.attachments where organization_id = ${tx.organizationId} and id = any(${ids}::bigint[])
    returning id, owner_id as "ownerId", file_id as "fileId"`);
}

/** Uploads of any organization that no message refers to, from before a time. */
export function loadUnused(
  reader: PlainReader,
  before: Date,
  limit: number,
): Promise<{ organizationId: string; id: number }[]> {
  return reader.all(sql<{ organizationId: string; id: number }>`
    select a.organization_id as "organizationId", a.id from chat.attachments a
    where a.created_at < ${before} and a.organization_id in (select id from platform.open_organizations) and not exists (
      select from chat.message_attachments r
      where r.organization_id = a.organization_id and r.attachment_id = a.id)
    order by a.created_at limit ${limit}`);
}

export async function setPreview(tx: Tx, id: number, preview: 'made' | 'failed'): Promise<boolean> {
  const changed = await tx.run(sql`
    update chat.attachments set preview = ${preview}
    where organization_id = ${tx.organizationId} and id = ${id} and preview = 'waiting'`);
  return changed > 0;
}
