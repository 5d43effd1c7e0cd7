import { alertWordPlaces } from '../../../../rules/alert-words.ts';
import { foldCase } from '../../../../rules/fold-case.ts';

/** Parts in which nothing is marked: formulas, and what the page added. */
const WITHOUT = '.katex, math, button, .code-tools';

/**
 * Marks the reader's alert words within a message: by the rule that the server alerts by, in texts alone, so that no
 * element is broken.
 */
export function markAlertWords(content: DocumentFragment, words: readonly string[]): void {
  if (words.length === 0) return;
  const folded = words.map(foldCase);
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) if (!text.parentElement?.closest(WITHOUT)) markIn(text, folded);
}

function markIn(text: Text, words: readonly string[]): void {
  let rest = text;
  let passed = 0;
  for (const { from, to } of alertRanges(text.data, words)) {
    const word = rest.splitText(from - passed);
    rest = word.splitText(to - from);
    passed = to;
    const mark = document.createElement('mark');
    mark.className = 'alert-word';
    word.replaceWith(mark);
    mark.append(word);
  }
}

interface TextRange {
  from: number;
  to: number;
}

/** Returns where alert words stand in a text, in order; of those that overlap the first, and of those the longest. */
export function alertRanges(text: string, words: readonly string[]): TextRange[] {
  const { folded, places } = foldedWithPlaces(text);
  const found = words.flatMap((word) =>
    [...alertWordPlaces(folded, word)].map((at) => ({ from: places[at]!, to: places[at + word.length]! })),
  );
  found.sort((one, other) => one.from - other.from || other.to - one.to);
  const apart: TextRange[] = [];
  for (const range of found) if (range.from >= (apart.at(-1)?.to ?? 0) && range.to > range.from) apart.push(range);
  return apart;
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Folds a text, and notes for each place of the folded one where it comes from: folding may change the length. */
function foldedWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  for (const { segment, index } of characters.segment(text)) {
    const own = foldCase(segment);
    for (let n = 0; n < own.length; n++) places.push(n === 0 ? index : index + segment.length);
    folded += own;
  }
  places.push(text.length);
  return { folded, places };
}
