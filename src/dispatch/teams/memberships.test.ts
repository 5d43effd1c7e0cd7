import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Answer } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { holdsLaw, LiveReader } from '../../../tests/harness/live.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

/** Enough that, locked from both ends, they would end each other more often than a transaction is run again. */
const AT_ONCE = 32;
const address = { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' };

const statuses = async (requests: Promise<{ status: number }>[]) => [
  ...new Set((await Promise.all(requests)).map((answer) => answer.status)),
];
const times = <T>(request: (n: number) => T): T[] => Array.from({ length: AT_ONCE }, (_, n) => request(n));

test('memberships that are changed from both ends at once do not wait for each other', async () => {
  const { api, north, team, worker } = await startFleet(server);
  const south = await team('South');
  const { id } = await worker();
  const workers = times((n) =>
    n % 2
      ? api.put(`/workers/${id}`, { teams: [n % 3 ? south : north] })
      : api.put(`/teams/${south}`, { workers: n % 3 ? [id] : [] }),
  );
  assert.deepEqual(await statuses(workers), [200]);

  const [owner] = (await api.get('/admins')).json;
  const second = (await api.post('/admins', { name: 'Ada', email: 'ada@couriers.example' })).json.id;
  const managers = times((n) =>
    n % 2
      ? api.put(`/admins/${second}`, { teams: n % 3 ? [north, south] : [] })
      : api.put(`/teams/${south}`, { managers: n % 3 ? [owner.id, second] : [owner.id] }),
  );
  assert.deepEqual(await statuses(managers), [200]);

  const hub = (await api.post('/hubs', { name: 'Depot', address, location: [-122.4, 37.8] })).json.id;
  const hubs = times((n) =>
    n % 2
      ? api.put(`/hubs/${hub}`, { teams: n % 3 ? [north, south] : [] })
      : api.put(`/teams/${south}`, { hub: n % 3 ? hub : null }),
  );
  assert.deepEqual(await statuses(hubs), [200]);
});

test('a worker, a team and a hub are changed on the condition of a version, and whoever was quicker is named', async () => {
  const fleet = await startFleet(server);
  const { api, north } = fleet;
  const { client: dan } = await makeDispatcher(server, fleet, []);
  const reader = await LiveReader.open(api);
  const { id: worker, driver } = await fleet.worker();
  const { id: leaver } = await fleet.worker();
  const south = await fleet.team('South', { workers: [worker] });
  const hub = (await api.post('/hubs', { name: 'Depot', address, location: [-122.4, 37.8] })).json.id;
  const things = [
    { object: 'worker', path: `/workers/${worker}`, id: worker },
    { object: 'team', path: `/teams/${north}`, id: north },
    { object: 'hub', path: `/hubs/${hub}`, id: hub },
  ];
  const versionOf = async (path: string): Promise<number> =>
    path.startsWith('/hubs') ? (await api.get('/hubs')).json[0].version : (await api.get(path)).json.version;
  const now = () => server.clock.now().getTime();
  const put = (client: typeof api, path: string, body: object, version: number) =>
    client.request('PUT', path, body, { 'if-match': `"${version}"` });
  for (const { object, path, id } of things) {
    const [begun, before] = [now(), await versionOf(path)];
    const answers = await Promise.all([1, 2].map((n) => put(dan, path, { name: `Name ${n}` }, before)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412], object);
    const [done, slower] = answers.toSorted((one, other) => one.status - other.status) as [Answer, Answer];
    assert.equal(done.json.version, before + 1);
    const { error, cause } = slower.json.message;
    assert.deepEqual(
      [error, cause.type, cause.object, cause.id, cause.version, cause.by.type, cause.by.name],
      [2401, 'versionMismatch', object, id, before + 1, 'ADMIN', 'Dan Dispatcher'],
    );
    assert.ok(cause.time >= begun && cause.time <= now(), `${begun} ${cause.time}`);
    assert.equal((await put(api, path, { name: done.json.name }, before + 1)).json.version, before + 1, 'nothing new');
    assert.equal((await api.request('DELETE', path, undefined, { 'if-match': `"${before}"` })).status, 412);
  }

  // Changes of a worker are not recorded.
  const untouched = await versionOf(`/workers/${worker}`);
  assert.equal((await driver.post('/driver/duty', { onDuty: true })).status, 200);
  assert.equal(await versionOf(`/workers/${worker}`), untouched);

  // From whichever end.
  const [owner] = (await api.get('/admins')).json;
  for (const { grows, by } of [
    { grows: `/teams/${north}`, by: () => api.delete(`/workers/${leaver}`) },
    { grows: `/workers/${worker}`, by: () => api.delete(`/teams/${south}`) },
    { grows: `/workers/${worker}`, by: () => api.put(`/teams/${north}`, { workers: [] }) },
    { grows: `/teams/${north}`, by: () => api.put(`/workers/${worker}`, { teams: [north] }) },
    { grows: `/teams/${north}`, by: () => api.put(`/hubs/${hub}`, { teams: [north] }) },
    {
      grows: `/teams/${north}`,
      by: () => api.post('/admins', { name: 'Ann', email: 'ann@x.example', teams: [north] }),
    },
    { grows: `/teams/${north}`, by: () => api.post('/workers', { name: 'W', phone: '+14155559871', teams: [north] }) },
  ]) {
    const before = await versionOf(grows);
    const answer = await by();
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await versionOf(grows), before + 1, grows);
  }
  assert.deepEqual((await api.get(`/teams/${north}`)).json.managers.includes(owner.id), true);
  await holdsLaw(reader, api);
  await reader.close();
});
