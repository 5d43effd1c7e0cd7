import { readFileSync } from 'node:fs';
import { lazy } from '../../../platform/lazy.ts';
import type { Location } from '../../geography/location.ts';

/** The middle of each five-digit code of the United States and its territories, by the code (scripts/us-postal-codes.mjs). */
const places = lazy(() => {
  const known = new Map<number, Location>();
  const text = readFileSync(new URL('us-postal-codes.txt', import.meta.url), 'utf8');
  for (const line of text.trimEnd().split('\n')) {
    const [area = '', lat = '', lon = '', ...codes] = line.split(' ');
    for (const code of codes) {
      const [rest, north, east] = code.split(',');
      known.set(Number(area + rest), [(Number(lon) + Number(east)) / 100, (Number(lat) + Number(north)) / 100]);
    }
  }
  return known;
});

/** The middle of a postal code of the United States, `94107` or `94107-1234`, to a kilometre; undefined for one that is not known. */
export function usPostalCode(code: string): Location | undefined {
  const [, digits] = /^(\d{5})(?:-?\d{4})?$/.exec(code.trim()) ?? [];
  return digits === undefined ? undefined : places().get(Number(digits));
}
