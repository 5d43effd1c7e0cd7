import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { destinationAt, makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const UNKNOWN = 'A'.repeat(24);

async function client() {
  const { dispatch } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  const [owner] = (await api.get('/admins')).json;
  return { api, owner: owner.id as string };
}

test('create, read, change, delete', async () => {
  const { api, owner } = await client();
  const created = await api.post('/teams', { name: 'North', workers: [], managers: [owner] });
  assert.equal(created.status, 200, created.text);
  const { id, timeCreated, timeLastModified, ...rest } = created.json;
  assert.equal(timeCreated, timeLastModified);
  assert.deepEqual(rest, {
    name: 'North',
    workers: [],
    managers: [owner],
    hub: null,
    enableSelfAssignment: false,
    tasks: [],
    metadata: [],
    version: 1,
  });
  assert.deepEqual((await api.get(`/teams/${id}`)).json, created.json);
  assert.deepEqual((await api.get('/teams')).json, [created.json]);
  const worker = await api.post('/workers', { name: 'Wendy', phone: '+14155550111', teams: [id] });
  assert.deepEqual((await api.get(`/teams/${id}`)).json.workers, [worker.json.id]);
  const changed = await api.put(`/teams/${id}`, { name: 'South', enableSelfAssignment: true, workers: [] });
  assert.equal(changed.json.name, 'South');
  assert.equal(changed.json.enableSelfAssignment, true);
  assert.deepEqual(changed.json.workers, []);
  assert.deepEqual(changed.json.managers, [owner]);
  await api.put(`/teams/${id}`, { workers: [worker.json.id, worker.json.id] });
  const deleted = await api.delete(`/teams/${id}`);
  assert.deepEqual([deleted.status, deleted.text], [200, '']);
  assert.equal((await api.get(`/teams/${id}`)).json.message.error, 1402);
  assert.equal((await api.delete(`/teams/${id}`)).status, 404);
  const survivor = await api.get(`/workers/${worker.json.id}`);
  assert.deepEqual([survivor.status, survivor.json.teams], [200, []]);
  assert.deepEqual((await api.get('/admins')).json[0].teams, []);
});

test('the only team of a worker can be deleted: worker and tasks stay, and find another team', async () => {
  const { api, owner } = await client();
  const team = async (name: string) => (await api.post('/teams', { name, workers: [], managers: [owner] })).json.id;
  const north = await team('North');
  const worker = (await api.post('/workers', { name: 'Wendy', phone: '+14155550112', teams: [north] })).json.id;
  const destination = {
    address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
    location: { coordinates: [-122.4, 37.78] },
  };
  const task = async (container: object) => (await api.post('/tasks', { destination, container })).json;
  const [own, shared] = [await task({ type: 'WORKER', worker }), await task({ type: 'TEAM', team: north })];
  assert.deepEqual(own.destination.location, [-122.4, 37.78]);
  assert.equal((await api.delete(`/teams/${north}`)).status, 200);
  assert.deepEqual((await api.get(`/workers/${worker}`)).json.tasks, [own.id]);
  assert.equal((await api.get(`/tasks/${shared.id}`)).json.container.type, 'ORGANIZATION');
  const [listed] = (await api.get('/workers')).json;
  assert.deepEqual([listed.id, listed.teams], [worker, []]);
  assert.equal((await api.put(`/containers/workers/${worker}`, { tasks: [-1, shared.id] })).status, 200);
  const south = await team('South');
  assert.deepEqual((await api.put(`/workers/${worker}`, { teams: [south] })).json.teams, [south]);
});

test('a name is unique in the organization, also when created at once', async () => {
  const { api, owner } = await client();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => api.post('/teams', { name: 'East', workers: [], managers: [owner] })),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  for (const { status, json } of answers.filter((answer) => answer.status !== 200)) {
    assert.equal(status, 400);
    assert.equal(json.message.error, 1004);
    assert.deepEqual(json.message.cause, { type: 'duplicateKey', key: 'name', value: 'East' });
  }
  const west = await api.post('/teams', { name: 'West', workers: [], managers: [owner] });
  assert.equal((await api.put(`/teams/${west.json.id}`, { name: 'East' })).json.message.error, 1004);
  assert.equal((await api.put(`/teams/${west.json.id}`, { name: 'West' })).status, 200);
  const other = await client();
  assert.equal((await other.api.post('/teams', { name: 'East', workers: [], managers: [other.owner] })).status, 200);
});

