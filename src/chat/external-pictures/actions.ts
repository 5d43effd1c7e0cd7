import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { doForgetFiles, doStoreFile } from '../../platform/files/files.ts';
import {
  deleteBeyond,
  deleteFetchedBefore,
  lockStoredExternalPicture,
  type StoredExternalPicture,
  setStoredExternalPicture,
} from './queries.ts';

/** Maximum size of one organization's external pictures; the oldest are deleted first. */
const MAX_KEPT = { bytes: 256 * 1024 ** 2, pictures: 10_000 };

/** Keeps a fetched picture, or that there is none, in the place of what was kept before. */
export async function doKeepExternalPicture(
  tx: Tx,
  addressHash: string,
  picture: StoredExternalPicture,
): Promise<void> {
  const { organizationId } = tx;

  const { fileId: id, contentType } = picture;
  // Rows are locked before the organization's count of bytes, everywhere.
  const old = await lockStoredExternalPicture(tx, addressHash, picture);
  const beyond = await deleteBeyond(tx, { ...MAX_KEPT, but: addressHash });
  // It is nobody's upload, so it takes nothing of the quota.
  if (id !== null) await doStoreFile(tx, { organizationId, id, size: 0, contentType: contentType! }, undefined);
  await setStoredExternalPicture(tx, addressHash, picture);
  await doForgetFiles(tx, organizationId, old === null ? beyond : [old, ...beyond]);
}

/** Deletes what was fetched before a time; gives how many. */
export async function doExpireExternalPictures(tx: PlainTx, before: Date, limit: number): Promise<number> {
  const old = await deleteFetchedBefore(tx, before, limit);
  for (const [organizationId, own] of Map.groupBy(old, (each) => each.organizationId)) {
    const files = own.flatMap(({ fileId }) => fileId ?? []);
    await doForgetFiles(tx, organizationId, files);
  }
  return old.length;
}
