import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { statementsOf } from '../../../../tests/harness/statements.ts';
import { sql } from '../../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

const NOBODY = '0123456789abcdef01234567';

test('a check says of each task what creating it would say, and creates nothing', async () => {
  const { api, north } = await startFleet(server);
  const recipient = { name: 'Ada', phone: '+14155550111' };
  const tasks = [
    { destination: destinationAt(), recipients: [recipient], container: { type: 'TEAM', team: north } },
    { destination: { address: { street: 'Main Street', city: 'San Francisco', country: 'US' } } },
    { destination: { address: { unparsed: 'Nowhere at all 12345' } } },
    { destination: destinationAt(), recipients: [{ name: 'Bo', phone: '12' }] },
    {
      destination: destinationAt(),
      recipients: [{ ...recipient, metadata: [{ name: 'a', type: 'number', value: 'x' }] }],
    },
    { destination: destinationAt(), container: { type: 'WORKER', worker: NOBODY } },
    { destination: destinationAt(), completeAfter: 2000, completeBefore: 1000 },
    { destination: destinationAt(), recipients: [NOBODY] },
    { destination: destinationAt(), quantity: 'many' },
    { destination: destinationAt(), dependencies: [NOBODY] },
    'nothing',
  ];
  const checked = await api.post('/tasks/batch/check', { tasks });
  assert.equal(checked.status, 200, checked.text);
  const { results } = checked.json as {
    results: {
      error: { error: number; cause: string } | null;
      geocoding: { precision: string } | null;
      warnings: string[];
    }[];
  };
  assert.deepEqual(
    results.slice(0, 2).map(({ error, geocoding }) => [error, geocoding?.precision]),
    [
      [null, 'exact'],
      [null, 'city'],
    ],
  );
  assert.deepEqual(results[1]!.warnings, ['GEOMETRIC_CENTER']);
  assert.deepEqual((await api.get('/tasks/all?from=0')).json.tasks, []);
  assert.equal((await api.get(`/recipients/phone/${encodeURIComponent(recipient.phone)}`)).status, 404);
  const created = await api.post('/tasks/batch', { tasks });
  assert.equal(created.json.tasks.length, 2, created.text);
  assert.deepEqual(
    results.slice(2).map(({ error }) => error),
    created.json.errors.map(({ error }: { error: object }) => error),
  );
});

test('recipients given by ID are looked up together', async () => {
  const { api } = await startFleet(server);
  const ids: string[] = [];
  for (const phone of ['+14155550121', '+14155550122', '+14155550123'])
    ids.push((await api.post('/recipients', { name: 'Ada', phone })).json.id);
  const tasks = ids.map((id) => ({ destination: destinationAt(), recipients: [id] }));
  const statements = await statementsOf(/from dispatch\.recipients/, async () => {
    const { json } = await api.post('/tasks/batch/check', { tasks });
    assert.deepEqual(
      json.results.map(({ error }: { error: unknown }) => error),
      [null, null, null],
    );
  });
  assert.equal(statements.filter((text) => text.includes('dispatch.recipients')).length, 1);
});

test('a check of a part knows how much room the parts of the list before it take', async () => {
  const { api, north, organization } = await startFleet(server);
  const container = { type: 'TEAM', team: north };
  // Each has a list from its first task on.
  const first = [{ destination: destinationAt() }, { destination: destinationAt(), container }];
  assert.equal((await api.post('/tasks/batch', { tasks: first })).json.tasks.length, 2);
  await server.services.database.transaction(
    (tx) =>
      tx.run(sql`
      update dispatch.containers set task_count = 9990 where organization_id = ${organization}
        and owner_id in (${organization}, ${north})`),
    { organizationId: organization },
  );
  const tasks = [...first, first[1]];
  const check = async (more: object) =>
    (await api.post('/tasks/batch/check', { tasks, ...more })).json.results.map(
      ({ error }: { error: { cause: string } | null }) => error?.cause,
    );
  assert.deepEqual(await check({}), [undefined, undefined, undefined]);
  const full = 'A container can have at most 10000 tasks.';
  const earlier = [{ count: 10 }, { container, count: 9 }];
  assert.deepEqual(await check({ earlier }), [full, undefined, full]);
});

test('of more than a batch takes nothing is checked', async () => {
  const { api } = await startFleet(server);
  const answer = await api.post('/tasks/batch/check', { tasks: Array.from({ length: 501 }, () => ({})) });
  assert.equal(answer.status, 400, answer.text);
});

test('whom another organization has is not there', async () => {
  const { worker } = await startFleet(server);
  const theirs = await worker();
  const { api } = await startFleet(server);
  const { json } = await api.post('/tasks/batch/check', {
    tasks: [{ destination: destinationAt(), container: { type: 'WORKER', worker: theirs.id } }],
  });
  assert.equal(json.results[0].error.error, 1402);
});
