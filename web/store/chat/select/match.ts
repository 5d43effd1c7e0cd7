/** A text as it is searched: lower case, without accents. Each line is a name of its own. */
export interface SearchKey {
  text: string;
  /** First letters of the words, of the first line. */
  initials: string;
}

export function searchKey(text: string): SearchKey {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
  const initials = plain
    .split('\n', 1)[0]!
    .split(/[\s\-_.]+/)
    .map((word) => word.charAt(0));
  return { text: plain, initials: initials.join('') };
}

const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const INITIALS = 3;
const SUBSTRING = 4;

/**
 * Rank of a text as a match of the written one; the lower the better, undefined where it does not.
 * @param query as `searchKey` writes it; an empty one matches everything
 */
export function scoreOf({ text, initials }: SearchKey, query: string): number | undefined {
  if (query === '') return PREFIX;
  const at = text.indexOf(query);
  if (at === 0) return text.length === query.length ? EXACT : PREFIX;
  if (at > 0 && text[at - 1] === '\n') return PREFIX;
  if (startsWords(text, query)) return WORD_START;
  if (query.length > 1 && initials.startsWith(query)) return INITIALS;
  return at > 0 ? SUBSTRING : undefined;
}

/** Whether each word of the query starts a word of the text, in the same order: `jo sm` is John Smith. */
function startsWords(text: string, query: string): boolean {
  let from = 0;
  for (const word of query.split(' ')) {
    from = wordStart(text, word, from);
    if (from < 0) return false;
    from += word.length;
  }
  return true;
}

function wordStart(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || /[\s\-_.@(]/.test(text[at - 1]!)) return at;
  return -1;
}
