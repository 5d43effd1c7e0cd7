import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();
const client = new DispatchClient(organization.dispatch);
const stranger = new DispatchClient((await server.organization()).dispatch);
const address = {
  number: '543',
  street: 'Wharf St',
  apartment: '5F',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94105',
  country: 'USA',
};
const location = [-122.3964, 37.7883];

function refused(answer: { status: number; json: { message: { error: number } } }, status: number, error: number) {
  assert.deepEqual([answer.status, answer.json?.message?.error], [status, error]);
}

describe('POST /destinations', () => {
  it('keeps a destination at the given location', async () => {
    const metadata = [{ name: 'gate', type: 'number', value: 4, visibility: ['api'] }];
    const given = [{ ...metadata[0], visibility: null, subtype: null }];
    const created = await client.post('/destinations', { address, location, notes: 'Ring twice', metadata: given });
    assert.equal(created.status, 200);
    const { id, timeCreated, timeLastModified, ...rest } = created.json;
    assert.match(id, /^[A-Za-z0-9*~]{24}$/);
    assert.equal(timeCreated, timeLastModified);
    assert.deepEqual(rest, {
      location,
      address,
      notes: 'Ring twice',
      metadata,
      warnings: [],
      geocoding: { layer: 'given', precision: 'exact' },
      located: true,
    });
    assert.deepEqual((await client.get(`/destinations/${id}`)).json, created.json);
  });

  it('takes empty and null parts as absent, and passes over what it does not know', async () => {
    const created = await client.post('/destinations', {
      address: { ...address, apartment: null, state: '', extra: 1, more: {}, others: [true] },
      location,
      notes: null,
      options: null,
    });
    assert.equal(created.status, 200);
    assert.equal(created.json.address.apartment, '');
  });

  it('takes numbers for the parts of an address that are mostly digits', async () => {
    const numbers = { number: 543, apartment: 5, postalCode: 94105 };
    const made = await client.post('/destinations', { address: { ...address, ...numbers }, location });
    const { number, apartment, postalCode } = made.json.address;
    assert.deepEqual([number, apartment, postalCode], ['543', '5', '94105']);
    refused(await client.post('/destinations', { address: { ...address, city: 5 }, location }), 400, 1005);
  });

  it('takes a location as an object that holds the pair', async () => {
    const made = await client.post('/destinations', { address, location: { coordinates: location } });
    assert.deepEqual([made.status, made.json.location], [200, location], made.text);
    const make = (odd: unknown) => client.post('/destinations', { address, location: odd });
    refused(await make({ coordinates: [200, 1] }), 400, 1000);
    refused(await make({ coordinates: ['a', 1] }), 400, 1005);
    refused(await make({ type: 'Point' }), 400, 1900);
  });

  it('asks for the parts that must be there', async () => {
    refused(await client.post('/destinations', {}), 400, 1900);
    refused(await client.post('/destinations'), 400, 1900);
    refused(await client.post('/destinations', { address: { ...address, city: '' }, location }), 400, 1900);
    refused(await client.post('/destinations', { address: { ...address, country: undefined }, location }), 400, 1900);
    refused(await client.post('/destinations', { address: { city: 'Rome', country: 'Italy' } }), 400, 1900);
    assert.equal(
      (await client.post('/destinations', { address: { city: 'Rome', country: 'Italy' }, location: [12.5, 41.9] }))
        .status,
      200,
    );
  });

  it('refuses an unparsed address beside a location', async () => {
    refused(await client.post('/destinations', { address: { unparsed: '543 Wharf St' }, location }), 400, 1000);
  });

  it('takes what gonfleet writes for a location that was not set, and only that, as none', async () => {
    const berlin = { unparsed: 'Berlin, Germany', number: '', street: '', city: '', country: '' };
    const { json } = await client.post('/destinations', { address: berlin, location: [0, 0], notes: '' });
    assert.equal(json.address.city, 'Berlin');
    assert.deepEqual((await client.post('/destinations', { address, location: [0, 0] })).json.location, [0, 0]);
    refused(await client.post('/destinations', { address: berlin, location: [0, 1] }), 400, 1000);
  });

  it('refuses places that are not on the earth, and other types', async () => {
    for (const wrong of [
      [181, 0],
      [0, -90.5],
      [1e300, 1],
    ])
      refused(await client.post('/destinations', { address, location: wrong }), 400, 1000);
    for (const wrong of ['0,0', ['1', 2], { coordinates: '1,2' }, 7])
      refused(await client.post('/destinations', { address, location: wrong }), 400, 1005);
    assert.equal((await client.post('/destinations', { address, location: [1] })).status, 400);
    assert.equal((await client.post('/destinations', { address, location: [1, 2, 3] })).status, 400);
    refused(await client.post('/destinations', { address: 'Wharf St', location }), 400, 1005);
    refused(await client.post('/destinations', { address: { ...address, number: true }, location }), 400, 1005);
    refused(await client.post('/destinations', { address, location, options: { language: 'eng' } }), 400, 1000);
    refused(await client.post('/destinations', { address, location, notes: 'x'.repeat(10_001) }), 400, 1000);
    refused(
      await client.post('/destinations', { address, location, metadata: [{ name: 'a', type: 'number', value: 'b' }] }),
      400,
      1000,
    );
  });

  it('gives the stored answer to a repeat with the same Idempotency-Key', async () => {
    const header = { 'idempotency-key': 'destination-1' };
    const [one, two] = await Promise.all([
      client.post('/destinations', { address, location }, header),
      client.post('/destinations', { address, location }, header),
    ]);
    assert.equal(one.json.id, two.json.id);
  });
});

