import { type AddressInput, cleanAddress } from './address.ts';
import { countryCode } from './countries.ts';
import { normalize, normalizeStreet } from './normalize.ts';

/** An address made ready to be looked up. */
export interface Question {
  /** The parts as given, or as read from `unparsed`. */
  parts: Partial<Record<Exclude<keyof AddressInput, 'unparsed'>, string>>;
  /** One line for who takes free text. */
  text: string;
  /** Code of the country that the address names. */
  country: string | undefined;
  /** Code of the organization's country: where a name stands for several places, this one is meant. */
  homeCountry: string;
  /** For an unparsed address its elements, from the last: any of them may be the city. */
  cities: string[];
  /** What two spellings of one address have in common. */
  key: string;
}

/** Reads an address as given. `unparsed` outweighs every part but name and apartment (spec: dispatch 2). */
export function readQuestion(given: AddressInput, homeCountry: string): Question {
  const { unparsed, ...clean } = cleanAddress(given);
  const parts = unparsed ? { ...parse(unparsed), ...pick(clean) } : clean;
  const { number, street, city, state, postalCode } = parts;
  const line = [[number, street].filter(Boolean).join(' '), city, [state, postalCode].filter(Boolean).join(' ')];
  const country = parts.country ? countryCode(parts.country) : undefined;
  const elements = unparsed?.split(',').map((element) => element.trim()) ?? [];
  return {
    parts,
    text: unparsed ?? [...line, parts.country].filter(Boolean).join(', '),
    country,
    homeCountry,
    cities: unparsed ? elements.slice(elements.length > 1 ? 1 : 0).reverse() : city ? [city] : [],
    key: [
      normalize(number ?? ''),
      normalizeStreet(street ?? (unparsed ? elements[0]! : '')),
      normalize(city ?? ''),
      normalize(postalCode ?? ''),
      country ?? homeCountry,
    ].join('|'),
  };
}

const pick = ({ name, apartment }: Question['parts']) => ({
  ...(name ? { name } : {}),
  ...(apartment ? { apartment } : {}),
});

// `94107`, `94107-1234`, `SW1A 1AA`, `1012 AB`: something with a digit, of few letters.
const POSTAL_CODE =
  /(?<![\p{L}\d])(?:\d{3,6}(?:-\d{3,4})?(?:\s?[A-Z]{2})?|[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2})(?![\p{L}\d])/u;

/** Splits `543 Howard St, San Francisco, CA 94105, USA` at its commas; a number may follow the street instead. */
function parse(unparsed: string): Question['parts'] {
  const elements = unparsed
    .split(',')
    .map((element) => element.trim())
    .filter(Boolean);
  const parts: Question['parts'] = {};
  if (elements.length > 1 && countryCode(elements.at(-1)!) && elements.at(-1)!.length !== 2)
    parts.country = elements.pop()!;
  else if (elements.length > 2 && countryCode(elements.at(-1)!)) {
    // Two letters behind a city are a country only when a postal code came before: else `CA` is California.
    if (elements.slice(1, -1).some((element) => POSTAL_CODE.test(element))) parts.country = elements.pop()!;
  }
  const [first = '', ...rest] = elements;
  const numbered = /^(\d+[\p{L}\d/-]*)\s+(.+)$/u.exec(first) ?? undefined;
  const trailing = /^(.+?)\s+(\d+\s?\p{L}?)$/u.exec(first) ?? undefined;
  if (numbered) Object.assign(parts, { number: numbered[1], street: numbered[2] });
  else if (trailing) Object.assign(parts, { number: trailing[2], street: trailing[1] });
  else if (rest.length > 0) parts.street = first;
  else parts.city = first;
  const remaining: string[] = [];
  for (const element of rest) {
    const code = POSTAL_CODE.exec(element)?.[0];
    if (code && !parts.postalCode) {
      parts.postalCode = code;
      const beside = element.replace(code, '').trim();
      if (beside) remaining.push(beside);
    } else remaining.push(element);
  }
  if (remaining[0]) parts.city = remaining[0];
  if (remaining[1]) parts.state = remaining[1];
  return parts;
}
