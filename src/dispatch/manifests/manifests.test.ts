import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('a manifest shows the way from the hub along the tasks of a worker, within the dates', async () => {
  const { api, worker, task, north } = await startFleet(server);
  const hub = (await api.post('/hubs', { name: 'Depot', ...destinationAt(-122.41, 37.78), teams: [north] })).json.id;
  const dora = await worker();
  const container = { type: 'WORKER', worker: dora.id };
  const near = await task({ container, destination: destinationAt(-122.42, 37.78) });
  const early = await task({ container, completeBefore: 1_800_000_000_000 });
  const path = (worker = dora.id, from = hub) => `providers/manifest/generate?hubId=${from}&workerId=${worker}`;
  const ask = async (body: object, query = '') => (await api.post(`/integrations/marketplace${query}`, body)).json;
  const whole = await ask({ path: path(), method: 'GET' });
  assert.deepEqual(
    whole.tasks.map(({ id }: { id: string }) => id),
    [near.id, early.id],
  );
  assert.equal(whole.driver.name, 'Dora Driver');
  assert.match(whole.hubAddress, /^1 Market Street, San Francisco/);
  assert.equal(whole.turnByTurn[0].driving_distance, '0.7 miles');
  // Without a router nobody knows the streets.
  assert.deepEqual([whole.turnByTurn[0].steps, whole.turnByTurn[0].isEstimated], [[], true]);
  assert.equal(whole.turnByTurn[1].start_address, whole.turnByTurn[0].end_address);
  assert.equal(whole.totalDistance, '2.1 miles');
  const later = await ask({ path: path(), method: 'GET' }, '?startDate=1800000000001&endDate=1900000000000');
  assert.deepEqual(
    later.tasks.map(({ id }: { id: string }) => id),
    [near.id],
  );
  for (const [body, error] of [
    [{ path: 'providers/other', method: 'GET' }, 1000],
    [{ path: 'providers/manifest/generate?hubId=1', method: 'GET' }, 1005],
    [{ path: `providers/manifest/generate?hubId=${hub}`, method: 'GET' }, 1900],
    [{ path: path('A'.repeat(24)), method: 'GET' }, 1402],
    [{ path: path(dora.id, 'A'.repeat(24)), method: 'GET' }, 1402],
    [{ path: path(), method: 'DELETE' }, 1000],
    [{ method: 'GET' }, 1900],
  ] as const)
    assert.equal((await ask(body)).message?.error, error, JSON.stringify(body));
});

test('tasks whose window touches the dates are in it: up to the end of the first, and before the begin of the last', async () => {
  const { api, worker, task, north } = await startFleet(server);
  const hub = (await api.post('/hubs', { name: 'Depot', ...destinationAt(-122.41, 37.78), teams: [north] })).json.id;
  const dora = await worker();
  const container = { type: 'WORKER', worker: dora.id };
  const [start, end] = [1_900_000_000_000, 1_900_000_100_000];
  await task({ container, completeBefore: start - 1 });
  const first = await task({ container, completeBefore: start });
  const last = await task({ container, completeAfter: end - 1 });
  await task({ container, completeAfter: end });
  const path = `providers/manifest/generate?hubId=${hub}&workerId=${dora.id}`;
  const { json } = await api.post(`/integrations/marketplace?startDate=${start}&endDate=${end}`, {
    path,
    method: 'GET',
  });
  assert.deepEqual(
    json.tasks.map(({ id }: { id: string }) => id),
    [first.id, last.id],
  );
});

test("another organization's worker and hub are in no manifest", async () => {
  const [own, other] = [await startFleet(server), await startFleet(server)];
  const depot = { name: 'Depot', ...destinationAt() };
  const [hub, foreignHub] = [
    (await own.api.post('/hubs', { ...depot, teams: [own.north] })).json.id,
    (await other.api.post('/hubs', { ...depot, teams: [other.north] })).json.id,
  ];
  const [dora, stranger] = [await own.worker(), await other.worker()];
  for (const [from, who] of [
    [foreignHub, dora.id],
    [hub, stranger.id],
  ]) {
    const path = `providers/manifest/generate?hubId=${from}&workerId=${who}`;
    const { json } = await own.api.post('/integrations/marketplace', { path, method: 'GET' });
    assert.equal(json.message?.error, 1402);
  }
});
