import type { Origin } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { discardObjects, QuotaExceeded } from '../../platform/files/files.ts';
import { BadPicture, type PictureForm } from '../../platform/files/pictures.ts';
import { type StoredPicture, storePicture } from '../../platform/files/store-picture.ts';
import type { IdempotentRequest } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import { ChatError } from '../http/errors.ts';
import type { NamedFile, ReceivedFile } from '../http/receive-file.ts';
import { quotaRefusal } from './take-upload.ts';

type PictureSize = Pick<PictureForm, 'width' | 'height' | 'fit'>;

/** Owner of the picture, and its sender. */
interface TakenBy {
  /** Person for the fair queue: turns within an organization go round by person. */
  person: number;
  organizationId: string;
  origin: Origin;
}

/**
 * Brings a received picture into its form, stores it and has `keep` write what refers to it; when that fails, or the
 * request was answered before under its `Idempotency-Key`, nothing is left of it.
 * @throws {ChatError} `BAD_IMAGE`, `REALM_UPLOAD_QUOTA`
 */
export function takePicture<Answer extends object>(
  services: Services,
  by: TakenBy,
  file: ReceivedFile,
  form: PictureSize,
  keep: (tx: Tx, picture: StoredPicture) => Promise<Answer>,
): Promise<Answer> {
  return takeWithPicture(services, by, { file, idempotent: file.idempotent }, form, (tx, picture) =>
    keep(tx, picture!),
  );
}

/** As `takePicture`, for a request that may come without one. */
export async function takeWithPicture<Answer extends object>(
  services: Services,
  { organizationId, person, origin }: TakenBy,
  { file, idempotent }: { file: Pick<NamedFile, 'path'> | undefined; idempotent: IdempotentRequest | undefined },
  form: PictureSize,
  keep: (tx: Tx, picture: StoredPicture | null) => Promise<Answer>,
): Promise<Answer> {
  const { database, answers } = services;
  let unkept: string | undefined;
  try {
    const picture = file ? await storePicture(services, { organizationId, person }, file, form) : null;
    unkept = picture?.id;
    const { answer, isStored } = await database.transaction(
      async (tx) => {
        const earlier = idempotent && (await answers.claim(tx, idempotent));
        if (earlier) return { answer: JSON.parse(earlier.body) as Answer, isStored: false };
        const answer = await keep(tx, picture);
        if (idempotent) await answers.store(tx, idempotent, { status: 200, body: JSON.stringify(answer) });
        return { answer, isStored: true };
      },
      { organizationId, takesLog: true, origin },
    );
    if (isStored) unkept = undefined;
    return answer;
  } catch (error) {
    if (error instanceof BadPicture) throw new ChatError('BAD_IMAGE', error.message);
    if (error instanceof QuotaExceeded) throw quotaRefusal();
    throw error;
  } finally {
    if (unkept !== undefined) await discardObjects(services, organizationId, unkept);
  }
}
