import { limits } from '../chat/settings/realm-settings.ts';
import { readTopic } from '../chat/topics/topic-name.ts';
import { checkFullName } from '../chat/users/names.ts';
import { lowerKeyOf } from '../platform/db/lower-key.ts';
import { isEmailAddress } from '../platform/people/email.ts';

/** Names that are given once each, in any case. */
export class UniqueNames {
  /** Numbers from which on a name is tried. */
  readonly #taken = new Map<string, number>();

  /** The name, or the name with the first free number behind it, at most `limit` characters. */
  take(name: string, limit: number): string {
    const key = lowerKeyOf(cut(name, limit));
    for (let n = this.#taken.get(key) ?? 1; ; n++) {
      const end = n === 1 ? '' : ` (${n})`;
      const tried = cut(name, limit - end.length) + end;
      const triedKey = lowerKeyOf(tried);
      if (n > 1 && this.#taken.has(triedKey)) continue;
      this.#taken.set(triedKey, 2);
      this.#taken.set(key, n + 1);
      return tried;
    }
  }
}

function cut(name: string, limit: number): string {
  const characters = [...name.slice(0, 2 * limit + 2)];
  return characters.length <= limit ? name : characters.slice(0, limit).join('').trimEnd();
}

/** Characters that a name here cannot have (`checkFullName`). */
const NOT_IN_NAMES = /[[*`\\>"@\u2800\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0e\ufe0f]]/gv;

/** The first of the names that an account can have, without the characters that none can have. */
export function fullNameOf(names: readonly string[], otherwise: string): string {
  for (const name of names) {
    const clean = cut(
      name
        .replaceAll(NOT_IN_NAMES, '')
        .replace(/\|\d+$/, '')
        .trim(),
      limits.maxFullNameLength,
    );
    try {
      return checkFullName(clean);
    } catch {
      // The next one may do.
    }
  }
  return otherwise;
}

/** An address of a mailbox; undefined: it is none. */
export const mailboxOf = (address: string): string | undefined =>
  isEmailAddress(address) && /\.[a-z]{2,}$/i.test(address) ? address : undefined;

/** The name of a channel: one line of characters that can be seen. */
export function channelNameOf(name: string, otherwise: string): string {
  const clean = name.replaceAll(/[\p{Cc}\p{Cn}\p{Cs}*`>]/gu, '').trim();
  return clean === '' ? otherwise : clean;
}

/** A channel's description in one line, as long as one may be. */
export const descriptionOf = (text: string): string =>
  cut(text.replaceAll(/\s+/g, ' ').trim(), limits.maxStreamDescriptionLength);

/** The first words of a text as the name of a topic; empty when it has none. */
export function topicFromText(text: string): string {
  const words = text
    .replaceAll(/[\p{C}*`>[\]]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^✔\s*/, '');
  if ([...words.slice(0, 200)].length <= limits.maxTopicLength) return asTopic(words);
  const start = cut(words, limits.maxTopicLength - 1);
  const end = start.lastIndexOf(' ');
  return asTopic(`${end > 20 ? start.slice(0, end) : start}…`);
}

/** Both names of the empty topic mean that; here they are words. */
function asTopic(topic: string): string {
  return readTopic(topic, { emptyTopicDisplayName: 'general chat' });
}
