import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { importGeo } from '../../cli/geo-import.ts';

const server = await startTestServer();
const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-postal-'));
after(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function finder(country: string) {
  const { dispatch } = await server.organization({ country });
  const api = new DispatchClient(dispatch);
  return async (address: object) => {
    const { status, json, text } = await api.post('/destinations', { address });
    if (status !== 200) return [json.message.error, json.message.cause];
    assert.equal(json.located, false, text);
    const [lon, lat] = json.location.map((degrees: number) => Math.round(degrees * 10) / 10);
    return [json.geocoding.precision, json.address.city, lon, lat, json.warnings.includes('MISMATCH_POSTALCODE')];
  };
}

test('a postal code of the United States finds its place by itself, and against a mistyped city', async () => {
  const find = await finder('US');
  assert.deepEqual(await find({ unparsed: '94107' }), ['postalCode', '', -122.4, 37.8, false]);
  assert.deepEqual(await find({ unparsed: '94107-1234, USA' }), ['postalCode', '', -122.4, 37.8, false]);
  const parts = { number: '5', street: 'Main St', country: 'USA' };
  assert.deepEqual(await find({ ...parts, postalCode: '60601' }), ['postalCode', '', -87.6, 41.9, false]);
  assert.deepEqual(await find({ ...parts, postalCode: 60601 }), ['postalCode', '', -87.6, 41.9, false]);
  const typo = ['postalCode', 'Sprngfield', -89.6, 39.8, false];
  assert.deepEqual(await find({ unparsed: '5 Elm St, Sprngfield, IL 62701' }), typo);
  assert.deepEqual(await find({ ...parts, city: 'Sprngfield', state: 'IL', postalCode: '62701' }), typo);
  // If several cities fit, it is the one at the postal code.
  assert.deepEqual(await find({ unparsed: '5 Elm St, Springfield 62701' }), [
    'postalCode',
    'Springfield',
    -89.6,
    39.8,
    false,
  ]);
  assert.deepEqual(await find({ unparsed: '5 Elm St, Springfield 65806' }), [
    'postalCode',
    'Springfield',
    -93.3,
    37.2,
    false,
  ]);
  // Nobody has this code.
  assert.equal((await find({ unparsed: '00001' }))[0], 1011);
});

test('a postal code that contradicts the city or the state warns, and what is written out is meant', async () => {
  const find = await finder('US');
  assert.deepEqual(await find({ unparsed: '1 Market St, San Francisco, CA 10001' }), [
    'city',
    'San Francisco',
    -122.4,
    37.8,
    true,
  ]);
  // Nothing of Illinois is about a code of California.
  const [precision, , , , isWarned] = await find({ unparsed: '5 Elm St, Sprngfield, IL 94107' });
  assert.equal(precision, 1011, `${isWarned}`);
  // A code of another country says nothing of the city, and one at home nothing of a city abroad.
  assert.deepEqual(await find({ unparsed: '1 Rue de Rivoli, 75001 Paris, France' }), [
    'city',
    'Paris',
    2.3,
    48.9,
    false,
  ]);
});

test('postal codes of other countries are read as GeoNames publishes them, outward codes of the United Kingdom included', async () => {
  const row = (country: string, code: string, place: string, lat: number, lon: number) =>
    `${[country, code, place, 'Region', '', '', '', '', '', lat, lon, 4].join('\t')}\n`;
  const lines = [
    row('GB', 'SW1A', 'Westminster Abbey', 51.501, -0.1416),
    row('DE', '10117', 'Berlin', 52.517, 13.387),
    row('DE', '91413', 'Neustadt an der Aisch', 49.577, 10.608),
    row('CA', 'M5H', 'Downtown Toronto', 43.6496, -79.3833),
  ];
  const file = path.join(folder, 'allCountries.txt');
  const of = { source: 'allCountries.txt', imported: 4, skipped: 0 };
  await writeFile(file, lines.join(''));
  assert.deepEqual(await importGeo(server.services, file), of);
  const british = await finder('GB');
  const parts = { number: '1', street: 'High St', country: 'GB' };
  assert.deepEqual(await british({ ...parts, postalCode: 'SW1A 1AA' }), [
    'postalCode',
    'Westminster Abbey',
    -0.1,
    51.5,
    false,
  ]);
  const canadian = await finder('CA');
  assert.deepEqual(await canadian({ unparsed: 'M5H 2N2' }), ['postalCode', 'Downtown Toronto', -79.4, 43.6, false]);
  const german = await finder('DE');
  assert.deepEqual(await german({ unparsed: 'Torstr. 5, 10117 Brelin' }), ['postalCode', 'Berlin', 13.4, 52.5, false]);
  assert.deepEqual(await german({ unparsed: 'Torstr. 5, 10117 Berlin' }), ['postalCode', 'Berlin', 13.4, 52.5, false]);
  assert.deepEqual(await german({ unparsed: 'Marienplatz 1, 10117 München' }), ['city', 'Munich', 11.6, 48.1, true]);
});
