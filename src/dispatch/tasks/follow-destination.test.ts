import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { containersOf } from '../containers/access.ts';
import { routeThrough } from '../containers/route.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('a destination that is put right takes its unfinished tasks along, and the routes with them', async () => {
  const { api, worker, task, organization } = await startFleet(server);
  const dora = await worker([-122.4, 37.78]);
  const container = { type: 'WORKER', worker: dora.id };
  const place = (await api.post('/destinations', destinationAt(-122.4, 37.78))).json;
  const active = await task({ destination: place.id, container });
  const first = await task({ destination: place.id, container });
  await task({ destination: destinationAt(-122.41, 37.79), container });
  const last = await task({ destination: place.id, container });
  assert.equal((await dora.driver.post(`/driver/tasks/${active.id}/start`, {})).status, 200);

  const [lon, lat] = [-122.45, 37.75];
  const corrected = await api.put(`/destinations/${place.id}`, { location: [lon, lat] });
  assert.deepEqual(corrected.json.location, [lon, lat]);
  for (const { id } of [active, first, last])
    assert.deepEqual((await api.get(`/tasks/${id}`)).json.destination.location, [lon, lat]);
  const held = await containersOf(server.services.database.reader.of(organization), 'WORKER', [dora.id]);
  const { activeLon, activeLat, firstLon, firstLat, lastLon, lastLat, routeMm } = held.get(dora.id)!;
  assert.deepEqual([activeLon, activeLat], [lon, lat]);
  const stops = [
    { lon, lat },
    { lon: -122.41, lat: 37.79 },
    { lon, lat },
  ];
  assert.deepEqual({ firstLon, firstLat, lastLon, lastLat, routeMm }, routeThrough(stops));
});

test('a task that is created while its destination moves is where the destination is', async () => {
  const { api, worker, organization } = await startFleet(server);
  const dora = await worker();
  for (let round = 0; round < 5; round++) {
    const place = (await api.post('/destinations', destinationAt(10, 50))).json;
    const body = { destination: place.id, container: { type: 'WORKER', worker: dora.id } };
    const [moved, ...created] = await Promise.all([
      api.put(`/destinations/${place.id}`, { location: [11 + round, 51] }),
      api.post('/tasks', body),
      api.post('/tasks', body),
    ]);
    for (const answer of [moved, ...created]) assert.equal(answer.status, 200, answer.text);
    const held = await containersOf(server.services.database.reader.of(organization), 'WORKER', [dora.id]);
    const { lastLon, lastLat } = held.get(dora.id)!;
    assert.deepEqual([lastLon, lastLat], [11 + round, 51]);
  }
});
