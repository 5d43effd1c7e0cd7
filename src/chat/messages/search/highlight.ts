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
  return textAndPlaces(html).text;
}

/** A part of a text, from one place in it to another, and where it stands in the HTML. */
interface Piece {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** The text of HTML. Breaks between blocks are of it, but of no piece: they stand nowhere in the HTML. */
function textAndPlaces(html: string): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = '';
  for (const { 0: token, index } of html.matchAll(TOKENS)) {
    if (token.length > 1 && token.startsWith('<')) {
      if (BREAKS.test(token)) text += '\n';
      continue;
    }
    const from = text.length;
    const isReference = token.length > 1 && token.startsWith('&');
    text += isReference ? (ENTITIES[token.toLowerCase()] ?? decodeReference(token)) : token;
    pieces.push({ from, to: text.length, start: index, end: index + token.length });
  }
  return { text, pieces };
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
  const { text, pieces } = textAndPlaces(html);
  const marked = markedPlaces(text, marks);
  if (!marked) return html;
  const ranges: { start: number; end: number }[] = [];
  const add = (start: number, end: number) => {
    const last = ranges.at(-1);
    if (last?.end === start) last.end = end;
    else ranges.push({ start, end });
  };
  let first = marked.indexOf(1);
  for (const { from, to, start, end } of pieces) {
    // A character reference is marked as a whole.
    const isPlain = to - from === end - start;
    // Between two pieces a break may be marked.
    if (first >= 0 && first < from) first = marked.indexOf(1, from);
    while (first >= 0 && first < to) {
      let next = first + 1;
      while (next < to && marked[next] === 1) next++;
      add(isPlain ? start + first - from : start, isPlain ? start + next - from : end);
      first = marked.indexOf(1, next);
    }
  }
  let out = '';
  let at = 0;
  for (const { start, end } of ranges) {
    out += `${html.slice(at, start)}${OPEN}${html.slice(start, end)}${CLOSE}`;
    at = end;
  }
  return out + html.slice(at);
}

/** A topic as HTML, with what was found highlighted. */
export function highlightText(text: string, marks: Marks): string {
  return highlightHtml(escapeHtml(text), marks);
}

/** Ones at the places of a text that are to be marked; undefined if there are none. */
function markedPlaces(text: string, { parts, words }: Marks): Uint8Array | undefined {
  const marked = new Uint8Array(text.length);
  const { exact, bare } = fold(text);
  let isAny = false;
  for (const part of parts) {
    if (part !== '') isAny = mark(marked, isBare(part) ? bare : exact, part) || isAny;
  }
  if (words.size > 0) {
    for (const folded of new Set([exact, bare])) isAny = markWords(marked, folded, words) || isAny;
  }
  return isAny ? marked : undefined;
}

/** A text that is searched, and where each of its characters comes from: without `first`, from the same place. */
interface FoldedText {
  text: string;
  first?: number[];
  next?: number[];
}

/** Letters of which each is folded to one; a letter with its accents is folded as one. */
const LETTERS = /\p{ASCII}+(?!\p{M})|.\p{M}*/gsu;
const ASCII = /^\p{ASCII}*$/u;

/** A text folded with its accents and without: the same text where it has none. */
function fold(text: string): { exact: FoldedText; bare: FoldedText } {
  if (ASCII.test(text)) {
    const folded = { text: foldCase(text) };
    return { exact: folded, bare: folded };
  }
  const exact: Required<FoldedText> = { text: '', first: [], next: [] };
  const bare: Required<FoldedText> = { text: '', first: [], next: [] };
  for (const { 0: letters, index } of text.matchAll(LETTERS)) {
    const folded = foldCase(letters);
    const next = ASCII.test(letters) ? undefined : index + letters.length;
    append(exact, folded, index, next);
    append(bare, next === undefined ? folded : withoutAccents(folded), index, next);
  }
  return { exact, bare };
}

/** @param next where all that is added ends in the text; without it, each character comes from a place of its own */
function append(folded: Required<FoldedText>, added: string, first: number, next: number | undefined): void {
  folded.text += added;
  for (let n = 0; n < added.length; n++) {
    folded.first.push(next === undefined ? first + n : first);
    folded.next.push(next ?? first + n + 1);
  }
}

function mark(marked: Uint8Array, folded: FoldedText, part: string): boolean {
  let isAny = false;
  for (let from = folded.text.indexOf(part); from >= 0; from = folded.text.indexOf(part, from + part.length)) {
    markRange(marked, folded, from, from + part.length);
    isAny = true;
  }
  return isAny;
}

function markWords(marked: Uint8Array, folded: FoldedText, words: ReadonlySet<string>): boolean {
  let isAny = false;
  for (const { 0: word, index } of folded.text.matchAll(WORD)) {
    if (!words.has(word)) continue;
    markRange(marked, folded, index, index + word.length);
    isAny = true;
  }
  return isAny;
}

function markRange(marked: Uint8Array, { first, next }: FoldedText, from: number, to: number): void {
  if (!first || !next) marked.fill(1, from, to);
  // A letter with its accents is marked at once, and once: it may have thousands.
  else for (let n = from; n < to; n++) if (marked[first[n]!] === 0) marked.fill(1, first[n], next[n]);
}
