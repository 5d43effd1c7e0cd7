import { readFileSync } from 'node:fs';
import { lazy } from '../../platform/lazy.ts';
import type { Location } from '../geography/location.ts';

/** Fields of one degree in each direction in which a city of the country says that a place is perhaps in it, */
const NEAR = 2;
/** and in which any city is looked for before the place is far from all. */
const FAR = 6;

/** Countries by ISO 3166-1 that addresses write as parts of another one. */
const PARTS: Record<string, string> = {
  US: 'PR VI GU AS MP UM',
  FR: 'GP MQ GF RE YT PM WF PF NC BL MF TF',
  GB: 'GG JE IM GI FK BM KY VG TC MS AI SH GS PN IO',
  NL: 'AW CW SX BQ',
  DK: 'GL FO',
  NO: 'SJ',
  FI: 'AX',
  CN: 'HK MO TW',
  AU: 'CX CC NF',
  NZ: 'CK NU TK',
  RS: 'XK',
  MA: 'EH',
  IL: 'PS',
};

/** By field (scripts/country-cells.mjs), the countries that have a city in it. */
const countriesByCell = lazy(() => {
  const cells = new Map<number, string[]>();
  const text = readFileSync(new URL('country-cells.txt', import.meta.url), 'utf8');
  for (const line of text.trimEnd().split('\n')) {
    const [country = '', ...steps] = line.split(' ');
    let cell = 0;
    for (const step of steps) {
      cell += Number.parseInt(step, 36);
      cells.set(cell, [...(cells.get(cell) ?? []), country]);
    }
  }
  return cells;
});

/**
 * Whether a place lies in another country than the given one, or in none: the country has no city about, and another one has, or nobody. Near a border,
 * up to two hundred kilometres, it says nothing. [0, 0] is where programs put what they do not know.
 * @param country ISO 3166-1, two letters
 */
export function isOutOfCountry([lon, lat]: Location, country: string): boolean {
  if (lon === 0 && lat === 0) return true;
  const own = new Set([country, ...(PARTS[country]?.split(' ') ?? [])]);
  const found = new Set<string>();
  for (let radius = NEAR; radius <= FAR && found.size === 0; radius++)
    for (const near of countriesWithin([lon, lat], radius)) found.add(near);
  return ![...found].some((near) => own.has(near));
}

function countriesWithin([lon, lat]: Location, radius: number): string[] {
  const cells = countriesByCell();
  const [row, column] = [Math.floor(lat) + 90, Math.floor(lon) + 180];
  const found: string[] = [];
  for (let y = row - radius; y <= row + radius; y++)
    for (let x = column - radius; x <= column + radius; x++)
      found.push(...(cells.get(y * 360 + ((x + 360) % 360)) ?? []));
  return found;
}
