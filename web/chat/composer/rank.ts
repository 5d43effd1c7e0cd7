/**
 * Returns how well a name fits what was typed: 0 all of it, 1 its start, 2 the start of a word, 3 its initials, 4 within a
 * word; undefined if it does not fit.
 */
export function rankName(query: string, name: string, gap: ' ' | '_' = ' '): number | undefined {
  if (query === '') return 1;
  const [wanted, full] = [folded(query), folded(name)];
  if (full === wanted) return 0;
  if (full.startsWith(wanted)) return 1;
  if (full.includes(gap + wanted)) return 2;
  const words = full.split(/[\s_.,()-]+/);
  if (
    wanted.length > 1 &&
    words.length > 1 &&
    words
      .map((word) => word[0] ?? '')
      .join('')
      .startsWith(wanted)
  )
    return 3;
  return wanted.length > 1 && full.includes(wanted) ? 4 : undefined;
}

/** Names are found without accents too. */
const folds = new Map<string, string>();
const MAX_FOLDS = 50_000;

function folded(text: string): string {
  const known = folds.get(text);
  if (known !== undefined) return known;
  const value = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (folds.size >= MAX_FOLDS) folds.clear();
  folds.set(text, value);
  return value;
}
