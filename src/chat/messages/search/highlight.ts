import { foldCase } from '../../../../rules/fold-case.ts';
import { escapeHtml } from '../../markdown/escape.ts';
import { isBare, WORD, withoutAccents } from '../../reading/fold-case.ts';

/** The parts of a text to mark: parts anywhere, and whole words. */
export interface Marks {
  /** Folded parts, as `foldCase` gives them; one without accents is found in every form. */
  parts: readonly string[];
  /** Folded words, with their accents or without. */
  words: ReadonlySet<string>;
}

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';
/** A tag, a character reference, or text. Our HTML has no `>` inside attributes: they are escaped. */
const TOKENS = /<[^>]*>|&(?:[a-z]+|#\d+|#x[0-9a-f]+);|[^<&]+|[<&]/gi;
const BREAKS = /^<\/?(?:p|div|li|ul|ol|blockquote|pre|br|h[1-6]|table|tr|td|th|hr)\b/i;
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** The text of rendered HTML, with a line break where a block ends. */
export function textOf(html: string): string {
  return characters(html)
    .map(({ char }) => char)
    .join('');
}

interface Character {
  char: string;
  /** Position in the HTML; -1 for the break between blocks, which has none. */
  start: number;
  end: number;
}

function characters(html: string): Character[] {
  const found: Character[] = [];
  for (const { 0: token, index } of html.matchAll(TOKENS)) {
    if (token.startsWith('<') && token.length > 1) {
      if (BREAKS.test(token)) found.push({ char: '\n', start: -1, end: -1 });
    } else if (token.startsWith('&') && token.length > 1) {
      found.push({
        char: ENTITIES[token.toLowerCase()] ?? decodeReference(token),
        start: index,
        end: index + token.length,
      });
    } else {
      let start = index;
      for (const char of token) {
        found.push({ char, start, end: start + char.length });
        start += char.length;
      }
    }
  }
  return found;
}

function decodeReference(reference: string): string {
  const match = /^&#(x?)([0-9a-f]+);$/i.exec(reference);
  const code = match ? Number.parseInt(match[2]!, match[1] ? 16 : 10) : Number.NaN;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/**
 * HTML with what was found put into `<span class="highlight">`. Only text is wrapped, each piece between two tags by
 * itself, so that the elements stay nested as they were.
 */
export function highlightHtml(html: string, marks: Marks): string {
  const chars = characters(html);
  const marked = markedCharacters(chars, marks);
  let out = '';
  let at = 0;
  for (let i = 0; i < chars.length; i++) {
    if (!marked[i] || chars[i]!.start < 0) continue;
    let last = i;
    while (marked[last + 1] && chars[last + 1]!.start === chars[last]!.end) last++;
    out += `${html.slice(at, chars[i]!.start)}${OPEN}${html.slice(chars[i]!.start, chars[last]!.end)}${CLOSE}`;
    at = chars[last]!.end;
    i = last;
  }
  return out + html.slice(at);
}

/** A topic as HTML, with what was found highlighted. */
export function highlightText(text: string, marks: Marks): string {
  return highlightHtml(escapeHtml(text), marks);
}

function markedCharacters(chars: readonly Character[], { parts, words }: Marks): boolean[] {
  const marked = new Array<boolean>(chars.length).fill(false);
  // Folding may change the number of characters: each folded one remembers its origin, a letter with its accents.
  const exact = new FoldedText();
  const bare = new FoldedText();
  for (let first = 0; first < chars.length; ) {
    let next = first + 1;
    while (next < chars.length && /^\p{M}/u.test(chars[next]!.char)) next++;
    const fold = foldCase(
      chars
        .slice(first, next)
        .map(({ char }) => char)
        .join(''),
    );
    exact.add(fold, { first, next });
    bare.add(withoutAccents(fold), { first, next });
    first = next;
  }
  for (const part of parts) {
    if (part !== '') (isBare(part) ? bare : exact).mark(marked, part);
  }
  if (words.size > 0) {
    for (const folded of [exact, bare]) folded.markWords(marked, words);
  }
  return marked;
}

/** A text that is searched, and where each of its characters comes from. */
class FoldedText {
  #text = '';
  readonly #origin: { first: number; next: number }[] = [];

  add(fold: string, origin: { first: number; next: number }): void {
    this.#text += fold;
    for (let n = 0; n < fold.length; n++) this.#origin.push(origin);
  }

  mark(marked: boolean[], part: string): void {
    const text = this.#text;
    for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + part.length))
      this.#markRange(marked, from, from + part.length);
  }

  markWords(marked: boolean[], words: ReadonlySet<string>): void {
    for (const { 0: word, index } of this.#text.matchAll(WORD))
      if (words.has(word)) this.#markRange(marked, index, index + word.length);
  }

  #markRange(marked: boolean[], from: number, to: number): void {
    for (const { first, next } of this.#origin.slice(from, to)) marked.fill(true, first, next);
  }
}
