import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { after, test } from 'node:test';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { statementsOf } from '../../../../tests/harness/statements.ts';
import { whileHeld } from '../../../../tests/harness/while-held.ts';
import { sql } from '../../../platform/db/sql.ts';
import { doCreateRecipient } from '../../recipients/actions.ts';
import { lockBatches } from './queries.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('batches at once with the same recipients and workers in other orders all come through', async () => {
  const { api, worker } = await startFleet(server);
  const workers: string[] = [];
  for (let n = 0; n < 3; n++) workers.push((await worker()).id);
  const batch = (n: number) => {
    const tasks = workers.flatMap((id) =>
      [1, 2].map((k) => ({
        destination: destinationAt(),
        container: { type: 'WORKER', worker: id },
        recipients: [{ name: `Rita ${n}`, phone: `+141555502${k}${workers.indexOf(id)}` }],
      })),
    );
    return api.post('/tasks/batch', { tasks: n % 2 ? tasks : tasks.reverse() });
  };
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => batch(n)));
    assert.deepEqual([...new Set(answers.map(({ status, json }) => [status, json.errors?.length].join()))], ['200,0']);
  }
  for (const id of workers) assert.equal((await api.get(`/containers/workers/${id}`)).json.tasks.length, 48);
});

test('a batch waits for others longer than for a container', async () => {
  const { api, organization } = await startFleet(server);
  let answer: ReturnType<typeof api.post> | undefined;
  await server.services.database.transaction(
    async (tx) => {
      await lockBatches(tx);
      answer = api.post('/tasks/batch', { tasks: [{ destination: destinationAt() }] });
      await tx.first(sql`select pg_sleep(3.3)`);
    },
    { organizationId: organization },
  );
  const { status, json } = await answer!;
  assert.deepEqual([status, json.tasks?.length], [200, 1]);
});

test('a batch holds nothing while it waits for another', async () => {
  const { api, organization } = await startFleet(server);
  const phone = (n: number) => `+1415555030${n}`;
  const batch = (order: number[]) =>
    api.post('/tasks/batch', {
      tasks: order.map((n) => ({
        destination: destinationAt(),
        recipients: [{ name: `Rita ${n}`, phone: phone(n) }],
      })),
    });
  let waits: readonly string[] = [];
  const answers = await whileHeld(
    server,
    (tx) =>
      doCreateRecipient(
        tx.of(organization),
        { id: organization, country: 'US' },
        { name: 'Rita 2', phone: phone(2) },
        { type: 'API', id: '' },
      ),
    () => Promise.all([batch([1, 2, 3]), batch([3, 2, 1])]),
    (seen) => {
      waits = seen;
      return seen.length === 2;
    },
  );
  // Both at the recipient, each would have made one that the other needs: a deadlock, and now and then five in a row.
  assert.deepEqual(waits, ['advisory', 'transactionid']);
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json.tasks?.length]),
    [
      [200, 3],
      [200, 3],
    ],
  );
});

