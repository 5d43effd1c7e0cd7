import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { doForgetFiles } from '../../platform/files/files.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import { bindUploads, deleteUnbound, insertUpload, lockUploads, type UploadRow } from './queries.ts';
import type { PictureFile } from './received-picture.ts';
import type { StagedFile } from './staged-file.ts';

/**
 * Keeps a picture that a worker's device sent.
 * @throws {DispatchError} 1000 when the organization's files have no room left
 */
export async function doStoreUpload(
  tx: Tx,
  upload: Pick<UploadRow, 'organizationId' | 'id' | 'workerId'>,
  picture: StagedFile<PictureFile>,
): Promise<void> {
  await picture.keep(tx);
  const { id: fileId, contentType, size, hasMetadata } = picture.file;
  await insertUpload(tx, { ...upload, fileId, contentType, size, hasMetadata });
}

/**
 * Binds uploads of a worker's own to a task. Bound before to the same task they stay so.
 * @throws {DispatchError} 1402 for what is no upload of the worker's, 1000 for one of another task
 */
export async function doBindUploads(tx: Tx, workerId: string, taskId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = new Map((await lockUploads(tx, ids)).map((row) => [row.id, row]));
  for (const id of ids) {
    const upload = found.get(id);
    if (upload?.workerId !== workerId) throw notFound(`There is no upload ${id}.`);
    if (upload.taskId !== null && upload.taskId !== taskId)
      throw invalidValue(`The upload ${id} belongs to another task.`);
  }
  await bindUploads(tx, ids, taskId);
}

/** Forgets uploads that no task came to have, at most `limit`; gives how many. */
export async function doForgetUnbound(tx: PlainTx, before: Date, limit: number): Promise<number> {
  const gone = await deleteUnbound(tx, before, limit);
  for (const [organizationId, own] of Map.groupBy(gone, (row) => row.organizationId)) {
    const files = own.map((row) => row.fileId);
    await doForgetFiles(tx, organizationId, files);
  }
  return gone.length;
}
