import { unicodeEmoji } from '../emoji/unicode-emoji.ts';
import { badRequest } from '../http/errors.ts';
import type { Reaction } from '../messages/message.ts';

export type ReactionEmoji = Omit<Reaction, 'userId'>;

/** How a client says which emoji it means; the name alone suffices. */
export interface GivenEmoji {
  emoji_name: string | undefined;
  emoji_code: string | undefined;
  reaction_type: string | undefined;
}

/** The built-in emoji that is no character: its code is its name (spec: chat 2). */
const EXTRA = 'zulip';

const codesByName = new Map(
  Object.entries(unicodeEmoji).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
);

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
  const emojiCode = codesByName.get(name);
  if (emojiCode !== undefined) return { emojiName: name, emojiCode, reactionType: 'unicode_emoji' };
  if (name === EXTRA) return { emojiName: EXTRA, emojiCode: EXTRA, reactionType: 'service_extra_emoji' };
  throw badRequest(`Emoji '${name}' does not exist`);
}

/**
 * The emoji that a new reaction names. Name and code must belong together; of characters that have no name here, the
 * client's name is taken.
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
    if ((code ?? name) !== EXTRA) throw badRequest('Invalid emoji code.');
    if (name !== EXTRA) throw badRequest('Invalid emoji name.');
    return { emojiName: EXTRA, emojiCode: EXTRA, reactionType };
  }
  if (code === undefined) return emojiNamed(name);
  const names = Object.hasOwn(unicodeEmoji, code) ? unicodeEmoji[code]!.split(' ') : undefined;
  if (names ? !names.includes(name) : codesByName.has(name)) throw badRequest('Invalid emoji name.');
  if (!names && !isEmojiCode(code)) throw badRequest('Invalid emoji code.');
  if (!/^[0-9a-z_+-]{1,100}$/.test(name)) throw badRequest('Invalid emoji name.');
  return { emojiName: name, emojiCode: code, reactionType };
}

/** Whether code points, in hexadecimal and joined by dashes (spec: chat 2), make an emoji. */
function isEmojiCode(code: string): boolean {
  if (!/^[0-9a-f]{4,6}(-[0-9a-f]{4,6}){0,9}$/.test(code)) return false;
  const points = code.split('-').map((hex) => Number.parseInt(hex, 16));
  if (points.some((point) => point > 0x10ffff)) return false;
  const text = String.fromCodePoint(...points);
  // Codes are written with and without the selector that asks for the picture of a character.
  return (
    /^\p{RGI_Emoji}$/v.test(text) || /^\p{RGI_Emoji}$/v.test(`${text}\ufe0f`) || /^\p{Emoji}\ufe0f?\u20e3$/u.test(text)
  );
}