test('a name stays unique when several change to it at once', async () => {
  const { api, owner } = await client();
  const made = await Promise.all(
    ['A', 'B', 'C'].map((name) => api.post('/teams', { name, workers: [], managers: [owner] })),
  );
  const answers = await Promise.all(made.map(({ json }) => api.put(`/teams/${json.id}`, { name: 'Z' })));
  assert.deepEqual(answers.map((answer) => answer.json.message?.error ?? 'changed').sort(), [1004, 1004, 'changed']);
});

test('members and hub must exist in the organization', async () => {
  const { api, owner } = await client();
  const other = await client();
  const make = (more: object) => api.post('/teams', { name: 'Odd', workers: [], managers: [owner], ...more });
  for (const more of [
    { workers: [UNKNOWN] },
    { managers: [UNKNOWN] },
    { managers: [other.owner] },
    { managers: [owner, UNKNOWN] },
    { hub: UNKNOWN },
  ]) {
    const answer = await make(more);
    assert.deepEqual([answer.status, answer.json.message.error], [404, 1402], JSON.stringify(more));
  }
  for (const more of [{ workers: ['x'] }, { managers: ['x'] }, { hub: 'x' }, { managers: owner }, { name: 5 }])
    assert.equal((await make(more)).json.message.error, 1005, JSON.stringify(more));
  assert.equal((await make({ managers: [] })).json.message.error, 1900);
  for (const name of ['name', 'workers', 'managers'])
    assert.equal((await make({ [name]: undefined })).json.message.error, 1900, name);
  assert.deepEqual((await api.get('/teams')).json, []);
  const team = await make({});
  const change = async (more: object) => (await api.put(`/teams/${team.json.id}`, more)).json.message.error;
  assert.equal(await change({ managers: [] }), 1000);
  assert.equal(await change({ managers: [UNKNOWN] }), 1402);
  assert.equal(await change({ workers: [UNKNOWN] }), 1402);
  assert.equal(await change({ hub: UNKNOWN }), 1402);
  assert.deepEqual((await api.get(`/teams/${team.json.id}`)).json, team.json);
});

test('teams by metadata', async () => {
  const { api, owner } = await client();
  const metadata = [{ name: 'zone', type: 'string', value: 'port' }];
  const { json } = await api.post('/teams', { name: 'Port', workers: [], managers: [owner], metadata });
  assert.deepEqual((await api.post('/teams/metadata', metadata)).json, [json]);
  assert.deepEqual((await api.post('/teams/metadata', [{ name: 'zone', type: 'string', value: 'x' }])).json, []);
});

test('what gonfleet writes for what was not set changes nothing', async () => {
  const { api, owner } = await client();
  const { id } = (await api.post('/teams', { name: 'North', workers: null, managers: [owner] })).json;
  const nothing = { name: '', workers: null, managers: null, enableSelfAssignment: false };
  const { status, json } = await api.put(`/teams/${id}`, nothing);
  assert.deepEqual([status, json.name, json.managers], [200, 'North', [owner]]);
  assert.equal((await api.put(`/teams/${id}`, { name: ' ' })).json.message.error, 1000);
});

test('a dispatcher of one team changes it, but neither who manages it nor which teams have a hub', async () => {
  const fleet = await startFleet(server);
  const { api, north, team } = fleet;
  const { client } = await makeDispatcher(server, fleet, [north]);
  const { managers } = (await api.get(`/teams/${north}`)).json;
  const [admin] = (await api.get('/admins')).json;
  const refused = async (request: Promise<{ status: number; json: { message?: { error: number } } }>) => {
    const { status, json } = await request;
    assert.deepEqual([status, json.message?.error], [403, 1300]);
  };
  for (const others of [[admin.id], [...managers, admin.id]])
    await refused(client.put(`/teams/${north}`, { managers: others }));
  const same = await client.put(`/teams/${north}`, { name: 'Far North', managers: managers.toReversed() });
  assert.deepEqual(
    [same.status, same.json.name, same.json.managers.toSorted()],
    [200, 'Far North', managers.toSorted()],
  );

  const south = await team('South');
  const place = destinationAt();
  const hub = (await api.post('/hubs', { name: 'Depot', ...place, teams: [south] })).json;
  for (const teams of [[], [south, north]]) await refused(client.put(`/hubs/${hub.id}`, { teams }));
  await refused(client.post('/hubs', { name: 'Annex', ...place, teams: [north] }));
  const [listed] = (await client.get('/hubs')).json.filter(({ id }: { id: string }) => id === hub.id);
  const sentBack = await client.put(`/hubs/${hub.id}`, { name: 'Barn', teams: listed.teams });
  assert.deepEqual([sentBack.status, sentBack.json.name, sentBack.json.teams], [200, 'Barn', [south]]);
  assert.equal((await client.put(`/hubs/${hub.id}`, { name: 'Shed' })).json.name, 'Shed');
});
