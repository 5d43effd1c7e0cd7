const LETTER = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that put no blanks between words: there a word may begin and end anywhere. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether no blanks stand between the words of a text. */
export const isWithoutBlanks = (folded: string): boolean => WITHOUT_BLANKS.test(folded);

/**
 * Finds where an alert word stands in a text by itself, not as a part of a longer one or of an address. Both are folded
 * (`foldCase`).
 */
export function* alertWordPlaces(folded: string, word: string): Generator<number> {
  if (word === '') return;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    const before = [...folded.slice(Math.max(0, at - 2), at)].at(-1) ?? ' ';
    const [next = ' '] = folded.slice(at + word.length, at + word.length + 2);
    const [first = ''] = word;
    const last = [...word].at(-1) ?? '';
    if (isEdge(before, first) && isEdge(last, next) && !isInAddress(folded, at)) yield at;
  }
}

/** Whether what stands at a place is the later part of an address with a scheme. */
function isInAddress(text: string, at: number): boolean {
  const scheme = text.lastIndexOf('://', at - 1);
  return scheme >= 0 && !/[\s<>"]/.test(text.slice(scheme, at));
}

/** Whether a word may begin or end between two characters. */
function isEdge(one: string, other: string): boolean {
  return !(LETTER.test(one) && LETTER.test(other)) || (isWithoutBlanks(one) && isWithoutBlanks(other));
}
