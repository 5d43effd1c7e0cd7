import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { isOutOfCountry } from './is-out-of-country.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const broadway = { number: '350', street: '5th Ave', city: 'New York', country: 'United States' };

async function client(country = 'US') {
  const { dispatch } = await server.organization({ country });
  return new DispatchClient(dispatch);
}

test('a location that is not in the country of its address warns, until it is put right', async () => {
  const api = await client();
  const made = async (location: number[], address: object = broadway) => {
    const answer = await api.post('/destinations', { address, location });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const given = { layer: 'given', precision: 'exact' };
  const odd = { ...given, warnings: ['OTHER_COUNTRY'] };
  assert.deepEqual((await made([-73.9857, 40.7484])).geocoding, given);
  // Latitude first.
  const turned = await made([40.7484, -73.9857]);
  assert.deepEqual([turned.geocoding, turned.located, turned.warnings], [odd, true, []]);
  assert.deepEqual((await made([0, 0])).geocoding, odd);
  assert.deepEqual((await made([2.35, 48.86])).geocoding, odd);
  // An unknown country allows no statement.
  assert.deepEqual((await made([2.35, 48.86], { ...broadway, country: 'Atlantis' })).geocoding, given);
  const { json } = await api.put(`/destinations/${turned.id}`, { location: [-73.9857, 40.7484] });
  assert.deepEqual(json.geocoding, { layer: 'correction', precision: 'exact' });
  const task = await api.post('/tasks', { destination: { address: broadway, location: [40.7484, -73.9857] } });
  assert.deepEqual(task.json.destination.geocoding, odd);
});

const borders: [country: string, lon: number, lat: number][] = [
  ['DE', 7.75, 48.58],
  ['FR', 7.81, 48.57],
  ['CH', 7.6, 47.55],
  ['US', -117.03, 32.54],
];

test('borders, islands, territories and empty land do not warn', () => {
  const there: [country: string, lon: number, lat: number][] = [
    // Strasbourg, Kehl, Basel and Tijuana, each by the other side's address.
    ...borders,
    // Puerto Rico, Réunion, Guernsey, Curaçao.
    ['US', -66.1, 18.46],
    ['FR', 55.45, -20.88],
    ['GB', -2.53, 49.45],
    ['NL', -68.97, 12.17],
    // Uluru, Siberia, Nunavut, Nuuk, Svalbard.
    ['AU', 131.03, -25.34],
    ['RU', 102, 64],
    ['CA', -95, 68],
    ['GL', -51.7, 64.18],
    ['NO', 15.6, 78.2],
    // On both sides of the antimeridian.
    ['FJ', 179.9, -16.8],
    ['FJ', -179.9, -16.8],
    ['NZ', -176.5, -43.9],
  ];
  for (const [country, lon, lat] of there)
    assert.equal(isOutOfCountry([lon, lat], country), false, `${country} ${lon} ${lat}`);
  const elsewhere: [country: string, lon: number, lat: number][] = [
    ['US', 0, 0],
    ['GH', 0, 0],
    ['US', 40.7484, -73.9857],
    ['DE', 52.5, 13.4],
    ['DE', 2.35, 48.86],
    ['GB', 51.5, -0.12],
    ['FR', -30, 45],
    ['US', -30, 89.9],
  ];
  for (const [country, lon, lat] of elsewhere)
    assert.equal(isOutOfCountry([lon, lat], country), true, `${country} ${lon} ${lat}`);
});

test('a post office box warns, a street with such a name does not', async () => {
  const api = await client();
  const warned = async (address: object) => {
    const answer = await api.post('/destinations', { address });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.geocoding.warnings?.includes('POST_BOX') ?? false;
  };
  for (const line of [
    'P.O. Box 7, Boise, ID',
    'PO Box 1234, Boise, ID 83701',
    'Post Office Box 12, Boise, ID',
    'P. O. BOX #7, Boise, ID',
    'Postfach 12 34, 10117 Berlin, Deutschland',
    'BP 45, 75001 Paris, France',
    'Boîte postale 45, 75001 Paris, France',
    'Apartado de Correos 12, 41004 Sevilla, España',
    'Postbus 99, 1012 LG Amsterdam',
  ])
    assert.equal(await warned({ unparsed: line }), true, line);
  for (const line of [
    '7 Box Street, Boise, ID',
    '12 Post Rd, Boise, ID',
    '5 Boxwood Ln, Boise, ID',
    '1 BP Way, Boise, ID',
  ])
    assert.equal(await warned({ unparsed: line }), false, line);
  const parts = { city: 'Boise', state: 'ID', country: 'US' };
  assert.equal(await warned({ ...parts, street: 'P.O. Box 7' }), true);
  assert.equal(await warned({ ...parts, street: 'PO Box', number: 7 }), true);
  assert.equal(await warned({ ...parts, street: 'Main St', number: 7 }), false);
});
