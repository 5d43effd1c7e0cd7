import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { defineFact } from '../events/facts.ts';
import type { DriverClient } from './driver-client.ts';
import { isDatabaseLost, UnknownCommit } from './lost.ts';
import { sql } from './sql.ts';
import { together } from './together.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;

const event = (organizationId: string, payload: unknown) => ({
  organizationId,
  part: 'platform' as const,
  kind: 'test',
  audience: [],
  payload,
  state: false,
});

async function nameOf(id: string): Promise<string | undefined> {
  const row = await database.reader.first(sql<{ name: string }>`
    select name from platform.organizations where id = ${id}`);
  return row?.name;
}

const rename = (id: string, name: string) => sql`update platform.organizations set name = ${name} where id = ${id}`;

test('an event that is refused undoes the transaction, and the connection goes on', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  for (let n = 0; n < 40; n++) {
    const refused = database.transaction(async (tx) => {
      await tx.run(rename(id, 'After'));
      tx.emit(event(id, '\0'));
    });
    await assert.rejects(refused, { code: '22P05' });
  }
  assert.equal(await nameOf(id), 'Before');
  await database.transaction((tx) => tx.run(rename(id, 'Again')));
  assert.equal(await nameOf(id), 'Again');
});

test('a transaction that stands still is undone, so that it holds nothing for ever', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  const undone = Promise.withResolvers<void>();
  const waiting = database.transaction(async (tx) => {
    const [row] = await tx.all(sql<{ timeout: string }>`
      select current_setting('idle_in_transaction_session_timeout') as timeout`);
    assert.equal(row!.timeout, '8s');
    await tx.run(rename(id, 'After'));
    await tx.run(sql`select set_config('idle_in_transaction_session_timeout', '50ms', true)`);
    await undone.promise;
    await tx.run(rename(id, 'Later'));
  });
  waiting.catch(() => undefined);
  // Waits for the row's lock until the other transaction is gone.
  await until(async () => {
    await database.transaction((tx) => tx.run(rename(id, 'Again')));
    return (await nameOf(id)) === 'Again';
  }, 'the lock');
  undone.resolve();
  await assert.rejects(waiting, (error) => isDatabaseLost(error));
  assert.equal(await nameOf(id), 'Again');
  await database.transaction((tx) => tx.run(rename(id, 'Once more')));
});

test('an organization without a log undoes what was done for the others', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  const refused = database.transaction(async (tx) => {
    await tx.run(rename(id, 'After'));
    tx.emit(event(id, 1));
    tx.emit(event('~'.repeat(24), 1));
  });
  await assert.rejects(refused);
  assert.equal(await nameOf(id), 'Before');
});

test('a failure that somebody swallowed is not taken for a commit', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  const swallowed = database.transaction(async (tx) => {
    await tx.run(rename(id, 'After'));
    await tx.run(sql`select 1 / 0`).catch(() => undefined);
  });
  await assert.rejects(swallowed, /nothing was committed/);
  assert.equal(await nameOf(id), 'Before');
});

test('a part that fails leaves nothing of itself, and the transaction goes on with what came before and after', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  const logged = async () => {
    const rows = await database.reader.all(sql<{ payload: string }>`
      select payload from platform.event_log where organization_id = ${id} and part = 'platform' and kind = 'test' order by id`);
    return rows.map(({ payload }) => payload);
  };
  await database.transaction(async (tx) => {
    tx.emit(event(id, 'before'));
    const refused = tx.attempt(async () => {
      await tx.run(sql`select set_config('lock_timeout', '5ms', true)`);
      await tx.run(rename(id, 'Within'));
      tx.emit(event(id, 'within'));
      // This writes the events so far to the log; they must be there afterwards.
      await tx.appendEmitted();
      tx.audit({ organizationId: id, action: 'organization.pretend_fleet_made' });
      tx.enqueue({ queue: 'no such queue', data: {} });
      throw new Error('refused');
    });
    await assert.rejects(refused, /refused/);
    const broken = tx.attempt(() => tx.run(sql`select 1 / 0`));
    await assert.rejects(broken, { code: '22012' });
    assert.equal(await tx.attempt(() => tx.run(rename(id, 'After'))), 1);
    await tx.attempt(() => tx.run(sql`select set_config('lock_timeout', '5ms', true)`));
    const timeout = await tx.first(sql<{ timeout: string }>`select current_setting('lock_timeout') as timeout`);
    assert.equal(timeout!.timeout, '0');
    tx.emit(event(id, 'after'));
  });
  assert.equal(await nameOf(id), 'After');
  assert.deepEqual(await logged(), ['before', 'after']);
  const [entries] = await database.reader.all(sql<{ count: number }>`
    select count(*)::int as count from platform.audit_log where organization_id = ${id} and action = 'organization.pretend_fleet_made'`);
  assert.equal(entries!.count, 0);
});

