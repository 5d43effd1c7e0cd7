import { contentTypeOf, PICTURE_TYPES } from '../../platform/files/content-type.ts';
import {
  discardObjects,
  ORIGINAL,
  QuotaExceeded,
  storeObjects,
  uploadQuota,
  usedBytes,
} from '../../platform/files/files.ts';
import { removeLocation } from '../../platform/files/photo-location.ts';
import { BadPicture, readPictureFacts } from '../../platform/files/pictures.ts';
import { BadFileName, safeFileName, shownFileName } from '../../platform/files/safe-name.ts';
import { InfectedFile, ScannerUnavailable, scanFile } from '../../platform/files/scan.ts';
import type { SpooledFile } from '../../platform/files/spool.ts';
import { randomText } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import { realmOf } from '../realms/access.ts';
import type { Attachment } from './attachment.ts';
import { loadRealmNumber } from './queries.ts';

/** An upload that passed every check and whose bytes are in the store; its row is still to be written. */
export type TakenUpload = Omit<Attachment, 'id' | 'createdAt'>;

/**
 * Checks a received file, takes the place out of a photo, puts it into the store and has `keep` write its row; when that fails
 * nothing is left of it.
 * @param reserved bytes of the quota that were set aside for it
 * @throws {ChatError} `BAD_REQUEST` (name, virus), `BAD_IMAGE`, `REALM_UPLOAD_QUOTA`
 */
export async function takeUpload<T>(
  services: Services,
  { organizationId, userId }: Pick<ChatCaller, 'organizationId' | 'userId'>,
  file: SpooledFile,
  givenName: string,
  keep: (upload: TakenUpload) => Promise<T>,
  reserved = 0,
): Promise<T> {
  let fileId: string | undefined;
  try {
    const [name, pathName] = [shownFileName(givenName), safeFileName(givenName)];
    const { reader } = services.database;
    // Before the work; what counts is looked at again with the row.
    const quota = uploadQuota(services);
    if (quota !== undefined && (await usedBytes(reader, organizationId)) - reserved + file.size > quota)
      throw new QuotaExceeded();
    await scanFile(services.config, file.path);
    const contentType = contentTypeOf(file.head, name);
    const picture = PICTURE_TYPES.has(contentType)
      ? { ...(await readPictureFacts(file.path)), preview: 'waiting' as const }
      : null;
    const { settings } = await realmOf(services.state.of(organizationId));
    if (!settings.keep_photo_locations) await removeLocation(file.path, contentType);
    const number = await loadRealmNumber(reader.of(organizationId));
    fileId = await storeObjects(services, organizationId, { [ORIGINAL]: file.path });
    const pathId = `${number}/${randomText(2)}/${randomText(24)}/${pathName}`;
    return await keep({ organizationId, ownerId: userId, fileId, pathId, name, size: file.size, contentType, picture });
  } catch (error) {
    if (fileId !== undefined) await discardObjects(services, organizationId, fileId);
    throw toRefusal(services, error);
  }
}

/** The refusal when the organization's quota is exceeded. */
export function quotaRefusal(): ChatError {
  return new ChatError('REALM_UPLOAD_QUOTA', 'Upload would exceed your organization’s upload quota.');
}

/** The refusal of a file. */
function toRefusal({ log }: Pick<Services, 'log'>, error: unknown): unknown {
  if (error instanceof BadPicture) return new ChatError('BAD_IMAGE', error.message);
  if (error instanceof QuotaExceeded) return quotaRefusal();
  if (error instanceof BadFileName || error instanceof InfectedFile) return badRequest(error.message);
  if (error instanceof ScannerUnavailable) {
    log.warn({ err: error }, 'an upload could not be scanned for viruses');
    return new ChatError('SERVICE_UNAVAILABLE', 'The file could not be checked for viruses; try again later');
  }
  return error;
}
