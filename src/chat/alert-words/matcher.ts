import { foldCase, WORD } from '../reading/fold-case.ts';

/** A word or phrase, case folded, and whose it is. */
export interface AlertWord {
  folded: string;
  userIds: readonly number[];
}

const LETTER = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that put no blanks between words: there a word may begin and end anywhere. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Finds whose words a text has. Words are looked up by the first word in them, so that a text costs by its own length
 * and not by how many words people wait for.
 */
export class AlertMatcher {
  readonly #byFirstWord = new Map<string, AlertWord[]>();
  /** Alert words that no word of a text leads to: symbols, and scripts without spaces. */
  readonly #anywhere: AlertWord[] = [];

  constructor(words: readonly AlertWord[]) {
    for (const word of words) {
      const [first] = word.folded.match(WORD) ?? [];
      if (first === undefined || WITHOUT_BLANKS.test(word.folded)) this.#anywhere.push(word);
      else {
        const known = this.#byFirstWord.get(first);
        if (known) known.push(word);
        else this.#byFirstWord.set(first, [word]);
      }
    }
  }

  /** IDs of the people of whose words the text has one, ascending. */
  find(text: string): number[] {
    if (this.#byFirstWord.size + this.#anywhere.length === 0) return [];
    const folded = foldCase(text);
    const found = new Set<number>();
    const look = (word: AlertWord) => {
      if (isWholeWord(folded, word.folded)) for (const userId of word.userIds) found.add(userId);
    };
    for (const first of new Set(folded.match(WORD))) this.#byFirstWord.get(first)?.forEach(look);
    this.#anywhere.forEach(look);
    return [...found].sort((a, b) => a - b);
  }
}

/** Whether a word stands in a text by itself, not as a part of a longer one or of an address. */
function isWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ' ';
    const [next = ' '] = text.slice(at + word.length, at + word.length + 2);
    const [first = ''] = word;
    const last = [...word].at(-1) ?? '';
    if (isEdge(before, first) && isEdge(last, next) && !isInAddress(text, at)) return true;
  }
  return false;
}

/** Whether what stands at a place is the later part of an address with a scheme. */
function isInAddress(text: string, at: number): boolean {
  const scheme = text.lastIndexOf('://', at - 1);
  return scheme >= 0 && !/[\s<>"]/.test(text.slice(scheme, at));
}

/** Whether a word may begin or end between two characters. */
function isEdge(one: string, other: string): boolean {
  return !(LETTER.test(one) && LETTER.test(other)) || (WITHOUT_BLANKS.test(one) && WITHOUT_BLANKS.test(other));
}
