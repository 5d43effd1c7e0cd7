import { doImportAvatar } from '../chat/avatars/actions.ts';
import { AVATAR_FORM } from '../chat/avatars/form.ts';
import { doNoteFile, loadImportedIds, NO_UPLOAD } from '../chat/imports/actions.ts';
import { doImportEmoji } from '../chat/realm-emoji/actions.ts';
import { EMOJI_FORM } from '../chat/realm-emoji/realm-emoji.ts';
import type { Tx } from '../platform/db/tx.ts';
import { discardObjects, QuotaExceeded, uploadQuota } from '../platform/files/files.ts';
import { BadPicture, type PictureForm } from '../platform/files/pictures.ts';
import { spool } from '../platform/files/spool.ts';
import { type StoredPicture, storePicture } from '../platform/files/store-picture.ts';
import type { Services } from '../platform/services.ts';
import type { ImportSource, SourcePicture } from './source.ts';

/** Number of the person in whose turn pictures are made: nobody's. */
const NOBODY = 0;

/**
 * Makes emoji and avatars of the archive's pictures, each in a transaction of its own that notes it, so that a run that is
 * killed makes none twice. What is no picture, or has no room, is left out.
 */
export async function writePictures(
  services: Services,
  organizationId: string,
  { emoji = [], avatars = [] }: ImportSource,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (emoji.length + avatars.length === 0) return;
  const ids = await loadImportedIds(services.database.reader.of(organizationId));
  const quota = uploadQuota(services);
  for (const each of emoji) {
    signal?.throwIfAborted();
    if (ids.emoji.has(each.key)) continue;
    const authorId = ids.person.get(each.author ?? '') ?? null;
    const { name, isDeactivated } = each;
    await write('emoji', each, EMOJI_FORM, (tx, picture) =>
      doImportEmoji(tx, { name, authorId, isDeactivated, picture }, quota),
    );
  }
  for (const each of avatars) {
    signal?.throwIfAborted();
    const userId = ids.person.get(each.key);
    if (userId === undefined || ids.avatar.has(each.key)) continue;
    await write('avatar', each, AVATAR_FORM, async (tx, picture) => {
      await doImportAvatar(tx, userId, picture, quota);
      return userId;
    });
  }

  async function write(
    kind: 'emoji' | 'avatar',
    source: SourcePicture,
    form: Pick<PictureForm, 'width' | 'height' | 'fit'>,
    keep: (tx: Tx, picture: StoredPicture) => Promise<number>,
  ): Promise<void> {
    const picture = await store(source, form);
    const note = { kind, sourceId: source.key, targetId: NO_UPLOAD };
    try {
      await services.database.transaction(
        async (tx) => {
          // Another run that has taken it is noticed before anything is kept.
          await doNoteFile(tx, { ...note, before: undefined });
          if (picture) await doNoteFile(tx, { ...note, targetId: await keep(tx, picture), before: NO_UPLOAD });
        },
        { organizationId },
      );
    } catch (error) {
      if (picture) await discardObjects(services, organizationId, picture.id);
      if (!(error instanceof QuotaExceeded)) throw error;
      await services.database.transaction((tx) => doNoteFile(tx, { ...note, before: undefined }), { organizationId });
    }
  }

  /** @returns undefined for what is no picture */
  async function store(
    source: SourcePicture,
    form: Pick<PictureForm, 'width' | 'height' | 'fit'>,
  ): Promise<StoredPicture | undefined> {
    const bytes = await source.fetch();
    if (bytes === undefined) return undefined;
    await using file = await spool(services, piecesOf(bytes), bytes.length);
    return await storePicture(services, { organizationId, person: NOBODY }, file, form).catch((error: unknown) => {
      if (error instanceof BadPicture) return undefined;
      throw error;
    });
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
