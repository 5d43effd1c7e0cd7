import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { realmEmojiOf } from '../realm-emoji/access.ts';
import { realmHost } from '../settings/address.ts';
import { accessToReact } from './access.ts';
import { doAddReaction } from './actions.ts';
import { readEmoji, readReactionType } from './emoji-of-reaction.ts';
import { findReactionWith } from './queries.ts';
import { emojiName, reactionParams } from './reaction-params.ts';

export const addReaction = chatOperation({
  method: 'POST',
  path: '/messages/:message_id/reactions',
  summary: 'React to a message with an emoji',
  access: anyUser,
  params: { ...reactionParams, emoji_name: emojiName },
  answer: {},
  errors: ['REACTION_ALREADY_EXISTS'],
  async write({ tx, services, caller }, { message_id, ...given }) {
    const { organizationId } = caller;
    const { message, channel, user } = await accessToReact(tx, caller, message_id);
    const { emoji_code: emojiCode } = given;
    // Whoever joins a reaction joins it under the name that it has.
    const joined =
      emojiCode === undefined
        ? undefined
        : await findReactionWith(tx, organizationId, message.id, {
            emojiCode,
            reactionType: readReactionType(given.reaction_type),
          });
    const emoji = joined ?? readEmoji(given, await realmEmojiOf(uncachedFacts(tx), organizationId));
    if (!(await doAddReaction(tx, { organizationId, message, channel, user, emoji, host: realmHost(services) })))
      throw new ChatError('REACTION_ALREADY_EXISTS', 'Reaction already exists.');
    return {};
  },
});
