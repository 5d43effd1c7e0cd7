import type { Tx } from '../../../platform/db/tx.ts';
import { doForgetFiles, doStoreFile } from '../../../platform/files/files.ts';
import { badRequest } from '../../http/errors.ts';
import { doCreateAttachment } from '../actions.ts';
import type { Attachment } from '../attachment.ts';
import {
  countUnfinished,
  deleteResumables,
  finishResumable,
  insertResumable,
  loadExpired,
  type ResumableUpload,
} from './queries.ts';

/** Unfinished ones of a person at a time: each reserves its whole size. */
const MAX_UNFINISHED = 100;

/**
 * Begins an upload in parts, and reserves its size.
 * @param quota bytes; undefined: no limit
 * @throws {QuotaExceeded} {ChatError} `BAD_REQUEST`
 */
export async function doBeginResumable(
  tx: Tx,
  given: Omit<ResumableUpload, 'received' | 'pathId'>,
  quota: number | undefined,
): Promise<void> {
  const { organizationId, id, ownerId, size } = given;
  await doStoreFile(tx, { organizationId, id, size, contentType: 'application/octet-stream' }, quota);
  if ((await countUnfinished(tx, organizationId, ownerId)) >= MAX_UNFINISHED)
    throw badRequest('There are too many unfinished uploads');
  await insertResumable(tx, given);
}

/**
 * Makes an upload of one whose last part, from `start` on, has come; undefined when that came before, or it is gone.
 * @param quota bytes; undefined: no limit
 * @throws {QuotaExceeded}
 */
export async function doFinishResumable(
  tx: Tx,
  resumable: Pick<ResumableUpload, 'organizationId' | 'id'>,
  start: number,
  given: Omit<Attachment, 'id' | 'createdAt'>,
  quota: number | undefined,
): Promise<Attachment | undefined> {
  const { organizationId, id } = resumable;
  // Locks are taken in the order of whatever else makes an upload: the log first.
  await tx.position(organizationId);
  if (!(await finishResumable(tx, resumable, start, given.pathId))) return undefined;
  await doForgetFiles(tx, organizationId, [id]);
  return doCreateAttachment(tx, given, quota);
}

/** Gives up uploads in parts, with what came of them; of a finished one only the memory of it is gone. */
export async function doDeleteResumables(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  const deleted = await deleteResumables(tx, organizationId, ids);
  await doForgetFiles(tx, organizationId, deleted);
}

/** Gives up those that were begun before a time; gives how many. */
export async function doExpireResumables(tx: Tx, before: Date, limit: number): Promise<number> {
  const expired = await loadExpired(tx, before, limit);
  for (const [organizationId, own] of Map.groupBy(expired, (each) => each.organizationId))
    await doDeleteResumables(
      tx,
      organizationId,
      own.map(({ id }) => id),
    );
  return expired.length;
}
