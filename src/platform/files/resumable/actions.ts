import type { Tx } from '../../db/tx.ts';
import { doForgetFiles, doStoreFile } from '../files.ts';
import { countUnfinished, deleteResumables, finishResumable, insertResumable, loadExpired } from './queries.ts';
import type { ResumableKey, ResumableUpload } from './resumable-upload.ts';

/** Unfinished ones of an owner at a time: each reserves its whole size. */
const MAX_UNFINISHED = 100;

/**
 * Begins an upload in parts, and reserves its size; false when its owner has too many unfinished ones.
 * @param quota bytes; undefined: no limit
 * @throws {QuotaExceeded}
 */
export async function doBeginResumable(
  tx: Tx,
  given: Omit<ResumableUpload, 'received' | 'result'>,
  quota: number | undefined,
): Promise<boolean> {
  const { organizationId, id, owner, size } = given;
  await doStoreFile(tx, { organizationId, id, size, contentType: 'application/octet-stream' }, quota);
  if ((await countUnfinished(tx, organizationId, owner)) >= MAX_UNFINISHED) return false;
  await insertResumable(tx, given);
  return true;
}

/**
 * Says what an upload became whose last part, from `start` on, has come, and gives up its reservation; false when it
 * became something before, or is gone.
 */
export async function doFinishResumable(tx: Tx, key: ResumableKey, start: number, result: string): Promise<boolean> {
  if (!(await finishResumable(tx, key, start, result))) return false;
  await doForgetFiles(tx, key.organizationId, [key.id]);
  return true;
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
