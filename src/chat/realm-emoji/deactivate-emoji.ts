import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { inPath } from '../http/params.ts';
import { accessEmojiToDeactivate } from './access.ts';
import { doDeactivateEmoji } from './actions.ts';

export const deactivateEmoji = chatOperation({
  method: 'DELETE',
  path: '/realm/emoji/:emoji_name',
  summary: 'Deactivate a custom emoji; messages and reactions keep it',
  access: anyUser,
  params: {
    emoji_name: inPath(
      Type.String({ maxLength: 200, description: 'Name of the emoji that people can no longer choose.' }),
    ),
  },
  answer: {},
  async write({ tx, caller }, { emoji_name }) {
    await tx.position();
    const emoji = await accessEmojiToDeactivate(uncachedFacts(tx), caller, emoji_name);
    await doDeactivateEmoji(tx, emoji);
    return {};
  },
});
