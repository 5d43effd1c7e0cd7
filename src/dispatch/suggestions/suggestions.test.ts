import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Answer } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

const place = (street: string, number: string, city: string, more: object = {}) => ({
  destination: {
    address: { street, number, city, postalCode: '94105', country: 'US', ...more },
    location: [-122.4, 37.78],
    notes: 'Back door',
  },
});

/** Suggested addresses in one line each, with their source. */
async function lines(api: { get(path: string): Promise<Answer> }, q: string): Promise<string[]> {
  const { suggestions } = ok(await api.get(`/addresses/suggestions?q=${encodeURIComponent(q)}`));
  return suggestions.map(
    // biome-ignore lint/suspicious/noExplicitAny: an answer
    ({ source, address }: any) => `${source}: ${address.street} ${address.number}, ${address.city}`,
  );
}

test('own addresses are suggested however they are begun, each once, and to those who see a task there', async () => {
  const fleet = await startFleet(server);
  const { api } = fleet;
  const other = await startFleet(server);
  await other.task(place('Wharf Lane', '1', 'Oakland'));
  const { id: first } = await fleet.task(place('Wharf Street', '543', 'San Francisco', { apartment: '7b' }));
  await fleet.task(place('Wharf Street', '543', 'San Francisco'));
  await fleet.task(place('Wharf Street', '12', 'Oakland'));
  await fleet.task(place('Große Straße', '5', 'Bremen'));
  await fleet.task(place('Улица Мира', '8', 'Москва'));
  const both = ['destination: Wharf Street 12, Oakland', 'destination: Wharf Street 543, San Francisco'];
  assert.deepEqual(await lines(api, 'wharf'), both);
  assert.deepEqual(await lines(api, 'WHARF str'), both);
  assert.deepEqual(await lines(api, '543 Wh'), [both[1]]);
  assert.deepEqual(await lines(api, '543 Wharf Street San Fr'), [both[1]]);
  assert.deepEqual(await lines(api, 'wharf street, oakl'), [both[0]].concat(await cityOnly(api)));
  for (const q of ['grosse s', 'Große Stra', 'grosse straße 5', 'GROSSE STR. 5'])
    assert.deepEqual(await lines(api, q), ['destination: Große Straße 5, Bremen'], q);
  assert.deepEqual(await lines(api, 'улица'), ['destination: Улица Мира 8, Москва']);
  for (const q of ['', 'wh', '%', '___', 'Lane']) assert.deepEqual(await lines(api, q), [], q);
  assert.equal((await api.get(`/addresses/suggestions?q=${'x'.repeat(201)}`)).status, 400);
  assert.equal((await api.get(`/addresses/suggestions?q=${encodeURIComponent('x'.repeat(200))}`)).status, 200);

  // An address of the caller's own place is given with it; the door is the recipient's.
  const [, { address, location }] = ok(await api.get('/addresses/suggestions?q=wharf')).suggestions;
  assert.deepEqual([address.apartment, location], ['', [-122.4, 37.78]]);

  const south = await fleet.team('South');
  const { client } = await makeDispatcher(server, fleet, [fleet.north]);
  ok(await api.put(`/containers/teams/${south}`, { tasks: [-1, first] }));
  assert.deepEqual(await lines(client, 'wharf'), both, "the second task there is everybody's");
  const alone = await fleet.task({
    ...place('Hidden Alley', '3', 'Oakland'),
    container: { type: 'TEAM', team: south },
  });
  assert.deepEqual(await lines(client, 'hidden'), []);
  assert.deepEqual(await lines(api, 'hidden'), ['destination: Hidden Alley 3, Oakland']);
  ok(await api.put(`/containers/organization/${fleet.organization}`, { tasks: [-1, alone.id] }));
  assert.deepEqual(await lines(client, 'hidden'), ['destination: Hidden Alley 3, Oakland']);
});

/** The gazetteer's completion of a street in Oakland. */
async function cityOnly(api: { get(path: string): Promise<Answer> }): Promise<string[]> {
  return (await lines(api, 'wharf street, oakl')).filter((line) => line.startsWith('city: '));
}

