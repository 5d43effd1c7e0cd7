import { BUILT_IN_EMOJI } from '../emoji/built-in-emoji.ts';
import { emojiCode, emojiNames, knownEmojiCode } from '../emoji/unicode-emoji.ts';
import { badRequest } from '../http/errors.ts';
import type { Reaction } from '../messages/message.ts';

export type ReactionEmoji = Omit<Reaction, 'userId'>;

/** How a client says which emoji it means; the name alone suffices. */
export interface GivenEmoji {
  emoji_name: string | undefined;
  emoji_code: string | undefined;
  reaction_type: string | undefined;
}

/**
 * The kind of an emoji by any of its names on the wire; without one, of a character.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readReactionType(given: string | undefined): Reaction['reactionType'] {
  switch (given) {
    case undefined:
    case 'unicode_emoji':
      return 'unicode_emoji';
    case 'realm_emoji':
      return given;
    case 'service_extra_emoji':
    case 'zulip_extra_emoji':
      return 'service_extra_emoji';
    default:
      throw badRequest('Invalid emoji type.');
  }
}

/**
 * The emoji of that name.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function emojiNamed(name: string): ReactionEmoji {
  const code = emojiCode(name);
  if (code !== undefined) return { emojiName: name, emojiCode: code, reactionType: 'unicode_emoji' };
  if (name === BUILT_IN_EMOJI)
    return { emojiName: BUILT_IN_EMOJI, emojiCode: BUILT_IN_EMOJI, reactionType: 'service_extra_emoji' };
  throw badRequest(`Emoji '${name}' does not exist`);
}

/**
 * The emoji that a new reaction names. Name and code must belong together.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readEmoji({
  emoji_name: name,
  emoji_code: code,
  reaction_type,
}: GivenEmoji & { emoji_name: string }): ReactionEmoji {
  const reactionType = readReactionType(reaction_type);
  if (code === undefined && reaction_type === undefined) return emojiNamed(name);
  if (reactionType === 'realm_emoji') throw badRequest('Invalid custom emoji.');
  if (reactionType === 'service_extra_emoji') {
    if ((code ?? name) !== BUILT_IN_EMOJI) throw badRequest('Invalid emoji code.');
    if (name !== BUILT_IN_EMOJI) throw badRequest('Invalid emoji name.');
    return { emojiName: BUILT_IN_EMOJI, emojiCode: BUILT_IN_EMOJI, reactionType };
  }
  if (code === undefined) return emojiNamed(name);
  const known = knownEmojiCode(code);
  if (known === undefined) throw badRequest('Invalid emoji code.');
  if (!emojiNames(known)!.includes(name)) throw badRequest('Invalid emoji name.');
  return { emojiName: name, emojiCode: known, reactionType };
}