describe('GET /destinations/:destinationId', () => {
  it('tells foreign, unknown and malformed IDs apart as specified', async () => {
    const { id } = (await client.post('/destinations', { address, location })).json;
    refused(await stranger.get(`/destinations/${id}`), 403, 1300);
    refused(await stranger.put(`/destinations/${id}`, { notes: 'mine' }), 403, 1300);
    refused(await client.get(`/destinations/${'a'.repeat(24)}`), 404, 1402);
    refused(await client.get('/destinations/short'), 400, 1005);
    refused(await new DispatchClient({ url: server.url, api_key: 'wrong' }).get(`/destinations/${id}`), 401, 1102);
  });
});

describe('POST /destinations/metadata', () => {
  it("finds the organization's own by all items", async () => {
    const own = [
      { name: 'zone', type: 'string', value: 'north' },
      { name: 'floor', type: 'number', value: 3 },
    ];
    const { id } = (await client.post('/destinations', { address, location, metadata: own })).json;
    await stranger.post('/destinations', { address, location, metadata: own });
    await client.post('/destinations', { address, location, metadata: [own[0]] });
    const found = await client.post('/destinations/metadata', own);
    assert.deepEqual(
      found.json.map((each: { id: string }) => each.id),
      [id],
    );
    refused(await client.post('/destinations/metadata', []), 400, 1000);
  });
});

describe('PUT /destinations/:destinationId', () => {
  it('remembers a corrected place for the next destination of that address, in the organization only', async () => {
    const unclear = { number: '12', street: 'Lost Lane', city: 'Oakland', state: 'CA', country: 'US' };
    const rough = (await client.post('/destinations', { address: unclear })).json;
    assert.deepEqual(rough.geocoding, { layer: 'gazetteer', precision: 'city' });
    assert.deepEqual(rough.warnings, ['GEOMETRIC_CENTER']);
    const right = [-122.2, 37.81];
    const corrected = await client.put(`/destinations/${rough.id}`, { location: right, notes: 'Behind the mill' });
    assert.deepEqual(
      [corrected.json.location, corrected.json.notes, corrected.json.warnings],
      [right, 'Behind the mill', []],
    );
    const again = (await client.post('/destinations', { address: { ...unclear, street: 'LOST LN.', country: 'USA' } }))
      .json;
    assert.deepEqual([again.location, again.geocoding], [right, { layer: 'correction', precision: 'exact' }]);
    const elsewhere = (await stranger.post('/destinations', { address: unclear })).json;
    assert.equal(elsewhere.geocoding.layer, 'gazetteer');
    const sameStreet = (await client.post('/destinations', { address: { ...unclear, state: 'NJ' } })).json;
    assert.equal(sameStreet.geocoding.layer, 'gazetteer');
  });

  it('remembers it for the address as it was asked for, though the geocoder has worded it otherwise', async () => {
    const asked = { number: '13', street: 'Lost Lane', city: 'Roma', country: 'Italia' };
    const found = (await client.post('/destinations', { address: asked })).json;
    assert.deepEqual([found.address.city, found.address.country], ['Rome', 'Italy']);
    const right = [12.5, 41.9];
    await client.put(`/destinations/${found.id}`, { location: right });
    for (const address of [asked, found.address])
      assert.deepEqual((await client.post('/destinations', { address })).json.location, right);
  });

  it('tells addresses apart by what stands between street and city', async () => {
    const [east, west] = ['5 Mill Way, Eastside, Fresno, CA', '5 Mill Way, Westside, Fresno, CA'];
    const { id } = (await client.post('/destinations', { address: { unparsed: east } })).json;
    const right = [-119.7, 36.8];
    await client.put(`/destinations/${id}`, { location: right });
    const layerOf = async (unparsed: string) =>
      (await client.post('/destinations', { address: { unparsed } })).json.geocoding.layer;
    assert.deepEqual([await layerOf(east), await layerOf(west)], ['correction', 'gazetteer']);
  });

  it('takes the longest address', async () => {
    const long = Object.fromEntries(Object.keys(address).map((part) => [part, '宅'.repeat(500)]));
    const created = await client.post('/destinations', { address: long, location });
    assert.equal(created.status, 200, created.text);
    assert.equal((await client.put(`/destinations/${created.json.id}`, { location })).status, 200);
  });

  it('loses nothing of two changes at once', async () => {
    const { id } = (await client.post('/destinations', { address, location })).json;
    for (let round = 0; round < 5; round++) {
      const metadata = { $set: [{ name: 'round', type: 'number', value: round }] };
      const notes = `round ${round}`;
      await Promise.all([
        client.put(`/destinations/${id}`, { metadata }),
        client.put(`/destinations/${id}`, { notes }),
      ]);
      const { json } = await client.get(`/destinations/${id}`);
      assert.deepEqual([json.notes, json.metadata[0].value], [notes, round]);
    }
  });
});