test('imported streets and cities of the own country complete what is typed', async () => {
  const { api } = await startFleet(server);
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into dispatch.address_points (source, country, city, postal_code, street, number, lon, lat, street_key,
        number_key, city_key, postal_key)
      select 'test', country, city, postal, street, n::text, -122, 37, lower(street), n::text, lower(city), postal
      from (values ('US', 'Springfield', '62701', 'Lantern Ave'), ('US', 'Shelbyville', '46176', 'Lantern Ave'),
        ('US', 'Springfield', '62701', 'Lantern Way'), ('CA', 'Springfield', 'R0E', 'Lantern Ave')
      ) as point (country, city, postal, street), generate_series(1, 40) as n`),
  );
  assert.deepEqual(await lines(api, 'lantern'), [
    'street: Lantern Ave , Shelbyville',
    'street: Lantern Ave , Springfield',
    'street: Lantern Way , Springfield',
  ]);
  const inSpringfield = await lines(api, '12 Lantern Avenue, spring');
  assert.equal(inSpringfield[0], 'street: Lantern Ave 12, Springfield');
  assert.ok(inSpringfield.length <= 4);
  assert.deepEqual((await lines(api, 'Lantern Ave 12, 461'))[0], 'street: Lantern Ave 12, Shelbyville');
  assert.deepEqual((await lines(api, '5 Nowhere Rd, San Franc'))[0], 'city: Nowhere Rd 5, San Francisco');
});

test('a geocoder is asked when the caller says so, once a second at most; without one nothing is sent', async () => {
  let asked = 0;
  const properties = {
    housenumber: '9',
    street: 'Quay Rd',
    city: 'Alameda',
    countrycode: 'US',
    country: 'United States',
  };
  const geocoder = createServer((_request, response) => {
    asked++;
    const geometry = { coordinates: [-122.3, 37.7] };
    response.end(JSON.stringify({ features: [{ geometry, properties }] }));
  });
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve));
  after(() => geocoder.close());
  const geocoderUrl = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}`;
  await using asking = await startTestServer({ geocoder: 'photon', geocoderUrl });
  const { api } = await startFleet(asking);
  const suggested = async (q: string, more = '&geocoder=true') =>
    ok(await api.get(`/addresses/suggestions?q=${encodeURIComponent(q)}${more}`));
  assert.deepEqual(await suggested('9 Quay R', ''), { suggestions: [], isGeocoderSet: true });
  const { suggestions } = await suggested('9 Quay R');
  assert.deepEqual(
    suggestions.map(({ source, location }: { source: string; location: number[] }) => [source, location]),
    [['geocoder', [-122.3, 37.7]]],
  );
  assert.deepEqual((await suggested('9 Quay Ro')).suggestions, []);
  asking.clock.advance(1000);
  assert.equal((await suggested('9 Quay Roa')).suggestions.length, 1);
  assert.equal(asked, 2);
  const { api: without } = await startFleet(server);
  assert.equal(ok(await without.get('/addresses/suggestions?q=9%20Quay&geocoder=true')).isGeocoderSet, false);
});

test('recipients are suggested by name and number with the place of their newest task in sight', async () => {
  const fleet = await startFleet(server);
  const { api } = fleet;
  const other = await startFleet(server);
  const kim = { name: 'Kim Customer', phone: '+14155550199', notes: 'Rings twice' };
  await other.task({ recipients: [kim] });
  const south = await fleet.team('South');
  await fleet.task({ ...place('Wharf Street', '543', 'Oakland'), recipients: [kim] });
  server.clock.advance(1000);
  const newest = { ...place('Pier', '2', 'Oakland'), recipients: [kim], container: { type: 'TEAM', team: south } };
  await fleet.task(newest);
  ok(await api.post('/recipients', { name: 'Cuno 100%', phone: '+14155550188', language: 'pl' }));
  const { suggestions } = ok(await api.get('/recipients/suggestions?q=0188'));
  assert.equal(suggestions[0].language, 'pl');
  const found = async (q: string, client = api) =>
    ok(await client.get(`/recipients/suggestions?q=${encodeURIComponent(q)}`)).suggestions.map(
      // biome-ignore lint/suspicious/noExplicitAny: an answer
      ({ name, place }: any) => (place ? [name, place.address.street, place.notes] : [name]),
    );
  const atPier = ['Kim Customer', 'Pier', 'Back door'];
  for (const q of ['ki', 'KIM c', 'custom', '555 0199', '(415) 555-0199', '+1415555019'])
    assert.deepEqual(await found(q), [atPier], q);
  for (const q of ['', 'k', 'im', 'zz', '000', '_im', '%', String.raw`\\\\`]) assert.deepEqual(await found(q), [], q);
  assert.deepEqual(await found('100%'), [['Cuno 100%']]);
  assert.deepEqual(await found('cu'), [['Cuno 100%']]);
  assert.deepEqual(await found('cus'), [atPier]);
  // A manager of one team does not see those to whom only others deliver.
  const { client } = await makeDispatcher(server, fleet, [fleet.north]);
  assert.deepEqual(await found('kim', client), [['Kim Customer', 'Wharf Street', 'Back door']]);
  assert.deepEqual(await found('cuno', client), []);
});
