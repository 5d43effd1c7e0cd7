import { anyUser } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import type { Message, Reaction } from '../reading/message.ts';
import { realmEmojiOf } from '../realm-emoji/access.ts';
import { readEmoji, readReactionType } from '../realm-emoji/emoji-of-reaction.ts';
import { realmHost } from '../settings/address.ts';
import { accessToReact } from './access.ts';
import { doAddReaction } from './actions.ts';
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
    const { message, channel, user } = await accessToReact(tx, services, caller, message_id);
    const { emoji_code: code } = given;
    // A joined reaction keeps its name.
    const joined = code === undefined ? undefined : reactionWith(message, code, readReactionType(given.reaction_type));
    const emoji = joined ?? readEmoji(given, await realmEmojiOf(services.state.of(organizationId)));
    if (!(await doAddReaction(tx, { organizationId, message, channel, user, emoji, host: realmHost(services) })))
      throw new ChatError('REACTION_ALREADY_EXISTS', 'Reaction already exists.');
    return {};
  },
});

/** The first reaction to a message with an emoji, whoever gave it. */
function reactionWith({ reactions }: Message, code: string, type: Reaction['reactionType']): Reaction | undefined {
  return reactions.find(({ emojiCode, reactionType }) => emojiCode === code && reactionType === type);
}
