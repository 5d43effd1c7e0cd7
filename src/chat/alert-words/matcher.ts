import { alertWordPlaces, isWithoutBlanks } from '../../../rules/alert-words.ts';
import { foldCase } from '../../../rules/fold-case.ts';
import { WORD } from '../reading/fold-case.ts';

/** A word or phrase, case folded, and whose it is. */
export interface AlertWord {
  folded: string;
  userIds: readonly number[];
}

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
      if (first === undefined || isWithoutBlanks(word.folded)) this.#anywhere.push(word);
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

/** Whether a word stands in a text by itself. */
function isWholeWord(text: string, word: string): boolean {
  return !alertWordPlaces(text, word).next().done;
}
