import { countryCode } from './countries.ts';
import type { PostalCode } from './postal-codes.ts';
import { findRegion, findRegions, isAbbreviated, type Region } from './regions.ts';

/** A city that may bear the name of a country, and still be meant. */
const LARGE_CITY = 100_000;
/** A city whose parts are named before it. */
const METROPOLIS = 1_000_000;

/** Possible meaning of the last elements of an address. */
export interface Ending {
  country?: string;
  countryText?: string;
  /** Whether the country is named by more than a code, so that nothing else speaks against it. */
  isSpelledOut?: boolean;
  region?: Region;
  regionText?: string;
  cities: readonly string[];
  onlyAtHome?: boolean;
  minPopulation?: number;
  /** Elements before the ending: the street, and some that may be the city. */
  rest: readonly string[];
}

/**
 * All that the end of an address may mean, the likeliest first: as a whole element a region of the organization's
 * country, a country, another region, a city; then the same for its last words, `London UK`. An end that is none of
 * these, nor a city, is in no ending left out: nobody knows what it says.
 * @param elements without the postal code
 */
export function endingsOf(elements: readonly string[], code: PostalCode | undefined, homeCountry: string): Ending[] {
  const last = elements.at(-1);
  if (last === undefined) return [];
  const before = elements.slice(0, -1);
  const named = namedEndings(last, before, homeCountry);
  const country = last.length > 2 ? countryCode(last) : undefined;
  // A country behind a city is that country; behind a street alone it may be a large city that bears its name.
  const city: Ending[] = country && !isStreetAlone(before) ? [] : [cityEnding(elements, code, country)];
  const split = splits(last).flatMap(([head, tail]) => namedEndings(tail, [...before, head], homeCountry, true));
  return [...named, ...city, ...split, ...withoutProvince(elements, code, homeCountry)];
}

function cityEnding(elements: readonly string[], code: PostalCode | undefined, country: string | undefined): Ending {
  const cities = citiesOf(elements);
  // For a code that only one country has, any element that is a city there suffices.
  return {
    rest: elements,
    cities: code?.isDistinctive ? cities : cities.slice(0, 1),
    ...(country ? { onlyAtHome: true, minPopulation: LARGE_CITY } : {}),
  };
}

function namedEndings(text: string, rest: readonly string[], homeCountry: string, isTail = false): Ending[] {
  // Last words of an element only count as an abbreviation if written as one: `Rio de la Plata`.
  if (isTail && text.length <= 4 && !isAbbreviated(text)) return [];
  const regions = findRegions(text);
  const atHome = regions.filter((region) => region.country === homeCountry);
  const abroad = regions.filter((region) => region.country !== homeCountry);
  const country = countryCode(text);
  const inCountry = country ? countryEndings(country, text, rest) : [];
  const inRegions = (some: readonly Region[]) =>
    some.map((region) => ({ country: region.country, region, regionText: text, rest, cities: citiesOf(rest) }));
  return country === homeCountry
    ? [...inCountry, ...inRegions(regions)]
    : [...inRegions(atHome), ...inCountry, ...inRegions(abroad)];
}

/**
 * Returns the readings of the text in front of a country: with a region, such as `San Francisco, California` or `San
 * Francisco CA`, or as the city alone.
 */
function countryEndings(country: string, countryText: string, rest: readonly string[]): Ending[] {
  const base = { country, countryText, isSpelledOut: countryText.length > 2 };
  const last = rest.at(-1);
  if (last === undefined) return [{ ...base, rest, cities: [countryText] }];
  const before = rest.slice(0, -1);
  const inRegion = (region: Region, regionText: string, left: readonly string[]): Ending => ({
    ...base,
    region,
    regionText,
    rest: left,
    cities: citiesOf(left),
  });
  const whole = findRegion(last, country);
  if (whole) {
    // Behind an unknown place a region is that region, unless it is also a metropolis with parts of its own: `Shibuya,
    // Tokyo`.
    const minPopulation = isStreetAlone(before) ? 0 : METROPOLIS;
    return [inRegion(whole, last, before), { ...base, rest, cities: citiesOf(rest).slice(0, 1), minPopulation }];
  }
  const split = splits(last).flatMap(([head, tail]) => {
    const region = findRegion(tail, country);
    return region && (tail.length > 4 || isAbbreviated(tail)) ? [inRegion(region, tail, [...before, head])] : [];
  });
  const cities = citiesOf(rest);
  const province = split.length === 0 ? PROVINCE.exec(last)?.[1] : undefined;
  return [
    { ...base, rest, cities: [...cities, ...(province ? [province] : [])] },
    ...split,
    // `1 Raffles Place, Singapore`: the country is the city.
    ...(isStreetAlone(rest) ? [{ ...base, rest, cities: [countryText] }] : []),
  ];
}

// `Milano MI`, `São Paulo - SP`, `Como (CO)`: the letters of a province that we have no list of.
const PROVINCE = /^(.+?)[\s(-]+[A-Z]{2}\)?$/;

/** `20121 Milano MI` without a country: letters behind a city that follows its postal code say no more, nor in Italy. */
function withoutProvince(elements: readonly string[], code: PostalCode | undefined, homeCountry: string): Ending[] {
  const city = code?.isFirst || homeCountry === 'IT' ? PROVINCE.exec(elements.at(-1)!)?.[1] : undefined;
  return city ? [{ rest: [...elements.slice(0, -1), city], cities: [city] }] : [];
}

// An address has few levels; every further element would be looked up for nothing.
const MAX_CITIES = 5;

const isStreetAlone = (rest: readonly string[]) => rest.length === 0 || (rest.length === 1 && /\d/.test(rest[0]!));

/** Elements that may be the city, the last first. The first one is the street when it has a number. */
function citiesOf(rest: readonly string[]): string[] {
  const [first, ...others] = rest;
  if (first === undefined) return [];
  const isStreet = rest.length > 1 ? /\d/.test(first) : /^\d/.test(first);
  return (isStreet ? others : rest).toReversed().slice(0, MAX_CITIES);
}

/** An element parted before its last words, the longest tail first. */
function splits(element: string): [head: string, tail: string][] {
  const words = element.split(/\s+/);
  const most = Math.min(4, words.length - 1);
  return Array.from({ length: most }, (_, index) => {
    const at = words.length - most + index;
    return [
      words
        .slice(0, at)
        .join(' ')
        .replace(/[\s-]+$/, ''),
      words.slice(at).join(' '),
    ] as [string, string];
  }).filter(([head]) => head !== '');
}
