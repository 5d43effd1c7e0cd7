import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { lazy } from '../../../platform/lazy.ts';
import type { PackedCities } from './gazetteer-worker.ts';

export type { PackedCities };

export interface GazetteerCity {
  name: string;
  country: string;
  /** GeoNames admin1 code. */
  region: string;
  population: number;
  lon: number;
  lat: number;
}

/**
 * All cities, read for the first query that gets this far: most installations never need them. Some 6 MB of bytes; as
 * objects they took 60 MB for as long as the program ran.
 */
export const loadCities = lazy(read);

async function read(): Promise<PackedCities> {
  const worker = new Worker(new URL('./gazetteer-worker.ts', import.meta.url));
  const [packed] = (await once(worker, 'message')) as [PackedCities];
  await worker.terminate();
  return packed;
}

const utf8 = new TextDecoder();

/** The fields of a line. */
const fieldsOf = ({ lines, offsets }: PackedCities, index: number): string[] =>
  utf8.decode(lines.subarray(offsets[index], offsets[index + 1])).split('\t');

/** A box in degrees, edges included; one whose west lies east of its east crosses the antimeridian. */
export interface DegreeBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The most populous cities within a box. */
export function citiesWithin(
  packed: PackedCities,
  { west, south, east, north }: DegreeBox,
  limit: number,
): GazetteerCity[] {
  const { line, lon, lat } = packed.places;
  const found: GazetteerCity[] = [];
  for (let n = 0; n < line.length && found.length < limit; n++) {
    if (lat[n]! < south || lat[n]! > north) continue;
    if (west <= east ? lon[n]! < west || lon[n]! > east : lon[n]! < west && lon[n]! > east) continue;
    found.push(cityOf(fieldsOf(packed, line[n]!)));
  }
  return found;
}

function cityOf([, name = '', country = '', region = '', population, lon, lat]: readonly string[]): GazetteerCity {
  return { name, country, region, population: Number(population), lon: Number(lon), lat: Number(lat) };
}

/** The most populous city of a country (ISO 3166-1, two letters); of the world where the country is not known. */
export function largestCityOf(packed: PackedCities, country: string): GazetteerCity {
  const { line } = packed.places;
  const first = cityOf(fieldsOf(packed, line[0]!));
  for (const index of line) {
    const city = cityOf(fieldsOf(packed, index));
    if (city.country === country) return city;
  }
  return first;
}

/** All cities of a normalized name. */
export function citiesNamed(packed: PackedCities, key: string): GazetteerCity[] {
  return key === '' ? [] : [...fromKey(packed, key, (name) => name === key)];
}

/** The most populous cities of a country whose normalized name begins with a text. */
export function citiesBeginning(packed: PackedCities, key: string, country: string, limit: number): GazetteerCity[] {
  return [...fromKey(packed, key, (name) => name.startsWith(key))]
    .filter((city) => city.country === country)
    .toSorted((a, b) => b.population - a.population)
    .slice(0, limit);
}

/** Cities from the first of a name on, as long as their names are meant. */
function* fromKey(packed: PackedCities, key: string, isMeant: (name: string) => boolean): Generator<GazetteerCity> {
  const count = packed.offsets.length - 1;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fieldsOf(packed, middle)[0]! < key) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < count; index++) {
    const fields = fieldsOf(packed, index);
    if (!isMeant(fields[0]!)) return;
    yield cityOf(fields);
  }
}
