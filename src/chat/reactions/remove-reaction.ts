import type { FactSource } from '../../platform/events/facts.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import type { Message } from '../reading/message.ts';
import { realmEmojiOf } from '../realm-emoji/access.ts';
import { emojiNamed, type GivenEmoji, type ReactionEmoji, readReactionType } from '../realm-emoji/emoji-of-reaction.ts';
import { realmHost } from '../settings/address.ts';
import { accessToReact } from './access.ts';
import { doRemoveReaction } from './actions.ts';
import { reactionParams } from './reaction-params.ts';

export const removeReaction = chatOperation({
  method: 'DELETE',
  path: '/messages/:message_id/reactions',
  summary: "Remove the caller's reaction from a message",
  access: anyUser,
  params: reactionParams,
  answer: {},
  errors: ['REACTION_DOES_NOT_EXIST'],
  async write({ tx, services, caller }, { message_id, ...given }) {
    const { organizationId } = caller;
    const { message, channel, user } = await accessToReact(tx, services, caller, message_id);
    const emoji = await ownEmoji(services.state.of(organizationId), message, user.id, given);
    if (!(await doRemoveReaction(tx, { organizationId, message, channel, user, emoji, host: realmHost(services) })))
      throw new ChatError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
    return {};
  },
});

/** The emoji of the reaction that is meant: by its code, by the name it was given with, or by another of its names. */
async function ownEmoji(
  facts: FactSource,
  { reactions }: Message,
  userId: number,
  given: GivenEmoji,
): Promise<ReactionEmoji> {
  const { emoji_name: name, emoji_code: emojiCode } = given;
  const reactionType = readReactionType(given.reaction_type);
  if (emojiCode !== undefined) return { emojiName: name ?? '', emojiCode, reactionType };
  if (name === undefined)
    throw badRequest('At least one of the following arguments must be present: emoji_name, emoji_code');
  const reaction = reactions.find((each) => each.userId === userId && each.emojiName === name);
  return reaction ?? emojiNamed(name, await realmEmojiOf(facts));
}
