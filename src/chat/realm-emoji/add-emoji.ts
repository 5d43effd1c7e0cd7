import { Type } from 'typebox';
import { discardObjects, QuotaExceeded } from '../../platform/files/files.ts';
import { BadPicture } from '../../platform/files/pictures.ts';
import { storePicture } from '../../platform/files/store-picture.ts';
import { emojiCode } from '../emoji/unicode-emoji.ts';
import { anyUser, isAdministrator } from '../http/caller.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { checkMayAddEmoji } from './access.ts';
import { doAddEmoji } from './actions.ts';
import { readEmojiName } from './emoji-name.ts';

const LIMIT_MIB = 5;
/** client: pictures of emoji are shown as wide as a letter is high; this is enough for the finest screens. */
const FORM = { width: 64, height: 64, fit: 'inside' } as const;

export const addEmoji = chatOperation({
  method: 'POST',
  path: '/realm/emoji/:emoji_name',
  summary: "Add an emoji of the organization's own",
  access: anyUser,
  takesFile: true,
  params: { emoji_name: inPath(Type.String({ maxLength: 100 })) },
  answer: {},
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, receiveFile }, params) {
    const { organizationId, userId } = caller;
    await using file = await receiveFile(LIMIT_MIB);
    const name = readEmojiName(params.emoji_name);
    await checkMayAddEmoji(services.state, caller);
    if (emojiCode(name) !== undefined && !isAdministrator(caller))
      throw badRequest('Only administrators can override default emoji.');
    const { database, answers, config } = services;
    const { idempotent } = file;
    let fileId: string | undefined;
    let isKept = false;
    try {
      const picture = await storePicture(services, organizationId, file, FORM);
      fileId = picture.id;
      const quota = config.uploadQuotaMib === 0 ? undefined : config.uploadQuotaMib * 1024 ** 2;
      await database.transaction(async (tx) => {
        if (idempotent && (await answers.claim(tx, idempotent))) return;
        await doAddEmoji(tx, { organizationId, name, authorId: userId, picture }, quota);
        if (idempotent) await answers.store(tx, idempotent, { status: 200, body: '{}' });
        isKept = true;
      });
    } catch (error) {
      isKept = false;
      throw toRefusal(error);
    } finally {
      if (fileId !== undefined && !isKept) await discardObjects(services, organizationId, fileId);
    }
    return {};
  },
});

function toRefusal(error: unknown): unknown {
  if (error instanceof BadPicture) return new ChatError('BAD_IMAGE', error.message);
  if (error instanceof QuotaExceeded)
    return new ChatError('REALM_UPLOAD_QUOTA', 'Upload would exceed your organization’s upload quota.');
  return error;
}