test('of statements that were sent together the one is told that failed by itself, not those that failed with the transaction', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  await database.transaction(async (tx) => {
    const twoSteps = async () => {
      await tx.run(rename(id, 'Within'));
      await tx.run(rename(id, 'Behind'));
    };
    // The second step is behind what fails, though it is of the first in the order.
    const refused = tx.attempt(() => together([twoSteps(), tx.run(sql`select 1 / 0`), tx.run(rename(id, 'Last'))]));
    await assert.rejects(refused, { code: '22012' });
    await assert.rejects(
      tx.attempt(() => together([tx.run(sql`select 1 / 0`), tx.run(sql`select ''::int`)])),
      { code: '22012' },
    );
  });
  assert.equal(await nameOf(id), 'Before');
});

test('statements that do not wait for each other reach PostgreSQL by one call of the system', async (t) => {
  const client = await database.pool.connect();
  const { stream } = (client as unknown as DriverClient).connection;
  const sent = ['_write', '_writev'].map((name) =>
    t.mock.method(stream as unknown as Record<string, () => void>, name),
  );
  const calls = () => sent.reduce((sum, { mock }) => sum + mock.callCount(), 0);
  try {
    const [, , row] = await Promise.all([
      client.query('begin'),
      client.query({ name: 'gathered', text: 'select 1' }),
      client.query<{ two: number }>('select 2 as two'),
    ]);
    assert.equal(row.rows[0]?.two, 2);
    assert.equal(calls(), 1);
    await client.query('rollback');
    assert.equal(calls(), 2);
  } finally {
    client.release();
  }
});

test('a connection that is lost before any answer to a commit leaves open whether it was made', async () => {
  const { organization_id: id } = await server.organization({ name: 'Before' });
  const clients = new Set<DriverClient & { processID?: number }>();
  const note = (client: object) => void clients.add(client as DriverClient);
  database.pool.on('acquire', note);
  let stream: DriverClient['connection']['stream'];
  const lost = database.transaction(async (tx) => {
    const row = await tx.first(sql<{ pid: number }>`select pg_backend_pid() as pid`);
    stream = [...clients].find(({ processID }) => processID === row!.pid)!.connection.stream;
    await tx.run(rename(id, 'After'));
    tx.emit(event(id, 1));
    stream.pause();
  });
  const rejected = assert.rejects(lost, UnknownCommit);
  await until(async () => (await nameOf(id)) === 'After', 'the commit that nobody was told of');
  stream!.destroy();
  await rejected;
  database.pool.off('acquire', note);
});

test('state events that are appended before the end say what the whole transaction wrote, those of an undone part nothing', async () => {
  const { organization_id: id } = await server.organization();
  const { state } = server.services;
  const untouched = defineFact('untouched', ['chat.channels']);
  const before = await state.version(id, untouched);
  await database.transaction(async (tx) => {
    await tx.run(rename(id, 'First'));
    tx.emit({ ...event(id, 'early'), state: true });
    tx.emit(event(id, 'traffic'));
    await tx.appendEmitted();
    const undone = tx.attempt(async () => {
      tx.emit({ ...event(id, 'undone'), state: true });
      await tx.appendEmitted();
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    await tx.run(sql`update platform.people set email = email where organization_id = ${id}`);
    tx.emit({ ...event(id, 'late'), state: true });
  });
  const rows = await database.reader.all(sql<{ payload: string; changes: string[] | null }>`
    select payload, changes from platform.event_log where organization_id = ${id} and kind = 'test' order by id`);
  assert.deepEqual(
    rows.map(({ payload, changes }) => [payload, changes?.filter((table) => !/log/.test(table)).toSorted()]),
    [
      ['early', ['platform.organizations', 'platform.people']],
      ['traffic', undefined],
      ['late', ['platform.organizations', 'platform.people']],
    ],
  );
  await state.confirm(id);
  assert.equal(await state.version(id, untouched), before);
  assert.ok((await state.stateVersion(id)) > before);
});
