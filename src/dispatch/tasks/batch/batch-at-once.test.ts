import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
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
  await server.services.database.transaction(async (tx) => {
    await lockBatches(tx, organization);
    answer = api.post('/tasks/batch', { tasks: [{ destination: destinationAt() }] });
    await tx.first(sql`select pg_sleep(3.3)`);
  });
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
    (tx) => doCreateRecipient(tx, { id: organization, country: 'US' }, { name: 'Rita 2', phone: phone(2) }),
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
