import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { startServer } from '../../app.ts';
import { forgetChanges } from './forget-changes.ts';

const server = await startTestServer();
const other = await startServer({
  config: { ...server.services.config, port: 0 },
  log: server.services.log,
  connectionString: server.connectionString,
  clock: server.clock,
});
const database = new pg.Client({ connectionString: server.connectionString });
await database.connect();
after(async () => {
  await database.end();
  await other.close();
  await server[Symbol.asyncDispose]();
});

const HERE: [number, number] = [-122.4, 37.78];
const SEARCH = `/workers/location?longitude=${HERE[0]}&latitude=${HERE[1]}`;

/** A fleet, and the same API at two processes. */
async function twoProcesses() {
  const fleet = await startFleet(server);
  const [key] = Buffer.from(fleet.api.authorization.slice('Basic '.length), 'base64').toString().split(':');
  const apis = [fleet.api, new DispatchClient({ url: other.url, api_key: key! })];
  /** Both processes show these workers in the search as each is shown by itself, which is read anew every time. */
  const agree = async (...ids: string[]) => {
    for (const api of apis) {
      const near = (await api.get(SEARCH)).json.workers as { id: string; isResponding: boolean }[];
      const shown = near.map(({ isResponding: _, ...worker }) => worker);
      const alone = await Promise.all(ids.map(async (id) => (await fleet.api.get(`/workers/${id}`)).json));
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      assert.deepEqual(shown.sort(byId), alone.sort(byId));
    }
  };
  return { ...fleet, apis, agree };
}

test('the search shows a worker as the worker is, whatever changes and whoever makes the change', async () => {
  const { api, agree, worker, task, team, north } = await twoProcesses();
  const dora = await worker(HERE);
  const eva = await worker([-122.4001, 37.7801]);
  const both = () => agree(dora.id, eva.id);
  const done = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    assert.equal(status, 200, text);
    await both();
  };
  await both();
  await both();
  const time = () => server.clock.now().getTime();

  // Reports of devices.
  server.clock.advance(1000);
  await done(dora.driver.post('/driver/positions', { location: [-122.4002, 37.7802], time: time(), battery: 0.5 }));
  server.clock.advance(1000);
  await done(dora.driver.post('/driver/positions', { location: [-122.5, 37.9], time: time() - 60_000, battery: 0.9 }));
  await done(dora.driver.post('/driver/positions', { userData: { batteryLevel: 0.25 } }));
  await done(dora.driver.post('/driver/positions', { userData: { appVersion: '2.1', platform: 'IOS' } }));
  await done(dora.driver.post('/driver/positions', { userData: { deviceDescription: 'Phone "5"' } }));

  // The worker.
  await done(api.put(`/workers/${dora.id}`, { name: 'Dora Ümlaut', capacity: 4 }));
  await done(api.put(`/workers/${dora.id}`, { vehicle: { type: 'CAR', color: 'red' } }));
  await done(api.put(`/workers/${dora.id}`, { metadata: [{ name: 'shift', type: 'string', value: 'late' }] }));
  const routing = (await api.post('/destinations', destinationAt())).json.id;
  await done(api.put(`/workers/${dora.id}`, { addresses: { routing } }));
  await both();
  await database.query('update dispatch.destinations set notes = $1 where id = $2', ['at the back', routing]);
  await both();
  await database.query('update dispatch.workers set delay_time = 90 where id = $1', [dora.id]);
  await both();

  // Teams.
  const south = await team('South', { workers: [eva.id, dora.id] });
  await both();
  await done(api.put(`/teams/${south}`, { workers: [eva.id] }));
  await done(api.put(`/workers/${dora.id}`, { teams: [north, south] }));
  await done(api.delete(`/teams/${south}`));

  // Tasks.
  const container = { type: 'WORKER', worker: dora.id };
  const first = await task({ container });
  await both();
  const second = await task({ container });
  await both();
  await done(api.put(`/containers/workers/${dora.id}`, { tasks: [second.id, first.id] }));
  await done(dora.driver.post(`/driver/tasks/${second.id}/start`, {}));
  await done(api.post(`/tasks/${second.id}/complete`, { completionDetails: { success: true } }));
  await done(api.put(`/tasks/${first.id}`, { container: { type: 'WORKER', worker: eva.id } }));
  await done(api.delete(`/tasks/${first.id}`));

  await dora.driver.post('/driver/duty', { onDuty: false });
  await agree(eva.id);
  await dora.driver.post('/driver/duty', { onDuty: true });
  await both();
  assert.equal((await api.delete(`/workers/${eva.id}`)).status, 200);
  await agree(dora.id);
});

test('a change that was answered is in every search that begins after it', async () => {
  const { api, apis, agree, worker } = await twoProcesses();
  const dora = await worker(HERE);
  for (let n = 0; n < 25; n++) {
    const searches = () => apis.flatMap((each) => [each.get(SEARCH), each.get(SEARCH)]);
    const under = searches();
    assert.equal((await api.put(`/workers/${dora.id}`, { name: `Dora ${n}` })).status, 200);
    for (const { json } of await Promise.all(searches())) assert.equal(json.workers[0].name, `Dora ${n}`);
    await Promise.all(under);
  }
  await agree(dora.id);
});

test('changes that are forgotten, or too many, are not missed', async () => {
  const { api, agree, worker, organization } = await twoProcesses();
  const dora = await worker(HERE);
  await agree(dora.id);
  assert.equal((await api.put(`/workers/${dora.id}`, { name: 'Dora Daring' })).status, 200);
  const retained = async () =>
    (await database.query('select from dispatch.worker_changes where organization_id = $1', [organization])).rowCount!;
  assert.ok((await retained()) > 0);
  // A transaction that is open anywhere in the cluster may still want them.
  await until(async () => {
    await forgetChanges.handle(server.services, {}, new AbortController().signal);
    return (await retained()) === 0;
  }, 'the changes to be forgotten');
  await agree(dora.id);
  await agree(dora.id);
  await database.query(
    `insert into dispatch.worker_changes (organization_id, id) select $1, 'worker ' || n from generate_series(1, 6000) n`,
    [organization],
  );
  await database.query(`update dispatch.workers set name = 'Dora Doubtful' where id = $1`, [dora.id]);
  await agree(dora.id);
  await agree(dora.id);
});

test('a change of every column that is shown is noted', async () => {
  const { rows: columns } = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'dispatch' and table_name = 'workers'`,
  );
  const { rows: triggers } = await database.query<{ text: string }>(
    `select pg_get_triggerdef(oid) as text from pg_trigger
     where tgname = 'note_shown' and tgrelid = 'dispatch.workers'::regclass`,
  );
  const watched = (name: string) => new RegExp(`\\bold\\.${name}\\b`, 'i').test(triggers[0]!.text);
  assert.deepEqual(
    columns.flatMap(({ name }) => (watched(name) ? [] : name)).sort(),
    // The key, what is not shown, and what the search reads beside the position.
    [
      'battery_level',
      'changed_at',
      'changed_by',
      'id',
      'last_seen_at',
      'latitude',
      'located_at',
      'located_device_at',
      'longitude',
      'organization_id',
      'person_id',
      'picture_file_id',
    ],
  );
});
