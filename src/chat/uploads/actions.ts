import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { doForgetFiles, doStoreFile, usedBytes } from '../../platform/files/files.ts';
import { type ChatEvent, emitChatEvent } from '../events/emit.ts';
import { archiveRows, eraseRows, loadArchivedBefore, restoreRows } from './archive-queries.ts';
import type { Attachment } from './attachment.ts';
import { presentAttachment } from './present.ts';
import {
  deleteAttachmentRows,
  deleteReferences,
  insertAttachment,
  insertReferences,
  loadAttachmentsByIds,
  loadReferences,
  loadReferredToByNone,
} from './queries.ts';

/** The queue of the job in `previews/make-previews.ts`. */
export const MAKE_PREVIEWS = 'make-upload-previews';

/**
 * Makes an upload of a file whose bytes are in the store, and tells its owner.
 * @param quota bytes; undefined: no limit
 * @throws {QuotaExceeded}
 */
export async function doCreateAttachment(
  tx: Tx,
  given: Omit<Attachment, 'id' | 'createdAt'>,
  quota: number | undefined,
): Promise<Attachment> {
  const { organizationId, fileId, size, contentType } = given;
  await tx.position();
  await doStoreFile(tx, { organizationId, id: fileId, size, contentType }, quota);
  const attachment = await insertAttachment(tx, given);
  if (attachment.picture) tx.enqueue({ queue: MAKE_PREVIEWS, data: { organizationId, id: attachment.id } });
  await emitToOwners(tx, 'add', [attachment]);
  return attachment;
}

/**
 * Makes an upload of a file whose bytes are in the store, and notifies nobody: its organization is being imported.
 * @throws {QuotaExceeded}
 */
export async function doImportAttachment(
  tx: Tx,
  given: Omit<Attachment, 'id' | 'createdAt'>,
  quota: number | undefined,
): Promise<Attachment> {
  const { organizationId, fileId, size, contentType } = given;
  await tx.position();
  await doStoreFile(tx, { organizationId, id: fileId, size, contentType }, quota);
  const attachment = await insertAttachment(tx, given);
  if (attachment.picture) tx.enqueue({ queue: MAKE_PREVIEWS, data: { organizationId, id: attachment.id } });
  return attachment;
}

/** Makes a message refer to uploads, and emits it to their owners; its readers may have them from now on. */
export async function doReferToAttachments(tx: Tx, messageId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const added = await insertReferences(tx, messageId, ids);
  await emitToOwners(tx, 'update', await loadAttachmentsByIds(tx, added));
}

/**
 * Has an edited message refer to these uploads and no others.
 * @returns those that are the editor's own and to which no message refers any more, as they are told on the wire
 */
export async function doUpdateReferences(
  tx: Tx,
  editorId: number,
  messageId: number,
  ids: readonly number[],
): Promise<ReturnType<typeof presentAttachment>[]> {
  const removed = await deleteReferences(tx, messageId, ids);
  await doReferToAttachments(tx, messageId, ids);
  if (removed.length === 0) return [];
  const attachments = await loadAttachmentsByIds(tx, removed);
  await emitToOwners(tx, 'update', attachments);
  const references = await loadReferences(tx, removed);
  return attachments
    .filter(({ id, ownerId }) => ownerId === editorId && !references.some(({ attachmentId }) => attachmentId === id))
    .map((attachment) => presentAttachment(attachment, []));
}

/** Deletes what only these messages refer to. To be called before they are deleted. */
export async function doDeleteAttachmentsOfMessages(tx: Tx, messageIds: readonly number[]): Promise<void> {
  await doDeleteAttachments(tx, await loadReferredToByNone(tx, messageIds));
}

/** Deletes uploads; messages that refer to them keep a link that leads nowhere. */
export async function doDeleteAttachments(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await deleteAttachmentRows(tx, ids);
  if (deleted.length === 0) return;
  await doForgetFiles(
    tx,
    tx.organizationId,
    deleted.map(({ fileId }) => fileId),
  );
  await emitRemovalToOwners(tx, deleted);
}

async function emitRemovalToOwners(tx: Tx, deleted: readonly { id: number; ownerId: number }[]): Promise<void> {
  const { organizationId } = tx;

  const upload_space_used = await usedBytes(tx, organizationId);
  for (const { id, ownerId } of deleted) {
    const event: ChatEvent = { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used };
    emitChatEvent(tx, organizationId, [`user:${ownerId}`], event, { state: false });
  }
}

/**
 * Puts aside what only these messages refer to: nobody has it any more, but its file stays. To be called before the
 * messages are deleted.
 */
export async function doArchiveAttachmentsOfMessages(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const ids = await loadReferredToByNone(tx, messageIds);
  if (ids.length === 0) return;
  await archiveRows(tx, ids);
  await emitRemovalToOwners(tx, await deleteAttachmentRows(tx, ids));
}

/** Brings uploads back that were put aside, and tells their owners; others are left alone. */
export async function doRestoreAttachments(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const restored = await restoreRows(tx, ids);
  await emitToOwners(tx, 'add', await loadAttachmentsByIds(tx, restored));
}

/** Deletes the files of uploads that were put aside before a time; gives how many. */
export async function doEraseArchivedAttachments(tx: PlainTx, before: Date, limit: number): Promise<number> {
  const old = await loadArchivedBefore(tx, before, limit);
  for (const [organizationId, own] of Map.groupBy(old, (each) => each.organizationId)) {
    const ids = own.map(({ id }) => id);
    await eraseRows(tx.of(organizationId), ids);
    const files = own.map(({ fileId }) => fileId);
    await doForgetFiles(tx, organizationId, files);
  }
  return old.length;
}

async function emitToOwners(tx: Tx, op: 'add' | 'update', attachments: readonly Attachment[]): Promise<void> {
  if (attachments.length === 0) return;
  const { organizationId } = attachments[0]!;
  const upload_space_used = await usedBytes(tx, organizationId);
  const references =
    op === 'add'
      ? []
      : await loadReferences(
          tx,
          attachments.map(({ id }) => id),
        );
  for (const attachment of attachments) {
    const presented = presentAttachment(attachment, references);
    const event: ChatEvent = { type: 'attachment', op, attachment: presented, upload_space_used };
    emitChatEvent(tx, organizationId, [`user:${attachment.ownerId}`], event, { state: false });
  }
}
