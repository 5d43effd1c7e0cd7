import { distance } from '../../geography/distance.ts';
import type { Location } from '../../geography/location.ts';
import type { GeocodeCandidate } from '../found-place.ts';
import { countryName } from '../query/countries.ts';
import type { GeocodeQuery } from '../query/geocode-query.ts';
import { normalize } from '../query/normalize.ts';
import type { Reading } from '../query/parse-address.ts';
import { regionByName } from '../query/regions.ts';
import { cityAlias } from './city-aliases.ts';
import { citiesNamed, citiesWithin, type GazetteerCity, loadCities, type PackedCities } from './gazetteer-cities.ts';
import { usPostalCode } from './us-postal-codes.ts';

/** A name that is a region's or a country's as well (`California`) means that, unless it is a large city's. */
const LARGE_CITY = 100_000;
/** Metres between the middle of a city and that of one of its postal codes, at most. */
const ABOUT_METRES = 60_000;
/** Cities of one degree around, at most. */
const MAX_AROUND = 2000;
/** Countries by ISO 3166-1 that have postal codes of the United States. */
const IN_US = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);
/** A city abroad of so many people is meant in spite of cities at home of that name, */
const METROPOLIS = 1_000_000;
/** where it is so many times larger than each of them, and none of them is a large city. */
const FAR_LARGER = 20;
/** Smaller places are not meant by a name alone: abroad, or where a famous city has that name in another language. */
const SMALL_TOWN = 20_000;

/** The middle of a postal code, and the country that it is in. */
type PostalPlace = Pick<GeocodeCandidate, 'location' | 'countryCode'>;

/**
 * Finds the city of an address, by its likeliest reading that holds a city: in the country and region that it names,
 * else in the organization's own country, else the most populous of that name; of several, one about the postal code. Where that is known and no city
 * is, or the city agrees, it is the middle of the postal code; else without a city the middle of the region.
 * @param imported where the postal code is by imported data; without them, those of the United States are known
 */
export async function searchGazetteer(
  { readings, homeCountry }: GeocodeQuery,
  imported?: PostalPlace,
): Promise<GeocodeCandidate | undefined> {
  const postalOf = (reading: Reading) => imported ?? usPostalPlace(reading, homeCountry);
  if (readings.every((each) => each.cities.length === 0 && !each.region && !postalOf(each))) return undefined;
  const packed = await loadCities();
  for (const reading of readings) {
    const postal = postalOf(reading);
    const city = findCity(packed, reading, homeCountry, postal?.location);
    if (city) return toCandidate(city, reading, postal);
  }
  for (const reading of readings) {
    const found = postalMiddle(packed, reading, postalOf(reading)) ?? regionMiddle(packed, reading);
    if (found) return found;
  }
  return undefined;
}

/**
 * Returns the postal place of an address that may be in the United States. Excludes addresses with the code in front of
 * the city, such as `75001 Paris`.
 */
function usPostalPlace({ parts, country, hasForeignOrder }: Reading, homeCountry: string): PostalPlace | undefined {
  if (!parts.postalCode || hasForeignOrder || !IN_US.has(country ?? homeCountry)) return undefined;
  const location = usPostalCode(parts.postalCode);
  return location && { location, countryCode: country ?? homeCountry };
}

/**
 * The last element that is a city. Before it may stand a smaller place within it, which is passed over, or the city
 * itself, when the last one is also the name of its province: `Rosario, Santa Fe`.
 */
function findCity(
  packed: PackedCities,
  reading: Reading,
  homeCountry: string,
  about: Location | undefined,
): GazetteerCity | undefined {
  const found = reading.cities.flatMap((element) => bestNamed(packed, element, reading, homeCountry, about) ?? []);
  const [last, ...earlier] = found;
  if (!last || reading.region) return last;
  return earlier.find((city) => city.region === last.region && city.population > last.population) ?? last;
}

interface Named extends GazetteerCity {
  /** Whether it was asked for by a name that only this city has. */
  isAlias: boolean;
}

function bestNamed(
  packed: PackedCities,
  element: string,
  reading: Reading,
  homeCountry: string,
  about: Location | undefined,
): GazetteerCity | undefined {
  const { country, countries, region, onlyAtHome, minPopulation, hasForeignOrder } = reading;
  const isHomePossible = !countries || countries.has(homeCountry);
  const ofRegion = regionByName(element, country ?? homeCountry);
  const isPossible = (city: GazetteerCity) =>
    (country ? city.country === country : !countries || countries.has(city.country)) &&
    (!region?.code || city.region === region.code) &&
    (city.country === homeCountry || (!onlyAtHome && (country || !isHomePossible || city.population >= SMALL_TOWN))) &&
    city.population >= minPopulation &&
    (!ofRegion ||
      city.population >= LARGE_CITY ||
      (city.country === ofRegion.country && city.region === ofRegion.code));
  // Where the postal code stands as it does abroad, home is one country among others.
  const rank = (city: Named) => {
    if (hasForeignOrder) return 0;
    if (city.country === homeCountry) return city.population >= SMALL_TOWN ? 2 : 1;
    return city.isAlias ? 1 : 0;
  };
  const isAbout = (city: Named) => about !== undefined && isNear(city, about);
  const better = (a: Named, b: Named) =>
    Number(isAbout(b)) - Number(isAbout(a)) || rank(b) - rank(a) || b.population - a.population;
  for (const key of cityKeys(element)) {
    const possible = withThisName(packed, key).filter(isPossible).toSorted(better);
    const [best] = possible;
    if (best) return (isAbout(best) ? undefined : metropolisAbroad(possible, homeCountry)) ?? best;
  }
  return partsOf(element)
    .flatMap((key) => withThisName(packed, key))
    .filter((city) => isPossible(city) && city.population >= LARGE_CITY)
    .toSorted(better)[0];
}

