import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { LiveReader } from '../../../tests/harness/live.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

/* Worker positions in the live feed. */

let server: TestServer & AsyncDisposable;

before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const write = (statement: Sql) => server.services.database.transaction((tx) => tx.run(statement));

test('positions come as columns: all of them at first, then those that changed', async () => {
  const { api, worker } = await startFleet(server);
  const [dora, dan] = [await worker([-122.4, 37.78]), await worker([-122.41, 37.79])];
  const reader = await LiveReader.open(api);
  await until(() => reader.state.positions.size === 2, 'the first positions');
  assert.equal(reader.state.positions.get(dan.id)?.lon, -122.41);
  reader.frames.length = 0;
  await dora.goTo(-122.5, 37.7);
  await until(() => reader.state.positions.get(dora.id)?.lon === -122.5, 'a new position');
  const named = reader.positionFrames().flatMap(({ w }) => w);
  assert.deepEqual(
    [...new Set(named)].map((number) => reader.state.numbers.get(number)),
    [dora.id],
  );
  assert.ok(reader.framesOf('positions').every(({ id }) => id === undefined));
  await reader.close();
});

test('of a device is told what changed of it, also that it is not known any more', async () => {
  const { api, organization, worker } = await startFleet(server);
  const dora = await worker([-122.4, 37.78]);
  const dan = await worker([-122.41, 37.79]);
  const reader = await LiveReader.open(api);
  await until(() => reader.state.positions.size === 2, 'the first positions');
  const report = async (of: typeof dora, body: object) =>
    assert.equal((await of.driver.post('/driver/positions', body)).status, 200);
  const shown = (from: LiveReader) => {
    const { seen, located, ...rest } = from.state.positions.get(dora.id)!;
    return { ...rest, isSeenLater: seen! > located!, device: from.state.devices.get(dora.id) };
  };
  const set = (columns: string) =>
    write(sql`
      update dispatch.workers set ${sql.raw(columns)} where organization_id = ${organization} and id = ${dora.id}`);
  const device = { appVersion: '7', deviceDescription: null, platform: null, hasRecentlyUsedSpoofedLocations: false };
  await set(`battery_level = 0.42, delay_time = 60, app_version = '7', last_seen_at = located_at + interval '1 hour'`);
  const full = { lon: -122.4, lat: 37.78, battery: 0.42, delay: 60, isSeenLater: true, device };
  await until(() => shown(reader).battery === 0.42, 'what the device reports');
  assert.deepEqual(shown(reader), full);
  // The worker who only moved has no other data, the other one has what is gone.
  reader.frames.length = 0;
  await report(dan, { location: [-122.5, 37.7], time: server.clock.now().getTime() });
  await set('battery_level = null, app_version = null, last_seen_at = located_at');
  await until(
    () => shown(reader).battery === null && reader.state.positions.get(dan.id)?.lon === -122.5,
    'that it is not known any more',
  );
  const none = { ...full, battery: null, isSeenLater: false, device: { ...device, appVersion: null } };
  assert.deepEqual(shown(reader), none);
  for (const { ids } of reader.positionFrames()) assert.deepEqual(ids, {});
  const fresh = await LiveReader.open(api);
  await until(() => fresh.state.positions.size === 2, 'the first positions of another');
  assert.deepEqual(shown(fresh), none);
  // A returning reader may have other numbers, so it receives everybody again.
  await reader.close();
  await set('delay_time = null');
  await reader.connect();
  await until(() => shown(reader).delay === null, 'what changed meanwhile');
  await Promise.all([reader.close(), fresh.close()]);
});

test('a thousand workers who move, of ten thousand, are told in forty kilobytes (D15)', async () => {
  const { api, organization } = await startFleet(server);
  await write(sql`
    insert into dispatch.workers
      (organization_id, id, name, phone, on_duty, account_status, longitude, latitude, located_at, last_seen_at, created_at, modified_at)
    select ${organization}, lpad(n::text, 24, 'W'), 'Worker ' || n, '+1415' || (5000000 + n), true, 'ACCEPTED',
      -122.6 + n / 16000.0, 37.4 + n / 20000.0, now(), now(), now(), now()
    from generate_series(1, 10000) as n`);
  const reader = await LiveReader.open(api);
  await until(() => reader.state.positions.size === 10_000, 'all positions');
  reader.frames.length = 0;
  await write(sql`
    update dispatch.workers set longitude = longitude + 0.00123, latitude = latitude - 0.00234, located_at = now(), last_seen_at = now()
    where organization_id = ${organization} and id like '%7'`);
  await until(() => reader.positionFrames().flatMap(({ w }) => w).length === 1000, 'everybody who moved');
  const bytes = reader.positionFrames().reduce((sum, frame) => sum + JSON.stringify(frame).length, 0);
  assert.ok(bytes <= 40_000, `${bytes} bytes`);
  await reader.close();
});
