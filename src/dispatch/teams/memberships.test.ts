import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startFleet } from '../../../tests/harness/fleet.ts';
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
