import { stat, writeFile } from 'node:fs/promises';
import { contentTypeOf, PICTURE_TYPES } from '../../platform/files/content-type.ts';
import { METADATA, ORIGINAL, type StoredFile, storeObjects } from '../../platform/files/files.ts';
import { BadPicture, separateMetadata } from '../../platform/files/pictures.ts';
import { InfectedFile, scanFile } from '../../platform/files/scan.ts';
import type { SpooledFile } from '../../platform/files/spool.ts';
import type { Services } from '../../platform/services.ts';
import { invalidValue } from '../http/errors.ts';
import { type StagedFile, stageFile } from './staged-file.ts';

/** Maximum size of one picture. */
export const PROOF_LIMIT_MIB = 20;

/** The stored file of a picture that was sent. */
export interface PictureFile extends StoredFile {
  hasMetadata: boolean;
}

/**
 * Checks a received picture, takes its metadata out, and stores both. What the sender says of its type counts for nothing.
 * @throws {DispatchError} 1000 for what is no picture, is broken, or is refused by the virus scanner
 */
export async function receivePicture(
  services: Services,
  organizationId: string,
  received: SpooledFile,
): Promise<StagedFile<PictureFile>> {
  if (!PICTURE_TYPES.has(contentTypeOf(received.head, '')))
    throw invalidValue('The body must be a JPEG, PNG, WebP, AVIF, GIF or TIFF image.');
  const file = await store(services, organizationId, received).catch((error: unknown) => {
    throw error instanceof BadPicture || error instanceof InfectedFile ? invalidValue(error.message) : error;
  });
  return stageFile(services, file);
}

async function store(services: Services, organizationId: string, received: SpooledFile): Promise<PictureFile> {
  await scanFile(services.config, received.path);
  // A driver stands at a door and waits.
  await using clean = await separateMetadata({ organizationId, isUrgent: true }, received);
  const size = (await stat(clean.path)).size;
  const { contentType, metadata } = clean;
  if (!metadata) {
    const id = await storeObjects(services, organizationId, { [ORIGINAL]: clean.path });
    return { organizationId, id, size, contentType, hasMetadata: false };
  }
  // Next to the picture, so that it goes with it.
  const aside = `${clean.path}.exif`;
  await writeFile(aside, metadata, { mode: 0o600 });
  const id = await storeObjects(services, organizationId, { [ORIGINAL]: clean.path, [METADATA]: aside });
  return { organizationId, id, size: size + metadata.length, contentType, hasMetadata: true };
}
