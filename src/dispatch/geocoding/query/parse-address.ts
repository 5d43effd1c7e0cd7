import type { AddressInput } from '../address.ts';
import { type Ending, endingsOf } from './address-endings.ts';
import { countryCode } from './countries.ts';
import {
  fitsCountry,
  isForeignOrder,
  type PostalCode,
  readPostalCode,
  takeLeadingCode,
  takePostalCode,
} from './postal-codes.ts';
import { findRegion, type Region } from './regions.ts';

/** The parts of an address, without the line they may have come in. */
export type AddressParts = Partial<Record<Exclude<keyof AddressInput, 'unparsed'>, string>>;

/** One way to understand an address: `Berlin, DE` may be in Delaware or in Germany. */
export interface Reading {
  parts: AddressParts;
  /** Code of the country that the address names; undefined when it names none. */
  country: string | undefined;
  /** Countries that a postal code without a country may belong to. */
  countries: ReadonlySet<string> | undefined;
  region: Region | undefined;
  /** Elements that may be the city, the likeliest first. */
  cities: readonly string[];
  /** Elements between the street and the city, which may tell two addresses apart. */
  between: readonly string[];
  /** Whether the city is one of the organization's own country, or none. */
  onlyAtHome: boolean;
  /** Inhabitants of the city at least. */
  minPopulation: number;
  /** Whether the postal code stands before the city, where the organization's own country has it behind. */
  hasForeignOrder: boolean;
}

// `Suite 200`, `Apt. 5F`, `# 12`, `3rd Floor`, `2. OG`: a door within the building.
const UNIT =
  /^(?:(?:suite|ste|apt|apartment|unit|flat|floor|fl|room|rm|bldg|building|piso|étage|stock|interno|int|depto|bloco)\b\.?\s*\S.*|#\s*\S+|\d+(?:st|nd|rd|th|º|\.)\s+(?:floor|piso|og|stock|étage))$/iu;

/**
 * Reads `543 Wharf St, San Francisco, CA 94105, USA`, element by element from the end; a number may follow the street
 * instead, and country, region and postal code may be missing.
 * @param homeCountry the organization's: it decides what `GA` and `Georgia` most likely are
 * @returns the likeliest reading first; at least one
 */
export function readUnparsed(unparsed: string, homeCountry: string): Reading[] {
  const given = unparsed
    .split(/[,;\n]/)
    .map((element) => element.trim())
    .filter(Boolean);
  const elements = given.filter((element, index) => index === 0 || !UNIT.test(element));
  const apartment = given.find((element) => !elements.includes(element));
  const others = [...elements];
  const code = takePostalCode(elements, homeCountry);
  const readings = readElements(elements, code, homeCountry);
  const leading = code ? undefined : takeLeadingCode(others);
  if (leading) {
    const inCodeCountry = ({ country }: Reading) =>
      country !== undefined && leading.countries?.has(country) && !isForeignOrder(leading, country);
    readings.push(...readElements(others, leading, homeCountry).filter(inCodeCountry));
  }
  if (apartment) for (const reading of readings) reading.parts.apartment = apartment;
  return readings;
}

function readElements(elements: readonly string[], code: PostalCode | undefined, homeCountry: string): Reading[] {
  const readings = endingsOf(elements, code, homeCountry)
    .filter(({ country, isSpelledOut }) => isSpelledOut || !country || fitsCountry(code, country))
    .map((ending) => toReading(ending, code, homeCountry));
  const isOdd = ({ country }: Reading) => country !== undefined && isForeignOrder(code, country);
  const [odd, usual] = [readings.filter(isOdd), readings.filter((reading) => !isOdd(reading))];
  const all = [...usual, ...odd];
  return all.length > 0 ? all : [toReading({ rest: elements, cities: [] }, code, homeCountry)];
}

function toReading(ending: Ending, code: PostalCode | undefined, homeCountry: string): Reading {
  const { rest, country, countryText, region, regionText, cities } = ending;
  const parts: AddressParts = { ...streetOf(rest) };
  if (code) parts.postalCode = code.text;
  if (countryText) parts.country = countryText;
  if (regionText) parts.state = regionText;
  return {
    parts,
    country,
    countries: country ? undefined : code?.countries,
    region,
    cities,
    between: rest.slice(1, -1),
    onlyAtHome: ending.onlyAtHome ?? false,
    minPopulation: ending.minPopulation ?? 0,
    hasForeignOrder: country === undefined && isForeignOrder(code, homeCountry),
  };
}

/** Number, street and city of what is left when country, region and postal code are known. */
function streetOf(rest: readonly string[]): AddressParts {
  const [first, ...others] = rest;
  if (first === undefined) return {};
  const city = others.at(-1);
  const isCity = city === undefined && !/^\d/.test(first);
  if (isCity) return { city: first };
  // No two parts side by side that both take the same characters: a long element would take the square of its length.
  const leading = /^(\d[\p{L}\d/-]*)\s+(.+)$/u.exec(first);
  const trailing = leading ? null : /^(.*?\S)\s+(\d+\s?\p{L}?(?:[/-]\d\w*)?)$/u.exec(first);
  const [number, street] = leading ? [leading[1], leading[2]] : [trailing?.[2], trailing?.[1] ?? first];
  return { ...(number ? { number } : {}), street: street!, ...(city ? { city } : {}) };
}

// Parts of the United States by their addresses, countries of their own by ISO 3166-1.
const TERRITORIES = new Set(['PR', 'GU', 'VI', 'AS', 'MP']);

/** An address whose parts are given. A country that is unknown leaves nothing to look for. */
export function readParts(parts: AddressParts, homeCountry: string): Reading[] {
  const { city, state, postalCode } = parts;
  const country = parts.country ? countryCode(parts.country) : undefined;
  const code = postalCode ? readPostalCode(postalCode) : undefined;
  const base = {
    parts,
    between: [],
    countries: undefined,
    onlyAtHome: false,
    minPopulation: 0,
    hasForeignOrder: false,
  };
  if (parts.country && !country) return [{ ...base, country, region: undefined, cities: [] }];
  const region = state ? findRegion(state, country ?? homeCountry) : undefined;
  const cities = city ? [city] : [];
  const reading: Reading = {
    ...base,
    country: country ?? region?.country,
    region,
    cities,
    countries: country ? undefined : code?.countries,
  };
  const territory = country === 'US' ? state?.trim().toUpperCase() : undefined;
  return territory && TERRITORIES.has(territory)
    ? [{ ...reading, country: territory, region: undefined }, reading]
    : [reading];
}
