import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Candidate } from '../found-place.ts';
import { countryName } from '../query/countries.ts';
import type { GeocodeQuery } from '../query/geocode-query.ts';
import { normalize } from '../query/normalize.ts';
import { type Region, regionByName } from '../query/regions.ts';
import { cityAliases } from './city-aliases.ts';
import type { PackedCities } from './gazetteer-worker.ts';

// Some 6 MB of bytes; as objects the cities took 60 MB for as long as the program ran.
let cities: Promise<PackedCities> | undefined;

/** Read at the first question that gets this far: most installations never need it. */
async function load(): Promise<PackedCities> {
  const worker = new Worker(new URL('./gazetteer-worker.ts', import.meta.url));
  const [packed] = (await once(worker, 'message')) as [PackedCities];
  await worker.terminate();
  return packed;
}

/** A name that is a region's as well (`California`) means the region, unless it is a large city's. */
const LARGE_CITY = 100_000;

/**
 * Finds the city of an address: in the country that the address names, else in the organization's own, else the most
 * populous of that name anywhere.
 */
export async function searchGazetteer(question: GeocodeQuery): Promise<Candidate | undefined> {
  if (question.cities.length === 0) return undefined;
  cities ??= load().catch((error: Error) => {
    cities = undefined;
    throw error;
  });
  const packed = await cities;
  const found = question.cities.flatMap((city) => {
    // An element such as `75001 Paris 1` holds more than the name.
    const key = normalize(city.replaceAll(/\d+/g, ' '));
    const region = regionByName(city, question.country ?? question.homeCountry);
    return [key, cityAliases[key] ?? '']
      .flatMap((each) => named(packed, each))
      .filter((each) => !region || each.population >= LARGE_CITY || isIn(each, region));
  });
  const city = best(found, question);
  return city && toHit(city);
}

interface FoundCity {
  name: string;
  country: string;
  region: string;
  population: number;
  lon: number;
  lat: number;
}

const isIn = (city: FoundCity, region: Region | undefined) =>
  city.country === region?.country && city.region === region.code;

const utf8 = new TextDecoder();

/** All cities of a name. */
function named({ lines, offsets }: PackedCities, key: string): FoundCity[] {
  const count = offsets.length - 1;
  const fields = (index: number) => utf8.decode(lines.subarray(offsets[index], offsets[index + 1])).split('\t');
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fields(middle)[0]! < key) low = middle + 1;
    else high = middle;
  }
  const found: FoundCity[] = [];
  for (let index = low; key !== '' && index < count; index++) {
    const [ownKey, name = '', country = '', region = '', population, lon, lat] = fields(index);
    if (ownKey !== key) break;
    found.push({ name, country, region, population: Number(population), lon: Number(lon), lat: Number(lat) });
  }
  return found;
}

function best(
  found: readonly FoundCity[],
  { parts, country, homeCountry, region }: GeocodeQuery,
): FoundCity | undefined {
  const rank = (city: FoundCity) => (isIn(city, region) ? 2 : 0) + (city.country === homeCountry ? 1 : 0);
  return found
    .filter((city) => !parts.country || city.country === country)
    .toSorted((a, b) => rank(b) - rank(a) || b.population - a.population)[0];
}

function toHit({ name, country, lon, lat }: FoundCity): Candidate {
  return {
    layer: 'gazetteer',
    precision: 'city',
    location: [lon, lat],
    parts: { city: name, country: countryName(country) },
  };
}
