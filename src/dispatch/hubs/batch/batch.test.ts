import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../../tests/harness/clients.ts';
import { fillHubs } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: as answered
const outcomes = (answer: any) => answer.json.results.map((each: any) => each.outcome ?? each.error.cause);
const address = { number: '12', street: 'Example Street', city: 'San Francisco', country: 'USA' };
const location = [-122.4, 37.78];

async function start() {
  const { dispatch, organization_id: organizationId } = await server.organization();
  const api = new DispatchClient(dispatch);
  const [owner] = (await api.get('/admins')).json;
  for (const name of ['North', 'South']) await api.post('/teams', { name, workers: [], managers: [owner.id] });
  // biome-ignore lint/suspicious/noExplicitAny: as answered
  const hubs = async (): Promise<any[]> =>
    (await api.get('/hubs')).json.sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1));
  return { api, hubs, fill: (count: number) => fillHubs(server, organizationId, count) };
}

test('a check says what a batch of hubs would do, and the batch does it; each item is judged by itself', async () => {
  const { api, hubs } = await start();
  const batch = [
    { name: 'Wharf', address, location, teams: ['north', 'South'] },
    { name: 'Hills', address, location },
    { name: 'Nowhere', address, location, teams: ['West'] },
    { name: '', address, location },
    { name: 'Lost', address: { country: 'USA' } },
    'no hub',
    { name: 'wharf', address, location, teams: ['South'] },
  ];
  const checked = await api.post('/hubs/batch/check', { hubs: batch });
  assert.equal(checked.status, 200, checked.text);
  assert.deepEqual(await hubs(), []);
  const made = await api.post('/hubs/batch', { hubs: batch });
  assert.deepEqual(outcomes(made), outcomes(checked));
  const [wharf, hills, nowhere, nameless, lost, none, again] = outcomes(made);
  assert.deepEqual([wharf, hills, again], ['created', 'created', 'changed']);
  assert.match([nowhere, nameless, lost, none].join('\n'), /“West”.*\n.*name.*\n.*street.*\n.*object/s);
  assert.deepEqual(made.json.results[0].geocoding, { layer: 'given', precision: 'exact' });
  assert.deepEqual(made.json.results[6].changes, ['teams']);
  const known = await hubs();
  assert.deepEqual(
    known.map((hub) => [hub.name, hub.teams.length, hub.version]),
    [
      ['Hills', 0, 1],
      ['Wharf', 1, 2],
    ],
  );
});

test('hubs whose names are known are brought up to date, and the same list twice changes nothing', async () => {
  const { api, hubs } = await start();
  const batch = [{ name: 'Wharf', address, location, teams: ['North'] }];
  await api.post('/hubs/batch', { hubs: batch });
  const before = await hubs();
  for (const path of ['/hubs/batch/check', '/hubs/batch'])
    assert.deepEqual(outcomes(await api.post(path, { hubs: batch })), ['unchanged']);
  assert.deepEqual(await hubs(), before);

  const moved = [{ name: 'WHARF', address: { ...address, number: '14' }, location: [-122.5, 37.7] }];
  const left = await api.post('/hubs/batch', { hubs: moved, onlyNew: true });
  assert.deepEqual([outcomes(left), await hubs()], [['unchanged'], before]);
  const changed = await api.post('/hubs/batch', { hubs: moved });
  assert.deepEqual(changed.json.results[0].changes, ['address', 'location']);
  const [hub] = await hubs();
  assert.deepEqual(
    [hub.name, hub.address.number, hub.location, hub.teams],
    ['Wharf', '14', [-122.5, 37.7], before[0].teams],
  );
});

test('a hub beyond the most of an organization is refused, by the check too', async () => {
  const { api, fill } = await start();
  await fill(9999);
  const batch = ['Wharf', 'Hills', 'wharf'].map((name) => ({ name, address, location }));
  const full = 'An organization can have at most 10000 hubs.';
  for (const path of ['/hubs/batch/check', '/hubs/batch'])
    assert.deepEqual(outcomes(await api.post(path, { hubs: batch })), ['created', full, 'unchanged']);
});

test('a check of a part knows what the parts of the list before it would do', async () => {
  const { api, fill } = await start();
  await api.post('/hubs/batch', { hubs: [{ name: 'Wharf', address, location, teams: ['North'] }] });
  await fill(9998);
  const [hills, wharf, valley] = [
    { name: 'Hills', address, location, teams: ['North'] },
    { name: 'Wharf', address, location, teams: ['North'] },
    { name: 'Valley', address, location },
  ];
  const second = [wharf, valley];
  const full = 'An organization can have at most 10000 hubs.';
  const earlier = [{ name: 'Hills', teams: ['north'] }];
  const check = async (more: object) => outcomes(await api.post('/hubs/batch/check', { hubs: second, ...more }));
  assert.deepEqual(await check({}), ['unchanged', 'created']);
  assert.deepEqual(await check({ earlier }), ['changed', full]);
  // The part before leaves known hubs as they are, too.
  assert.deepEqual(await check({ earlier: [{ name: 'wharf', teams: [] }], onlyNew: true }), ['unchanged', 'created']);
  assert.deepEqual(outcomes(await api.post('/hubs/batch', { hubs: [hills] })), ['created']);
  assert.deepEqual(outcomes(await api.post('/hubs/batch', { hubs: second })), ['changed', full]);
});

test('a name that two hubs have is refused, and a batch has at most 100', async () => {
  const { api } = await start();
  for (const name of ['Twin', 'twin']) await api.post('/hubs', { name, address, location });
  const batch = [{ name: 'TWIN', address, location }];
  assert.deepEqual(outcomes(await api.post('/hubs/batch/check', { hubs: batch })), ['Several hubs are called “TWIN”.']);
  assert.deepEqual(outcomes(await api.post('/hubs/batch', { hubs: [{ ...batch[0], name: 'twin' }] })), ['unchanged']);
  assert.equal((await api.post('/hubs/batch', { hubs: Array(101).fill(batch[0]) })).status, 400);
});