test('a batch is made together: in its order, each wrong task by itself, without a round trip for each', async () => {
  const { api, north, worker, organization } = await startFleet(server);
  const dora = await worker();
  const rita = (name: string, phone = '+14155550400') => ({ recipients: [{ name, phone }] });
  const task = (more: object = {}) => ({ destination: destinationAt(), ...more });
  const tasks = [
    task({ notes: '0', ...rita('Rita') }),
    task({ notes: '1', ...rita('Nobody', '12') }),
    task({ notes: '2', ...rita('Rita R.') }),
    task({ notes: '3', recipients: ['A'.repeat(24)] }),
    task({ notes: '4', container: { type: 'TEAM', team: north } }),
    task({ notes: '5', container: { type: 'WORKER', worker: dora.id }, ...rita('Rita Last') }),
    task({ notes: '6', dependencies: ['A'.repeat(24)], ...rita('Unknown', '+14155550401') }),
    task({ notes: '7', container: { type: 'TEAM', team: 'A'.repeat(24) } }),
    task({ notes: '8' }),
  ];
  const { json } = await api.post('/tasks/batch', { tasks });
  assert.deepEqual(
    json.tasks.map(({ notes, state }: { notes: string; state: number }) => [notes, state]),
    [
      ['0', 0],
      ['2', 0],
      ['4', 0],
      ['5', 1],
      ['8', 0],
    ],
  );
  assert.deepEqual(
    json.errors.map(({ task, error }: { task: { notes: string }; error: { error: number } }) => [
      task.notes,
      error.error,
    ]),
    [
      ['1', 1000],
      ['3', 1402],
      ['6', 1402],
      ['7', 1402],
    ],
  );
  assert.equal((await api.get('/recipients/phone/+14155550400')).json.name, 'Rita Last');
  assert.equal((await api.get('/recipients/phone/+14155550401')).json.message.error, 1402);
  assert.deepEqual(
    (await api.get(`/containers/organizations/${organization}`)).json.tasks,
    [0, 1, 4].map((n) => json.tasks[n].id),
  );

  const many = Array.from({ length: 40 }, (_, n) => task(rita(`R ${n}`, `+141555504${10 + n}`)));
  const sent = await statementsOf(/into dispatch\.tasks/, () => api.post('/tasks/batch', { tasks: many }));
  assert.ok(sent.length <= 2 * many.length + 15, `${sent.length} statements`);
  const last = sent.findLastIndex((text) => text.includes('into dispatch.recipients'));
  assert.ok(last < sent.findIndex((text) => text.includes('into dispatch.tasks')), 'one step after the other');

  await server.services.database.transaction((tx) =>
    tx.run(sql`update dispatch.containers set task_count = 9999 where owner_id = ${organization}`),
  );
  const full = [1, 2, 3].map((n) => task(rita('Last', `+1415555049${n}`)));
  const tooMany = (await api.post('/tasks/batch', { tasks: full })).json;
  assert.deepEqual([tooMany.tasks.length, tooMany.errors.length], [1, 2], JSON.stringify(tooMany));
  assert.match(tooMany.errors[0].error.cause, /at most 10000 tasks/);
  assert.equal((await api.get('/recipients/phone/+14155550492')).json.message.error, 1402);
});

test('a recipient who is named several times in a batch, by phone and by ID, is so in its order', async () => {
  const { api } = await startFleet(server);
  const phone = '+14155550409';
  const { id } = (await api.post('/recipients', { name: 'Rita', phone })).json;
  const recipients = [id, { name: 'Rita R.', phone }, id, { name: 'Rita Last', phone: '(415) 555-0409' }, id];
  const tasks = recipients.map((recipient) => ({ destination: destinationAt(), recipients: [recipient] }));
  const { json } = await api.post('/tasks/batch', { tasks });
  assert.deepEqual(
    json.tasks.map((task: { recipients: { name: string }[] }) => task.recipients[0]!.name),
    ['Rita', 'Rita R.', 'Rita R.', 'Rita Last', 'Rita Last'],
  );
});

test('a batch of which a task draws a taken short ID is told of in its order', async (t) => {
  const { api, organization } = await startFleet(server);
  const { randomInt } = crypto;
  const draws = [7, 7];
  const mocked = t.mock.method(crypto, 'randomInt', (least: number, most: number) =>
    most === 2 ** 32 && draws.length > 0 ? draws.pop()! : randomInt(least, most),
  );
  syncBuiltinESMExports();
  const tasks = Array.from({ length: 4 }, (_, n) => ({ destination: destinationAt(), notes: String(n) }));
  const { json } = await api.post('/tasks/batch', { tasks }).finally(() => {
    mocked.mock.restore();
    syncBuiltinESMExports();
  });
  assert.deepEqual([json.tasks.length, json.tasks[0].shortId, draws], [4, '00000007', []]);
  const received = await server.services.database.reader.all(sql<{ taskId: string; version: number }>`
    select payload #>> '{container,inserted,ids,0}' as "taskId", (payload #>> '{container,version}')::int as version
    from platform.event_log where organization_id = ${organization} and kind = 'container' order by id`);
  assert.deepEqual(
    received,
    json.tasks.map(({ id }: { id: string }, n: number) => ({ taskId: id, version: n + 1 })),
  );
});
