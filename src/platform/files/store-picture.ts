import { stat } from 'node:fs/promises';
import type { Services } from '../services.ts';
import type { TurnOwner } from '../turns.ts';
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
 * @throws {BadPicture}; {TooManyWaiting}
 */
export async function storePicture(
  services: Services,
  owner: TurnOwner & { organizationId: string },
  file: Pick<SpooledFile, 'path'>,
  form: Pick<PictureForm, 'width' | 'height' | 'fit'>,
): Promise<StoredPicture> {
  await using made = await makePicture(owner, file, form);
  const still = made.stillPath;
  const sizes = [made.path, ...(still ? [still] : [])].map(async (each) => (await stat(each)).size);
  const size = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
  const { organizationId } = owner;
  const { contentType } = made;
  const id = await storeObjects(services, organizationId, {
    [ORIGINAL]: made.path,
    ...(still ? { [STILL]: still } : {}),
  });
  return { organizationId, id, size, contentType, isAnimated: still !== undefined };
}
