import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { holdsLaw, LiveReader } from '../../../tests/harness/live.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const UNKNOWN = 'A'.repeat(24);
const address = { number: '12', street: 'Example Street', city: 'San Francisco', country: 'USA' };
const location = [-122.4, 37.78];

async function floor() {
  const { dispatch } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  const [owner] = (await api.get('/admins')).json;
  const team = async (name: string) =>
    (await api.post('/teams', { name, workers: [], managers: [owner.id] })).json.id as string;
  return { api, owner: owner.id as string, north: await team('North'), south: await team('South') };
}

test('create, list, change', async () => {
  const { api, north, south } = await floor();
  const created = await api.post('/hubs', { name: 'Depot', address, location, teams: [north] });
  assert.equal(created.status, 200, created.text);
  assert.deepEqual(created.json, {
    id: created.json.id,
    name: 'Depot',
    location,
    address: { ...address, apartment: '', county: '', state: '', postalCode: '' },
    teams: [north],
    located: true,
    version: 1,
  });
  assert.deepEqual((await api.get('/hubs')).json, [created.json]);
  assert.equal((await api.get(`/teams/${north}`)).json.hub, created.json.id);
  const other = await api.post('/hubs', { name: 'Annex', address, location, team: [north, south] });
  assert.deepEqual(other.json.teams, [north, south]);
  assert.deepEqual((await api.get('/hubs')).json[0].teams, []);
  const changed = await api.put(`/hubs/${other.json.id}`, {
    name: 'Annex 2',
    teams: [south],
    location: [-122.5, 37.7],
  });
  assert.deepEqual(changed.json, {
    ...other.json,
    name: 'Annex 2',
    teams: [south],
    location: [-122.5, 37.7],
    version: 2,
  });
  assert.equal((await api.get(`/teams/${north}`)).json.hub, null);
  const moved = await api.put(`/hubs/${other.json.id}`, { address: { ...address, number: '14' }, location });
  assert.equal(moved.json.address.number, '14');
  assert.deepEqual((await api.put(`/hubs/${other.json.id}`, {})).json, moved.json);
});

test('an address without a location is looked up', async () => {
  const { api } = await floor();
  const made = await api.post('/hubs', {
    name: 'Depot',
    address: { unparsed: '1 Market Street, San Francisco, CA 94105, USA' },
  });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.json.located, false);
  const corrected = await api.put(`/hubs/${made.json.id}`, { location });
  assert.deepEqual([corrected.json.location, corrected.json.located], [location, true]);
  assert.equal((await api.put(`/hubs/${made.json.id}`, { name: 'Depot 2' })).json.located, true);
  const [longitude, latitude] = made.json.location;
  assert.ok(Math.abs(longitude + 122.42) < 0.2 && Math.abs(latitude - 37.77) < 0.2, made.text);
});

test('what is refused', async () => {
  const { api, north } = await floor();
  const make = async (more: object) =>
    (await api.post('/hubs', { name: 'Depot', address, location, ...more })).json.message?.error;
  assert.equal(await make({ name: undefined }), 1900);
  assert.equal(await make({ address: undefined }), 1900);
  assert.equal(await make({ address: 'somewhere' }), 1005);
  assert.equal(await make({ teams: [UNKNOWN] }), 1402);
  assert.equal(await make({ teams: ['x'] }), 1005);
  assert.equal(await make({ team: north }), 1005);
  assert.equal(await make({ location: [200, 0] }), 1000);
  assert.deepEqual((await api.get('/hubs')).json, []);
  assert.equal((await api.put(`/hubs/${UNKNOWN}`, { name: 'x' })).json.message.error, 1402);
  assert.equal((await api.put('/hubs/x', { name: 'x' })).json.message.error, 1005);
});

test('what gonfleet writes for what was not set changes nothing', async () => {
  const { api } = await floor();
  const hub = (await api.post('/hubs', { name: 'Depot', address, location })).json;
  const nothing = { apartment: '', city: '', country: '', name: '', number: '', postalCode: '', state: '', street: '' };
  const changed = await api.put(`/hubs/${hub.id}`, { name: '', address: nothing });
  assert.deepEqual([changed.status, changed.json], [200, hub]);
  assert.equal((await api.put(`/hubs/${hub.id}`, { name: 'Annex', address: nothing })).json.name, 'Annex');
  assert.equal((await api.put(`/hubs/${hub.id}`, { name: ' ' })).json.message.error, 1000);
  assert.equal((await api.post('/hubs', { name: '', address, location })).json.message.error, 1000);
});

test('a hub goes: its teams have none, a done plan too; one where a route is to begin stays', async () => {
  const { api, north } = await floor();
  const hub = (await api.post('/hubs', { name: 'Depot', address, location, teams: [north] })).json;
  const reader = await LiveReader.open(api);
  const plan = await api.post('/routePlans', {
    name: 'Monday',
    startTime: server.clock.now().getTime(),
    startAt: 'HUB',
    startingHubId: hub.id,
  });
  assert.equal(plan.status, 200, plan.text);
  const refused = await api.delete(`/hubs/${hub.id}`);
  assert.deepEqual([refused.status, refused.json.message.error], [400, 1000]);
  assert.match(refused.json.message.cause, /start or end at this hub/);
  await server.services.database.transaction((tx) =>
    tx.run(sql`update dispatch.route_plans set actual_end_time = ${tx.now} where id = ${plan.json.id}`),
  );
  assert.equal((await api.delete(`/hubs/${hub.id}`)).status, 200);
  assert.deepEqual((await api.get('/hubs')).json, []);
  assert.equal((await api.get(`/teams/${north}`)).json.hub, null);
  assert.equal((await api.get(`/routePlans/${plan.json.id}`)).json.startingHubId, null);
  await reader.ended;
  await reader.connect();
  await reader.ready();
  assert.ok(!reader.state.hubs.has(hub.id));
  await holdsLaw(reader, api);
  await reader.close();
  const again = await api.delete(`/hubs/${hub.id}`);
  assert.deepEqual([again.status, again.json.message.error], [404, 1402]);
  assert.equal((await api.delete('/hubs/x')).json.message.error, 1005);
  assert.equal(
    (await api.post('/teams', { name: 'East', workers: [], managers: [], hub: hub.id })).json.message.error,
    1402,
  );
});
