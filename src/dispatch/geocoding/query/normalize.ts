/** Text as addresses are compared: no case, no accents, no punctuation, single spaces. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

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
