import { Type } from 'typebox';
import { uploadQuota } from '../../platform/files/files.ts';
import { emojiCode } from '../emoji/unicode-emoji.ts';
import { anyUser, isAdministrator } from '../http/caller.ts';
import { noRight } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { takePicture } from '../uploads/take-picture.ts';
import { checkMayAddEmoji } from './access.ts';
import { doAddEmoji } from './actions.ts';
import { readEmojiName } from './emoji-name.ts';
import { EMOJI_FORM } from './realm-emoji.ts';

const LIMIT_MIB = 5;

export const addEmoji = chatOperation({
  method: 'POST',
  path: '/realm/emoji/:emoji_name',
  summary: 'Add a custom emoji to the organization',
  access: anyUser,
  takesFile: true,
  params: {
    emoji_name: inPath(
      Type.String({
        maxLength: 100,
        description: 'Name of the new emoji, without colons. The picture is the file of the request.',
      }),
    ),
  },
  answer: {},
  errors: ['BAD_IMAGE', 'REALM_UPLOAD_QUOTA'],
  async serve({ services, caller, receiveFile, origin }, params) {
    const { organizationId, userId } = caller;
    await using file = await receiveFile(LIMIT_MIB);
    const name = readEmojiName(params.emoji_name);
    await checkMayAddEmoji(services.state.of(caller.organizationId), caller);
    if (emojiCode(name) !== undefined && !isAdministrator(caller))
      throw noRight('Only administrators can override default emoji.');
    return await takePicture(
      services,
      { organizationId, person: userId, origin },
      file,
      EMOJI_FORM,
      async (tx, picture) => {
        await doAddEmoji(tx, { organizationId, name, authorId: userId, picture }, uploadQuota(services));
        return {};
      },
    );
  },
});
