/** Text as addresses are compared: no case, no accents, no punctuation, single spaces. */
export function normalize(text: string): string {
  return (
    text
      .normalize('NFKD')
      // Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. In other scripts a mark is a vowel.
      .replaceAll(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g, '')
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[ßøłđðþæœı]/g, (letter) => LETTERS[letter]!)
      .replaceAll(/['’`]/g, '')
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
  );
}

// Letters that Unicode does not take apart.
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** A postal code as codes are compared: `sw1a2aa`, `00590`. */
export const normalizePostalCode = (code: string): string => normalize(code).replaceAll(' ', '');

// Endings and points of the compass that are written out as often as not.
const SHORT: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  boulevard: 'blvd',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  square: 'sq',
  highway: 'hwy',
  parkway: 'pkwy',
  terrace: 'ter',
  circle: 'cir',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  strasse: 'str',
};

/** A street's name as streets are compared: `Wharf Street`, `WHARF ST.` → `wharf st`. */
export function normalizeStreet(street: string): string {
  return normalize(street)
    .split(' ')
    .map((word) => SHORT[word] ?? word.replace(/(?<=.{3})strasse$/, 'str'))
    .join(' ');
}