/**
 * The city abroad that everybody means by its name, London and Paris, though there are towns at home that are called so. Another name of a city says
 * less: `St Petersburg` may be Saint Petersburg.
 */
function metropolisAbroad(named: readonly Named[], homeCountry: string): Named | undefined {
  const atHome = Math.max(0, ...named.filter(({ country }) => country === homeCountry).map((city) => city.population));
  return named
    .filter(({ country, isAlias, population }) => country !== homeCountry && !isAlias && population > METROPOLIS)
    .filter(({ population }) => atHome < LARGE_CITY && population >= FAR_LARGER * atHome)
    .toSorted((a, b) => b.population - a.population)[0];
}

/** `Berlin-Mitte`, `Beyoğlu/İstanbul`: of a large city and its part, both. */
const partsOf = (element: string) => (/[-/]/.test(element) ? element.split(/[-/]/).map(normalize) : []);

function withThisName(packed: PackedCities, key: string): Named[] {
  const alias = cityAlias(key);
  const named = citiesNamed(packed, key).map((city) => ({ ...city, isAlias: false }));
  if (!alias) return named;
  const meant = citiesNamed(packed, alias.name).filter(({ country }) => country === alias.country);
  return [...named, ...meant.map((city) => ({ ...city, isAlias: true }))];
}

// Words that are written out as often as not.
const WORDS: Record<string, string> = { st: 'saint', saint: 'st', ste: 'sainte', ft: 'fort', fort: 'ft', mt: 'mount' };

/** The names that an element may hold: `Paris 1`, `Praha 1 - Nové Město`, `København K` hold more than the city's. */
function cityKeys(element: string): string[] {
  const plain = (text: string) => normalize(text.replaceAll(/\d+\p{L}*/gu, ' '));
  const keys = [normalize(element), plain(element), plain(element.split(/\s[-–/]\s|\(/)[0]!)];
  const written = keys.map((key) => key.replace(/^\p{L}+/u, (word) => WORDS[word] ?? word));
  const bare = keys.map((key) => key.replace(/^(?:city of|ville de) | (?:city|municipality|\p{L})$/u, ''));
  return [...new Set([...keys, ...written, ...bare])].filter(Boolean);
}

function toCandidate(city: GazetteerCity, { parts: read }: Reading, postal: PostalPlace | undefined): GeocodeCandidate {
  const parts = { city: city.name, country: countryName(city.country) };
  const found: GeocodeCandidate = {
    layer: 'gazetteer',
    precision: 'city',
    location: [city.lon, city.lat],
    parts,
    read,
  };
  // A code of another country says nothing of this city.
  if (!postal || postal.countryCode !== city.country) return found;
  return isNear(city, postal.location)
    ? { ...found, precision: 'postalCode', location: postal.location }
    : { ...found, contradictsPostalCode: true };
}

const isNear = ({ lon, lat }: GazetteerCity, place: Location) => distance([lon, lat], place) <= ABOUT_METRES;

/** The middle of the postal code of an address whose city is not known, unless it names a region that has nothing there. */
function postalMiddle(
  packed: PackedCities,
  { region, parts: read }: Reading,
  postal: PostalPlace | undefined,
): GeocodeCandidate | undefined {
  if (!postal?.countryCode) return undefined;
  const [lon, lat] = postal.location;
  const around = { west: lon - 1, south: lat - 1, east: lon + 1, north: lat + 1 };
  const isThere = () =>
    citiesWithin(packed, around, MAX_AROUND).some(
      (city) => city.country === region!.country && city.region === region!.code,
    );
  if (region?.code && !isThere()) return undefined;
  const parts = { country: countryName(postal.countryCode) };
  return { layer: 'gazetteer', precision: 'postalCode', location: postal.location, parts, read };
}

function regionMiddle(packed: PackedCities, { region, parts: read }: Reading): GeocodeCandidate | undefined {
  const location = region && packed.regions.get(`${region.country}.${region.code}`);
  if (!location) return undefined;
  const parts = { state: region.name, country: countryName(region.country) };
  return { layer: 'gazetteer', precision: 'region', location, parts, read };
}
