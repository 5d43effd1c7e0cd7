import type { Tx } from '../../platform/db/tx.ts';
import { doForgetFiles } from '../../platform/files/files.ts';
import { BadPicture } from '../../platform/files/pictures.ts';
import { InfectedFile, scanFile } from '../../platform/files/scan.ts';
import type { SpooledFile } from '../../platform/files/spool.ts';
import { type StoredPicture, storePicture } from '../../platform/files/store-picture.ts';
import type { Services } from '../../platform/services.ts';
import type { ActionContext } from '../http/caller.ts';
import { invalidValue } from '../http/errors.ts';
import { type StagedFile, stageFile } from '../uploads/staged-file.ts';
import type { WorkerRow } from './access.ts';
import { auditWorker, doEmitUpdate } from './actions.ts';
import { savePicture } from './queries.ts';

/** Below it lie the workers' pictures. */
export const WORKER_PICTURES = '/worker-pictures';
/** Maximum size of an uploaded picture. */
export const PICTURE_LIMIT = { limitMib: 5 };
const FORM = { width: 512, height: 512, fit: 'cover' } as const;

/**
 * Checks a picture that was sent, brings it to its size without any metadata, and stores it.
 * @throws {DispatchError} 1000 for what is no picture
 */
export async function receiveWorkerPicture(
  services: Services,
  organizationId: string,
  file: SpooledFile,
): Promise<StagedFile<StoredPicture>> {
  try {
    await scanFile(services.config, file.path);
    return stageFile(services, await storePicture(services, { organizationId }, file, FORM));
  } catch (error) {
    throw error instanceof BadPicture || error instanceof InfectedFile ? invalidValue(error.message) : error;
  }
}

/** Gives a worker, who is locked, another picture. */
export async function doSetPicture(
  tx: Tx,
  worker: WorkerRow,
  picture: StagedFile<StoredPicture>,
  { publicUrl, by }: { publicUrl: string; by: ActionContext },
): Promise<WorkerRow> {
  await picture.keep(tx);
  const { id, contentType } = picture.file;
  const path = `${WORKER_PICTURES}/${id}.${contentType.replace('image/', '')}`;
  return replace(tx, worker, { id, path }, { publicUrl, by });
}

/** Takes the picture of a worker, who is locked, away. */
export async function doRemovePicture(
  tx: Tx,
  worker: WorkerRow,
  event: { publicUrl: string; by: ActionContext },
): Promise<void> {
  if (worker.imagePath !== null) await replace(tx, worker, null, event);
}

async function replace(
  tx: Tx,
  worker: WorkerRow,
  picture: { id: string; path: string } | null,
  { publicUrl, by }: { publicUrl: string; by: ActionContext },
): Promise<WorkerRow> {
  const { organizationId, id, pictureFileId } = worker;
  await savePicture(tx, id, picture, by);
  auditWorker(tx, picture ? 'worker.picture_set' : 'worker.picture_removed', worker, worker);
  await doForgetFiles(tx, organizationId, pictureFileId === null ? [] : [pictureFileId]);
  return doEmitUpdate(tx, id, publicUrl, by);
}
