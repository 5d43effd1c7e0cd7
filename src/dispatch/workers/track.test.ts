import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { createKey } from '../../cli/keys.ts';
import { sql } from '../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Track {
  from: number;
  to: number;
  tolerance: number;
  points: { time: number; location: [number, number] }[];
}

/** A worker who reported places at minutes after `start`. */
async function reporting(places: readonly (readonly [minute: number, lon: number, lat: number])[]) {
  const fleet = await startFleet(server);
  const { id, driver } = await fleet.worker();
  const start = server.clock.now().getTime() - 2 * 60 * MINUTE;
  for (const [minute, lon, lat] of places) {
    const answer = await driver.post('/driver/positions', { location: [lon, lat], time: start + minute * MINUTE });
    assert.equal(answer.status, 200, answer.text);
  }
  const track = async (query = ''): Promise<Track> => {
    const answer = await fleet.api.get(`/workers/${id}/track${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const minutesOf = ({ points }: Track) => points.map(({ time }) => (time - start) / MINUTE);
  return { ...fleet, id, start, track, minutesOf };
}

test("a worker's way of the last day is given by what is needed of it", async () => {
  const { api, id, start, track, minutesOf } = await reporting([
    [0, 0, 0],
    [1, 0.001, 0],
    [2, 0.002, 0],
    [30, 0.002, 0],
    [31, 0.002, 0.001],
    [32, 0.00205, 0.002],
    [33, 0.002, 0.003],
  ]);
  const all = await track('?tolerance=0');
  assert.deepEqual(minutesOf(all), [0, 2, 30, 31, 32, 33]);
  const usual = await track();
  assert.deepEqual(minutesOf(usual), [0, 2, 30, 33]);
  assert.deepEqual(usual.points[1], { time: start + 2 * MINUTE, location: [0.002, 0] });
  assert.deepEqual([usual.tolerance, usual.to - usual.from], [10, DAY]);
  const part = await track(`?from=${start + MINUTE}&to=${start + 31 * MINUTE}`);
  assert.deepEqual([minutesOf(part), part.from, part.to], [[1, 2, 30], start + MINUTE, start + 31 * MINUTE]);
  assert.deepEqual((await track(`?from=1000&to=2000`)).points, []);
  for (const [query, error] of [
    [`?from=${start}&to=${start + DAY + 1}`, 1000],
    [`?from=${start}&to=${start - 1}`, 1000],
    ['?tolerance=-1', 1000],
    ['?tolerance=x', 1005],
    ['?from=x', 1005],
  ] as const)
    assert.equal((await api.get(`/workers/${id}/track${query}`)).json.message.error, error, query);
});

test("another organization's worker has no way, and one who is unknown none either", async () => {
  const { id } = await reporting([[0, 0, 0]]);
  const { api } = await startFleet(server);
  for (const other of [id, 'A'.repeat(24)])
    assert.equal((await api.get(`/workers/${other}/track`)).json.message.error, 1402);
});

test('a dispatcher of one team reads the ways of its workers only', async () => {
  const { api, id, organization, team } = await reporting([[0, 0, 0]]);
  const administrator = 'tess@couriers.example';
  const south = await team('South');
  const tess = (await api.post('/admins', { name: 'Tess', email: administrator, teams: [south] })).json;
  assert.deepEqual(tess.teams, [south]);
  const { api_key } = await createKey(server.services, { organization, administrator, label: 'desk' });
  const own = new DispatchClient({ url: server.url, api_key });
  assert.equal((await own.get(`/workers/${id}/track`)).json.message.error, 1402);
  assert.equal((await api.put(`/workers/${id}`, { teams: [south] })).status, 200);
  assert.equal((await own.get(`/workers/${id}/track`)).json.points.length, 1);
});

test('a day of which every second is wild is no larger than any other', async () => {
  const { id, organization, start, track } = await reporting([]);
  const from = start - 20 * 60 * MINUTE;
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into dispatch.position_reports (organization_id, worker_id, at, lon, lat, received_at)
      select ${organization}, ${id}, ${new Date(from)}::timestamptz + n * interval '1 second', (n * 7919 % 1000) / 1000.0,
        (n * 104729::bigint % 1000) / 1000.0, ${new Date(from)} from generate_series(0, 86399) n`),
  );
  const { points, tolerance } = await track(`?from=${from}&to=${from + DAY}&tolerance=0`);
  assert.ok(points.length > 2 && points.length <= 5000, String(points.length));
  assert.ok(tolerance > 1000);
});
