import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { until } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

const server = await startTestServer();
const database = new pg.Client({ connectionString: server.connectionString });
await database.connect();
after(async () => {
  await database.end();
  await server[Symbol.asyncDispose]();
});
const rows = async (text: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await database.query(text, values)).rows;

const locationOf = (organization: string, worker: string) =>
  rows('select lon, lat from dispatch.worker_positions where organization_id = $1 and worker_id = $2', [
    organization,
    worker,
  ]);

test('reports of many workers at once are all kept, and each worker is where the newest says', async () => {
  const { worker, organization } = await startFleet(server);
  const drivers = await Promise.all(Array.from({ length: 8 }, () => worker()));
  const start = server.clock.now().getTime() - 100_000;
  const sent = drivers.flatMap(({ driver }, d) =>
    Array.from({ length: 25 }, (_, n) => ({ driver, location: [d, n / 100], time: start + n * 1000 })),
  );
  // In any order.
  sent.sort((a, b) => ((a.time * 7919) % 101) - ((b.time * 7919) % 101));
  const answers = await Promise.all(
    sent.map(({ driver, location, time }) => driver.post('/driver/positions', { location, time })),
  );
  for (const answer of answers) assert.deepEqual(answer.json, { accepted: 1, ignored: 0 }, answer.text);
  for (const [d, { id }] of drivers.entries()) {
    assert.deepEqual(await locationOf(organization, id), [{ lon: d, lat: 0.24 }]);
    const [retained] = await rows('select count(*)::int as n from dispatch.position_reports where worker_id = $1', [
      id,
    ]);
    assert.equal(retained!.n, 25);
  }
});

test('an action ID is taken once, also when it comes twice at once, and holds back nobody else', async () => {
  const { worker, organization } = await startFleet(server);
  const [dora, eva] = [await worker(), await worker()];
  const time = server.clock.now().getTime() - 10_000;
  const report = (driver: typeof dora, actionId: string, at: number, lon: number) =>
    driver.driver.post('/driver/positions', { actionId, location: [lon, 0], time: at, userData: { platform: 'IOS' } });
  const answers = await Promise.all([
    report(dora, 'one', time, 1),
    report(dora, 'one', time, 1),
    report(eva, 'one', time, 3),
    report(dora, 'two', time + 500, 4),
  ]);
  const accepted = answers.map((answer) => answer.json.accepted);
  assert.deepEqual([accepted[0] + accepted[1], accepted[2], accepted[3]], [1, 1, 1]);
  assert.deepEqual(await locationOf(organization, dora.id), [{ lon: 4, lat: 0 }]);
  assert.deepEqual(await locationOf(organization, eva.id), [{ lon: 3, lat: 0 }]);
});

test('a worker whom another transaction holds keeps nobody else waiting', async () => {
  const { worker, organization } = await startFleet(server);
  const [held, free] = [await worker(), await worker()];
  await database.query('begin');
  await database.query('select from dispatch.workers where id = $1 for update', [held.id]);
  let answered = false;
  const waiting = held.goTo(1, 1).then(() => {
    answered = true;
  });
  await Promise.all([free.goTo(2, 2), free.goTo(3, 3)]);
  assert.equal(answered, false);
  await database.query('commit');
  await waiting;
  assert.deepEqual(await locationOf(organization, held.id), [{ lon: 1, lat: 1 }]);
});

test("a late report's battery does not replace a newer one's", async () => {
  const { worker, api } = await startFleet(server);
  const dora = await worker();
  const time = server.clock.now().getTime();
  const report = (at: number, battery: number) =>
    dora.driver.post('/driver/positions', { location: [0, 0], time: at, battery });
  await report(time, 0.4);
  await report(time - 60_000, 0.9);
  assert.equal((await api.get(`/workers/${dora.id}`)).json.userData.batteryLevel, 0.4);
});

test('a worker who is deleted meanwhile is told so, the others are not', async () => {
  const { worker, api } = await startFleet(server);
  const [dora, eva] = [await worker(), await worker()];
  await database.query('begin');
  await database.query('select from dispatch.workers where id = $1 for update', [dora.id]);
  const report = dora.driver.post('/driver/positions', { location: [0, 0], time: server.clock.now().getTime() });
  const deletion = api.delete(`/workers/${dora.id}`);
  // Not asked within the transaction above, which would see the connections of its first look for ever.
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await server.services.database.reader.first(waiting))!.count >= 2, 'both to wait', 60);
  await database.query('commit');
  await eva.goTo(1, 1);
  const [reported] = await Promise.all([report, deletion]);
  assert.ok(reported.status === 200 || reported.json.message.error === 1402, reported.text);
  assert.equal((await deletion).status, 200);
});

test('a report with an Idempotency-Key is answered the same again', async () => {
  const { worker } = await startFleet(server);
  const dora = await worker();
  const body = { location: [0, 0], time: server.clock.now().getTime() };
  const headers = { 'idempotency-key': 'once' };
  const first = await dora.driver.post('/driver/positions', body, headers);
  const second = await dora.driver.post('/driver/positions', body, headers);
  assert.deepEqual([first.status, first.json], [second.status, second.json]);
  assert.deepEqual(first.json, { accepted: 1, ignored: 0 });
});
