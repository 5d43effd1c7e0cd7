import { stat } from 'node:fs/promises';
import type { Services } from '../services.ts';
import { ORIGINAL, type StoredFile, storeObjects } from './files.ts';
import { makePicture, type PictureForm } from './pictures.ts';
import type { SpooledFile } from './spool.ts';

/** Name of the object that is the still of an animated picture. */
export const STILL = 'still.png';

/** A picture whose bytes are in the store; its row is still to be written (`doStoreFile`). */
export interface StoredPicture extends StoredFile {
  /** Whether it moves: then `STILL` lies next to it. */
  isAnimated: boolean;
}

/**
 * Takes a received picture, checks it, strips its metadata, brings it to a size and puts it into the store. To be called
 * before the transaction that keeps it with `doStoreFile`; when that fails, `discardObjects` takes it away.
 * @throws {BadPicture}
 */
export async function storePicture(
  services: Services,
  organizationId: string,
  file: Pick<SpooledFile, 'path'>,
  form: Pick<PictureForm, 'width' | 'height' | 'fit'>,
): Promise<StoredPicture> {
  await using made = await makePicture(file, form);
  const still = made.stillPath;
  const sizes = [made.path, ...(still ? [still] : [])].map(async (each) => (await stat(each)).size);
  const size = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
  const { contentType } = made;
  const id = await storeObjects(services, organizationId, {
    [ORIGINAL]: made.path,
    ...(still ? { [STILL]: still } : {}),
  });
  return { organizationId, id, size, contentType, isAnimated: still !== undefined };
}
