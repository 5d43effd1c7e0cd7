import type { RealmEmojiDictionary } from '../../store/wire/chat.ts';
import { rankName } from './rank.ts';

export interface Emoji {
  /** The name that is written between colons. */
  name: string;
  /** All its names; people look for it by any of them. */
  names: readonly string[];
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
    .map(({ name, still_url, source_url }) => ({ name, names: [name], picture: still_url ?? source_url }));
  const names = new Set(ours.map(({ name }) => name));
  const unicode = Object.entries(codes).flatMap(([code, given]) => {
    // An own emoji has its name before one of Unicode.
    const free = given.filter((name) => !names.has(name));
    return free.length > 0 ? [{ name: free[0]!, names: free, glyph: glyphOf(code) }] : [];
  });
  return [...ours, ...unicode];
}

function glyphOf(code: string): string {
  return String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)));
}

/** Returns the best matches of a name: those used recently first, then the popular ones. */
export function findEmoji(all: readonly Emoji[], query: string, recent: readonly string[], max: number): Emoji[] {
  const wanted = query
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replace(/^_/, '');
  const found: { emoji: Emoji; score: number }[] = [];
  for (const emoji of all) {
    let best: number | undefined;
    for (const name of emoji.names) {
      const rank = query === '+1' || query === '-1' ? (name === query ? 0 : undefined) : rankName(wanted, name, '_');
      if (rank !== undefined && (best === undefined || rank < best)) best = rank;
    }
    if (best === undefined) continue;
    const used = recent.indexOf(emoji.name);
    const popular = POPULAR.indexOf(emoji.name);
    const bonus = used >= 0 ? used / 100 : popular >= 0 ? 0.5 + popular / 100 : 0.9;
    found.push({ emoji, score: best + bonus });
  }
  return found
    .sort((a, b) => a.score - b.score)
    .slice(0, max)
    .map(({ emoji }) => emoji);
}
