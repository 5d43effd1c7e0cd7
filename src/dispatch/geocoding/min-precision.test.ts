import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { checkDestinations } from '../../cli/check-destinations.ts';
import { importGeo } from '../../cli/geo-import.ts';
import { setMinPrecision } from '../../cli/geo-precision.ts';

const server = await startTestServer();
// A geocoder that knows nothing, or gives the answer of a test.
let answer: unknown = { features: [] };
const geocoder = createServer((_request, response) => response.end(JSON.stringify(answer)));
await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve));
const geocoderUrl = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}`;
const withGeocoder = await startTestServer({ geocoder: 'photon', geocoderUrl });
const strict = await startTestServer({ geocoderMinPrecision: 'postalCode' });
const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-precision-'));
after(async () => {
  for (const each of [server, withGeocoder, strict]) await each[Symbol.asyncDispose]();
  geocoder.closeAllConnections();
  geocoder.close();
  await rm(folder, { recursive: true });
});

const elm = (country: string) => ({ number: '1', street: 'Elm St', city: 'Springfield', state: 'IL', country });
async function organizationOf(of: typeof server, country = 'US') {
  const created = await of.organization({ country });
  return { id: created.organization_id, api: new DispatchClient(created.dispatch) };
}
async function refusal(api: DispatchClient, body: object, resource = '/destinations') {
  const { status, json } = await api.post(resource, body);
  assert.deepEqual([status, json.message?.error], [400, 1011]);
  return json.message.cause as string;
}

test('the request outweighs the organization, which outweighs the server', async () => {
  const { id, api } = await organizationOf(server);
  const address = elm('US');
  const options = (minPrecision: string) => ({ address, options: { minPrecision } });
  assert.equal((await api.post('/destinations', { address })).status, 200);
  const cause = 'Only the city was found (Springfield, United States); the minimum precision is "street".';
  assert.equal(await refusal(api, options('street')), cause);
  assert.equal(await refusal(api, { ...options('street'), name: 'Depot' }, '/hubs'), cause);
  await setMinPrecision(server.services, id, 'street');
  assert.equal(await refusal(api, { address }), cause);
  assert.equal(await refusal(api, { destination: { address } }, '/tasks'), cause);
  assert.equal((await api.post('/destinations', options('city'))).status, 200);
  await setMinPrecision(server.services, id, 'default');
  assert.equal((await api.post('/destinations', { address })).status, 200);
  assert.equal((await api.post('/destinations', options('doorstep'))).json.message.error, 1000);
  await assert.rejects(setMinPrecision(server.services, id, 'exact'), /must be one of/);
  await assert.rejects(setMinPrecision(server.services, 'x'.repeat(24), 'city'), /no organization/);

  const other = await organizationOf(strict);
  assert.match(await refusal(other.api, { address }), /minimum precision is "postalCode"/);
  await setMinPrecision(strict.services, other.id, 'city');
  assert.equal((await other.api.post('/destinations', { address })).status, 200);
});

test('the middle of a state is a place where regions are accepted', async () => {
  const { api } = await organizationOf(server);
  const hamlet = { address: { unparsed: '12 Rural Rd, Tinyhamlet, VT' } };
  const found = await api.post('/destinations', { ...hamlet, options: { minPrecision: 'region' } });
  assert.equal(found.status, 200, found.text);
  const [lon, lat] = found.json.location;
  assert.ok(lon > -73.5 && lon < -71.5 && lat > 42.7 && lat < 45.1, `${lon} ${lat}`);
  assert.deepEqual(
    [found.json.geocoding, found.json.located, found.json.warnings, found.json.address.state],
    [{ layer: 'gazetteer', precision: 'region' }, false, ['GEOMETRIC_CENTER'], 'Vermont'],
  );
});

test('imported addresses of a country raise its default to the street, postal codes do not', async () => {
  const postal = path.join(folder, 'GB.txt');
  await writeFile(
    postal,
    [
      'GB\tSW1A\tLondon\tEngland\tENG\tGreater London\t\t\t\t51.5\t-0.13\t4',
      'US\t94107\tSan Francisco\tCalifornia\tCA\tSan Francisco\t075\t\t\t37.7621\t-122.3971\t4\n',
    ].join('\n'),
  );
  await importGeo(server.services, postal);
  const { api } = await organizationOf(server, 'GB');
  // Only the beginning of a code is known; a code needs no city; another country's code is not searched at home.
  const located = async (unparsed: string, of = api) => {
    const { status, json, text } = await of.post('/destinations', { address: { unparsed } });
    assert.equal(status, 200, text);
    return [json.geocoding.precision, json.location, json.warnings, json.located];
  };
  const code = ['postalCode', [-0.13, 51.5], ['GEOMETRIC_CENTER'], false];
  assert.deepEqual(await located('10 Downing St, London SW1A 2AA'), code);
  assert.deepEqual(await located('SW1A 2AA'), code);
  const american = (await organizationOf(server)).api;
  assert.deepEqual(await located('10 Downing St, London SW1A 2AA', american), code);
  assert.deepEqual((await located('94107', american))[1], [-122.3971, 37.7621]);

  const streets = path.join(folder, 'gb.geojson');
  await writeFile(
    streets,
    `${JSON.stringify({
      type: 'Feature',
      properties: { number: '1', street: 'Mill Lane', city: 'Camelford', postcode: 'PL32 9PZ' },
      geometry: { type: 'Point', coordinates: [-4.68, 50.62] },
    })}\n`,
  );
  await importGeo(server.services, streets, { country: 'GB' });
  const london = { address: { unparsed: '10 Downing St, London SW1A 2AA' } };
  assert.match(await refusal(api, london), /^Only the postal code was found \(.*SW1A.*United Kingdom\); .*"street"\.$/);
  assert.equal((await api.post('/destinations', { ...london, options: { minPrecision: 'city' } })).status, 200);
  assert.equal((await api.post('/destinations', { address: elm('US') })).status, 200);
  const mill = await located('1 Mill Lane, Camelford');
  assert.deepEqual([mill[0], mill[3]], ['address', true]);
});

test('with a geocoder the default is the street, and an answer of another country than the named one is none', async () => {
  const { api } = await organizationOf(withGeocoder);
  assert.match(await refusal(api, { address: elm('US') }), /^Only the city was found/);
  const found = { type: 'street', street: 'Nowy Świat', city: 'Warsaw', country: 'United States', countrycode: 'US' };
  answer = { features: [{ geometry: { type: 'Point', coordinates: [-85.85, 41.24] }, properties: found }] };
  const warsaw = { address: { unparsed: 'Nowy Świat 1, Warszawa, Polska' } };
  assert.match(await refusal(api, warsaw), /^Only the city was found \(Warsaw, Poland\)/);
  answer = {
    features: [{ geometry: { type: 'Point', coordinates: [21, 52.2] }, properties: { ...found, countrycode: 'PL' } }],
  };
  const right = await api.post('/destinations', { address: { unparsed: 'Nowy Świat 2, Warszawa, Polska' } });
  assert.deepEqual([right.json.location, right.json.located], [[21, 52.2], true]);
  answer = 'nonsense';
  assert.match(await refusal(api, { address: { ...elm('US'), number: '77' } }), /The geocoder did not answer\.$/);
});

test('the middle of a city is nobody’s doorstep: not assigned by distance, never arrived at, until it is put right', async () => {
  const fleet = await startFleet(server);
  const { api } = fleet;
  const address = { number: '7', street: 'Lost Lane', city: 'Oakland', state: 'CA', country: 'US' };
  const place = (await api.post('/destinations', { address })).json;
  assert.deepEqual([place.located, place.warnings], [false, ['GEOMETRIC_CENTER']]);
  const [lon, lat] = place.location;
  const dora = await fleet.worker([lon, lat]);
  const arrivals = await Receiver.start();
  const etas = await Receiver.start();
  const marker = await Receiver.start();
  after(() => Promise.all([arrivals.stop(), etas.stop(), marker.stop()]));
  for (const [receiver, trigger, threshold] of [
    [arrivals, 2, 500],
    [etas, 1, 600],
    [marker, 6, undefined],
  ] as const)
    assert.equal((await api.post('/webhooks', { url: receiver.url, name: 'w', trigger, threshold })).status, 200);

  for (const mode of ['distance', 'load']) {
    const task = await fleet.task({ destination: place.id, autoAssign: { mode } });
    assert.deepEqual([task.worker, task.state, task.didAutoAssign], [null, 0, false], mode);
  }
  const waiting = await fleet.task({ destination: { address } });
  const many = await api.post('/tasks/autoAssign', { tasks: [waiting.id], options: { mode: 'distance' } });
  assert.equal(many.status, 200, many.text);
  assert.equal((await api.get(`/tasks/${waiting.id}`)).json.worker, null);

  const task = await fleet.task({ destination: place.id, container: { type: 'WORKER', worker: dora.id } });
  assert.equal((await dora.driver.post(`/driver/tasks/${task.id}/start`, {})).status, 200);
  server.clock.advance(60_000);
  await dora.goTo(lon, lat);
  const { id: last } = await fleet.task();
  await until(() => marker.deliveries.some(({ body }) => body.taskId === last));
  assert.deepEqual([arrivals.deliveries.length, etas.deliveries.length], [0, 0]);

  const counted = async () =>
    (await checkDestinations(server.services.database.reader)).detail.match(/\d+/g)!.map(Number);
  const [all, rough] = await counted();
  const right = [lon + 0.001, lat];
  const corrected = (await api.put(`/destinations/${place.id}`, { location: right })).json;
  assert.deepEqual(
    [corrected.location, corrected.located, corrected.warnings, corrected.geocoding.layer],
    [right, true, [], 'correction'],
  );
  assert.deepEqual(await counted(), [all, rough! - 1]);
  const again = (await api.post('/destinations', { address })).json;
  assert.deepEqual([again.location, again.located], [right, true]);
  server.clock.advance(60_000);
  await dora.goTo(lon + 0.0009, lat);
  await until(() => arrivals.deliveries.length > 0 && etas.deliveries.length > 0);
  assert.equal((await fleet.task({ destination: place.id, autoAssign: { mode: 'distance' } })).worker, dora.id);
});
