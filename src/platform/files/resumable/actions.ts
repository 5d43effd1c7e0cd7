import type { Config } from '../../config.ts';
import type { PlainTx } from '../../db/tx.ts';
import { doForgetFiles, doStoreFile, uploadQuota } from '../files.ts';
import { refuseWithoutRoom } from '../room.ts';
import {
  deleteResumables,
  finishResumable,
  insertResumable,
  loadExpired,
  loadUnfinished,
  lockUnfinished,
} from './queries.ts';
import type { ResumableKey, ResumableUpload } from './resumable-upload.ts';

/** Unfinished ones of an owner at a time. */
const MAX_UNFINISHED = 100;
/** Unfinished ones of an owner together: so many files of the largest size. */
const MAX_LARGEST = 2;
const MIB = 1024 ** 2;

/**
 * Begins an upload in parts, and reserves its size. An owner's unfinished ones are bounded in number and together in size, an
 * organization's by half its quota, and all together by the room on the disk: what was promised to others still comes.
 * @returns false when there is too much that is unfinished
 * @throws {QuotaExceeded} {NoRoomForFiles}
 */
export async function doBeginResumable(
  tx: PlainTx,
  given: Omit<ResumableUpload, 'received' | 'result'>,
  config: Config,
): Promise<boolean> {
  const { organizationId, id, owner, size } = given;
  const quota = uploadQuota({ config });
  const largest = config.resumableUploadLimitMib * MIB;
  await doStoreFile(tx, { organizationId, id, size, contentType: 'application/octet-stream' }, quota);
  // Two that fit one by one do not both pass. Last of the locks: others wait for it, whatever this organization waited for before.
  await lockUnfinished(tx);
  const begun = await loadUnfinished(tx, organizationId, owner);
  if (begun.own >= MAX_UNFINISHED || begun.ownBytes + size > MAX_LARGEST * largest) return false;
  if (quota !== undefined && begun.organizationBytes + size > Math.max(quota / 2, largest)) return false;
  // The whole is put together while its parts still lie there. In a bucket only what is put together lies on the disk.
  const isFolder = config.fileStore === 'folder';
  const promised = isFolder ? 2 * (begun.bytes + size) - begun.received : begun.bytes + size;
  await refuseWithoutRoom(config, promised);
  await insertResumable(tx, given);
  return true;
}

/**
 * Says what an upload became whose last part, from `start` on, has come, and gives up its reservation; false when it
 * became something before, or is gone.
 */
export async function doFinishResumable(
  tx: PlainTx,
  key: ResumableKey,
  start: number,
  result: string,
): Promise<boolean> {
  if (!(await finishResumable(tx, key, start, result))) return false;
  await doForgetFiles(tx, key.organizationId, [key.id]);
  return true;
}

/** Gives up uploads in parts, with what came of them; of a finished one only the memory of it is gone. */
export async function doDeleteResumables(tx: PlainTx, organizationId: string, ids: readonly string[]): Promise<void> {
  const deleted = await deleteResumables(tx, organizationId, ids);
  await doForgetFiles(tx, organizationId, deleted);
}

/** Gives up those that were begun before a time; gives how many. */
export async function doExpireResumables(tx: PlainTx, before: Date, limit: number): Promise<number> {
  const expired = await loadExpired(tx, before, limit);
  for (const [organizationId, own] of Map.groupBy(expired, (each) => each.organizationId))
    await doDeleteResumables(
      tx,
      organizationId,
      own.map(({ id }) => id),
    );
  return expired.length;
}
