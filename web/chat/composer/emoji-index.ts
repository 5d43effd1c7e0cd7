import { completeEmoji, type EmojiName } from '../../store/chat/select/completion.ts';
import type { RealmEmojiDictionary } from '../../store/wire/chat.ts';

export interface Emoji extends EmojiName {
  /** The characters; undefined for the organization's own ones, which have a picture. */
  glyph?: string;
  picture?: string;
}

/** Looked for often, so offered first among equals. */
const POPULAR = ['+1', 'tada', 'smile', 'heart', 'working_on_it', 'octopus', 'check', 'eyes', 'pray', 'rocket'];

/** Returns all emoji that can be written: the organization's own, then those of Unicode in their customary order. */
export function allEmoji(
  codes: Readonly<Record<string, readonly string[]>>,
  own: RealmEmojiDictionary | undefined,
): Emoji[] {
  const ours = Object.values(own ?? {})
    .filter(({ deactivated }) => !deactivated)
    .map(({ name, still_url, source_url }) => ({ name, picture: still_url ?? source_url }));
  const names = new Set(ours.map(({ name }) => name));
  // Objects have names of digits alone (`2122`, ™) before all others; none of them is one that people look for first.
  const inOrder = Object.entries(codes).sort(([one], [other]) => Number(isDigits(one)) - Number(isDigits(other)));
  const unicode = inOrder.flatMap(([code, given]) => {
    // An own emoji has its name before one of Unicode.
    const [name, ...aliases] = given.filter((each) => !names.has(each));
    return name === undefined ? [] : [{ name, aliases, glyph: glyphOf(code) }];
  });
  return [...ours, ...unicode];
}

const isDigits = (code: string) => /^\d+$/.test(code);

function glyphOf(code: string): string {
  return String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)));
}

/** Returns the best matches of a name: those used recently first, then the popular ones. */
export function findEmoji(all: readonly Emoji[], query: string, recent: readonly string[], most: number): Emoji[] {
  return completeEmoji(query, all, [...recent, ...POPULAR]).items.slice(0, most);
}
