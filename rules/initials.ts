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

const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function first(word: string): string {
  const [letter] = LETTERS.segment(word);
  return letter?.segment ?? '';
}

export function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.codePointAt(0)!) % 9973;
  return sum % HUES;
}
