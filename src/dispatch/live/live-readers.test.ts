import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { type DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt, makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { holdsLaw, LiveReader } from '../../../tests/harness/live.ts';
import { RawConnection } from '../../../tests/harness/raw.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { countMatching } from '../../../tests/harness/statements.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { revokeCredential } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';
import { liveHub } from './live-hub.ts';

/* Behaviour of the live feed with slow, no longer authorized and very many readers. */

let server: TestServer & AsyncDisposable;

before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

/** Opens a stream and reads nothing from it before {@link RawConnection.listen}. */
async function openWithoutReading(client: DispatchClient): Promise<RawConnection> {
  const connection = await RawConnection.open(server.url);
  const head = `Host: x\r\nAuthorization: ${client.authorization}\r\nConnection: close\r\n`;
  connection.send(`GET /api/v2/live HTTP/1.1\r\n${head}\r\n`);
  await once(connection.socket, 'readable');
  return connection;
}

test('a key that is revoked reads no further page of a beginning', async () => {
  const fleet = await startFleet(server);
  const { database } = server.services;
  const { client, credential } = await makeDispatcher(server, fleet, []);
  const task = await fleet.task();
  const plan = { name: 'Plan', startTime: 1, startAt: 'WORKER_LOCATION' };
  const last = (await fleet.api.post('/routePlans', plan)).json.id;
  let connection: RawConnection;
  // The beginning stops before its last page.
  await whileHeld(
    server,
    (tx) => tx.run(sql.raw('lock table dispatch.route_plans in access exclusive mode')),
    async () => {
      connection = (await openWithoutReading(client)).listen();
      await connection.receives(new RegExp(task.id));
      await database.transaction((tx) => revokeCredential(tx, fleet.organization, credential));
    },
    (waits) => waits.length > 0 && connection?.received.includes('event: end'),
  );
  const read = await connection!.ended();
  assert.match(read, /event: end\ndata: {"reason":"session_ended"}/);
  assert.ok(!read.includes(last) && !read.includes('event: ready'), read);
});

/** Tasks of one recipient, whose notes are in each of them: gives what writes them anew, 8 MB that everybody is sent. */
async function makeHeavy({ api }: Awaited<ReturnType<typeof startFleet>>) {
  const made = await api.post('/recipients', { name: 'Rita', phone: '+14155550144' });
  assert.equal(made.status, 200, made.text);
  const { id } = made.json;
  const tasks = Array.from({ length: 260 }, () => ({ destination: destinationAt(), recipients: [id] }));
  for (const some of [tasks.slice(0, 130), tasks.slice(130)])
    assert.equal((await api.post('/tasks/batch', { tasks: some })).status, 200);
  return async (name: string) =>
    assert.equal((await api.put(`/recipients/${id}`, { name, notes: '€'.repeat(10_000) })).status, 200);
}

test('who does not read is sent away, while others go on, and comes back by the last ID', async () => {
  const fleet = await startFleet(server);
  const { api } = fleet;
  const write = await makeHeavy(fleet);
  const reader = await LiveReader.open(api);
  const connection = (await openWithoutReading(api)).listen();
  const [, id] = /event: ready\nid: (\S+)/.exec(await connection.receives(/event: ready\nid: \S+\n/))!;
  connection.socket.pause();
  const { watchers } = await liveHub(server.services).organization(fleet.organization);
  const slow = [...watchers].at(-1)!;
  const isSentAway = () => !watchers.has(slow);
  // Networks keep some of it, some more than others.
  let last = '';
  for (let n = 0; n < 30 && !isSentAway(); n++) {
    last = `Rolf ${n}`;
    await write(last);
    const isThere = () => [...reader.state.tasks.values()].some(({ recipients }) => recipients[0]?.name === last);
    await until(() => isThere() || reader.isOver, 'a change that others read', 60);
    while (reader.isOver) await reader.connect();
  }
  await until(isSentAway, 'who does not read to be sent away');
  connection.socket.resume();
  assert.ok(!(await connection.ended()).includes(`"${last}"`));
  await reader.close();
  reader.live.lastId = id;
  await reader.connect();
  await reader.ready();
  assert.deepEqual(reader.framesOf('snapshot'), []);
  await holdsLaw(reader, api);
  await reader.close();
});

test('a look at positions that fails ends the streams of the moment only', async () => {
  const { api, worker } = await startFleet(server);
  await worker([-122.4, 37.78]);
  const reader = await LiveReader.open(api);
  const { database } = server.services;
  const rename = (from: string, to: string) =>
    database.transaction((tx) => tx.run(sql.raw(`alter table dispatch.workers rename ${from} to ${to}`)));
  await rename('battery_level', 'battery');
  await reader.ended;
  assert.equal(reader.live.endReason, 'unavailable');
  await rename('battery', 'battery_level');
  reader.frames.length = 0;
  await reader.connect();
  await until(() => reader.isOver || reader.framesOf('positions').length > 0, 'positions');
  assert.equal(reader.live.endReason, undefined);
  await reader.close();
});

test('positions are looked for once a second, however many watch', async () => {
  const { api, worker } = await startFleet(server);
  const dora = await worker([-122.4, 37.78]);
  const readers = await Promise.all(Array.from({ length: 10 }, () => LiveReader.open(api)));
  const start = performance.now();
  const reads = await countMatching(/as "deviceDescription".*pg_snapshot_xmin/s, async () => {
    for (const lon of [-122.1, -122.2, -122.3]) {
      await dora.goTo(lon, 37.7);
      const isThere = (reader: LiveReader) => reader.state.positions.get(dora.id)?.lon === lon;
      await until(() => readers.every(isThere), 'a position that all see');
    }
  });
  const seconds = (performance.now() - start) / 1000;
  assert.ok(reads > 0 && reads <= seconds + 2, `${reads} looks in ${seconds} s`);
  await Promise.all(readers.map((reader) => reader.close()));
});
