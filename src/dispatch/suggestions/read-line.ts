/** An address of one line, as far as somebody has typed it. */
export interface AddressLine {
  street: string;
  number: string;
  postalCode: string;
  city: string;
  /** Beginnings of `street number city` that are looked for among the organization's own addresses. */
  beginnings: readonly string[];
  /** Words, or beginnings of words, that must be in these as well. */
  words: readonly string[];
}

// `Hauptstr. 12`, `Hauptstr. 12 a`, `Hauptstr. 12 10115 Ber`; the number of a German address follows its street.
const TRAILING = /^(\S*\p{L}.*?)\s+(\d{1,4}\s?\p{L}?(?:[/-]\d\w{0,5})?)(?:\s+(\S.*))?$/u;
// `543 Wharf St`
const LEADING = /^(\d{1,5}[\p{L}\d/-]{0,6})\s+(\p{L}.*)$/u;
/** Beginnings of `543 Wharf St San Francisco` at most, which has no comma between street and city. */
const MAX_WORDS = 5;

/** Reads the beginning of an address; what is not there yet is empty. */
export function readAddressLine(typed: string): AddressLine {
  const [first = '', ...others] = typed.split(/[,;\n]/).map((element) => element.trim());
  const leading = LEADING.exec(first);
  const trailing = leading ? null : TRAILING.exec(first);
  const number = leading?.[1] ?? trailing?.[2] ?? '';
  const street = leading?.[2] ?? trailing?.[1] ?? first;
  const rest = [trailing?.[3] ?? '', ...others].join(' ').split(/\s+/).filter(Boolean);
  const postalCode = rest.find((word) => /\d/.test(word)) ?? '';
  const city = rest.filter((word) => word !== postalCode).join(' ');
  const beginnings = beginningsOf(street, number, leading !== null);
  return { street, number, postalCode, city, beginnings, words: [...(leading ? [number] : []), ...rest] };
}

function beginningsOf(street: string, number: string, isNumberFirst: boolean): string[] {
  if (number === '') return [withShortStreet(street)];
  if (!isNumberFirst) return [`${street} ${number}`];
  const words = street.split(/\s+/).slice(0, MAX_WORDS);
  return [street, ...words.map((_word, index) => `${words.slice(0, index + 1).join(' ')} ${number}`)];
}

/** A word that may become `…straße` is looked for as `…str`, which is how streets are compared. */
function withShortStreet(street: string): string {
  return street.replace(/str(?:a(?:s(?:s(?:e)?)?|ß(?:e)?)?)?$/i, 'str');
}
