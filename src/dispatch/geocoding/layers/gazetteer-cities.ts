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

/** All cities of a normalized name. */
export function citiesNamed({ lines, offsets }: PackedCities, key: string): GazetteerCity[] {
  const count = offsets.length - 1;
  const fields = (index: number) => utf8.decode(lines.subarray(offsets[index], offsets[index + 1])).split('\t');
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fields(middle)[0]! < key) low = middle + 1;
    else high = middle;
  }
  const found: GazetteerCity[] = [];
  for (let index = low; key !== '' && index < count; index++) {
    const [ownKey, name = '', country = '', region = '', population, lon, lat] = fields(index);
    if (ownKey !== key) break;
    found.push({ name, country, region, population: Number(population), lon: Number(lon), lat: Number(lat) });
  }
  return found;
}
