import { BUILT_IN_EMOJI } from '../emoji/built-in-emoji.ts';
import { emojiCode, knownEmojiCode } from '../emoji/unicode-emoji.ts';
import { badRequest, type ChatError } from '../http/errors.ts';
import type { RealmEmoji } from './realm-emoji.ts';

/** The emoji of a reaction. */
export interface ReactionEmoji {
  emojiName: string;
  emojiCode: string;
  reactionType: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji';
}

/** Emoji as a client names it; the name alone suffices. */
export interface GivenEmoji {
  emoji_name: string | undefined;
  emoji_code: string | undefined;
  reaction_type: string | undefined;
}

/**
 * The kind of an emoji by any of its names on the wire; without one, of a character.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readReactionType(given: string | undefined): ReactionEmoji['reactionType'] {
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
 * The emoji of that name: the built-in one, one of the organization's own that is in use, or a character.
 * @param own all emoji of the organization's own
 * @throws {ChatError} `BAD_REQUEST`
 */
export function emojiNamed(name: string, own: readonly RealmEmoji[]): ReactionEmoji {
  if (name === BUILT_IN_EMOJI) return builtIn;
  const custom = own.find((each) => each.name === name && !each.isDeactivated);
  return custom ? ownReaction(custom) : characterNamed(name);
}

/**
 * The emoji that a new reaction names. Name and code must belong together.
 * @param own all emoji of the organization's own
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readEmoji(
  { emoji_name: name, emoji_code: code, reaction_type }: GivenEmoji & { emoji_name: string },
  own: readonly RealmEmoji[],
): ReactionEmoji {
  if (code === undefined && reaction_type === undefined) return emojiNamed(name, own);
  switch (readReactionType(reaction_type)) {
    case 'realm_emoji':
      return readOwn(name, code, own);
    case 'service_extra_emoji':
      if ((code ?? name) !== BUILT_IN_EMOJI) throw badRequest('Invalid emoji code.');
      if (name !== BUILT_IN_EMOJI) throw badRequest('Invalid emoji name.');
      return builtIn;
    case 'unicode_emoji':
      return code === undefined ? characterNamed(name) : readCharacter(name, code);
  }
}

const builtIn: ReactionEmoji = {
  emojiName: BUILT_IN_EMOJI,
  emojiCode: BUILT_IN_EMOJI,
  reactionType: 'service_extra_emoji',
};

function characterNamed(name: string): ReactionEmoji {
  const code = emojiCode(name);
  if (code === undefined) throw noSuchEmoji(name);
  return { emojiName: name, emojiCode: code, reactionType: 'unicode_emoji' };
}

function readCharacter(name: string, code: string): ReactionEmoji {
  const known = knownEmojiCode(code);
  if (known === undefined) throw badRequest('Invalid emoji code.');
  if (emojiCode(name) !== known) throw badRequest('Invalid emoji name.');
  return { emojiName: name, emojiCode: known, reactionType: 'unicode_emoji' };
}

function readOwn(name: string, code: string | undefined, own: readonly RealmEmoji[]): ReactionEmoji {
  const custom = own.find((each) =>
    code === undefined ? each.name === name && !each.isDeactivated : String(each.id) === code,
  );
  if (!custom) throw badRequest('Invalid custom emoji.');
  if (custom.name !== name) throw badRequest('Invalid custom emoji name.');
  if (custom.isDeactivated) throw badRequest('This custom emoji has been deactivated.');
  return ownReaction(custom);
}

/** Its code is its ID (spec: chat 2). */
function ownReaction({ id, name }: RealmEmoji): ReactionEmoji {
  return { emojiName: name, emojiCode: String(id), reactionType: 'realm_emoji' };
}

function noSuchEmoji(name: string): ChatError {
  return badRequest(`Emoji '${name}' does not exist`);
}
