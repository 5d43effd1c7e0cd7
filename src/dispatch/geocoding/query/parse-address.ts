import type { AddressInput } from '../address.ts';
import { countryCode } from './countries.ts';
import { findRegion, regionByAbbreviation, regionByName } from './regions.ts';

/** The parts of an address, without the line they may have come in. */
export type AddressParts = Partial<Record<Exclude<keyof AddressInput, 'unparsed'>, string>>;

/** What was read from an unparsed address. */
export interface Unparsed {
  parts: AddressParts;
  /** Elements of which any may be the city. */
  cities: string[];
}

// `94107`, `94107-1234`, `1012 AB`, `SW1A 1AA`, `M5H 2N2`: something with a digit, of few letters.
const POSTAL_CODE =
  /(?<![\p{L}\d])(?:\d{3,6}(?:-\d{3,4})?(?:\s?[A-Z]{2})?|[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d)(?![\p{L}\d])/u;

const hasDigit = (text: string) => /\d/.test(text);

/**
 * Splits `543 Wharf St, San Francisco, CA 94105, USA` at its commas; a number may follow the street instead, and
 * country, region and postal code may be missing.
 * @param homeCountry the organization's: what is both a country's and a region's name is judged by it
 */
export function parseAddress(unparsed: string, homeCountry: string): Unparsed {
  const elements = unparsed
    .split(',')
    .map((element) => element.trim())
    .filter(Boolean);
  const parts: AddressParts = {};
  const country = takeCountry(elements, homeCountry);
  if (country) parts.country = country;
  const postalCode = takePostalCode(elements);
  if (postalCode) parts.postalCode = postalCode;
  const state = takeRegion(elements, (country && countryCode(country)) || homeCountry);
  const [first = '', ...rest] = elements;
  const numbered = /^(\d+[\p{L}\d/-]*)\s+(.+)$/u.exec(first) ?? undefined;
  const trailing = /^(.+?)\s+(\d+\s?\p{L}?)$/u.exec(first) ?? undefined;
  if (numbered) Object.assign(parts, { number: numbered[1], street: numbered[2] });
  else if (trailing) Object.assign(parts, { number: trailing[2], street: trailing[1] });
  else if (rest.length > 0) parts.street = first;
  else if (first) parts.city = first;
  if (rest[0]) parts.city = rest[0];
  if (state ?? rest[1]) parts.state = state ?? rest[1]!;
  return { parts, cities: hasDigit(first) ? rest : elements };
}

function takeCountry(elements: string[], homeCountry: string): string | undefined {
  const last = elements.at(-1)!;
  if (elements.length < 2 || !countryCode(last)) return undefined;
  // `CA` behind a city is California, unless a postal code came before or the organization is in Canada; `Georgia` is
  // the state in the United States.
  const isRegion =
    last.length === 2
      ? last.toUpperCase() !== homeCountry &&
        regionByAbbreviation(last, homeCountry) &&
        !elements.slice(1, -1).some((element) => POSTAL_CODE.test(element))
      : regionByName(last, homeCountry)?.country === homeCountry;
  return isRegion ? undefined : elements.pop();
}

/** Of the first element, which begins with the street, only the whole can be a code. */
function takePostalCode(elements: string[]): string | undefined {
  for (const [index, element] of elements.entries()) {
    const code = POSTAL_CODE.exec(element)?.[0];
    if (!code || (index === 0 && code !== element)) continue;
    const beside = element.replace(code, '').trim();
    elements.splice(index, 1, ...(beside ? [beside] : []));
    return code;
  }
  return undefined;
}

/** `San Francisco, California`, `San Francisco, CA` or `San Francisco CA`, but not the city of `5 Elm St, New York`. */
function takeRegion(elements: string[], country: string): string | undefined {
  const last = elements.at(-1);
  if (last === undefined) return undefined;
  const before = elements.slice(0, -1);
  const isRegion = before.some((element) => !hasDigit(element)) ? findRegion : regionByAbbreviation;
  if (before.length > 0 && isRegion(last, country)) return elements.pop();
  const [, city, abbreviation] = /^(.+?)\s+([A-Z]{2,3})$/.exec(last) ?? [];
  if (!city || hasDigit(city) || !abbreviation || !regionByAbbreviation(abbreviation, country)) return undefined;
  elements.splice(-1, 1, city);
  return abbreviation;
}
