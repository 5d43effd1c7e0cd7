import { wordsOf } from '../../../../rules/words-of.ts';

/**
 * Returns the items whose names match the input, best first: names that begin with it, then names with a word that
 * does, then initials. 10,000 names take less than a frame: the words of a name are read once.
 */
export function findByName<T extends { name: string }>(items: readonly T[], query: string, limit: number): T[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return items.slice(0, limit);
  const ranked: T[][] = [[], [], []];
  for (const item of items) {
    const rank = rankOf(wordsOf(item.name), wanted);
    if (rank !== undefined) ranked[rank]!.push(item);
  }
  return ranked.flat().slice(0, limit);
}

function rankOf(words: readonly string[], wanted: readonly string[]): number | undefined {
  if (words.join(' ').startsWith(wanted.join(' '))) return 0;
  if (wanted.every((each) => words.some((word) => word.startsWith(each)))) return 1;
  const initials = words.map((word) => word[0]).join('');
  return wanted.length === 1 && initials.startsWith(wanted[0]!) ? 2 : undefined;
}
