import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

/** Enough that requests which lock in other orders would fail, however often a transaction is run again. */
const AT_ONCE = 48;

const statuses = async (requests: Promise<{ status: number }>[]) => [
  ...new Set((await Promise.all(requests)).map((answer) => answer.status)),
];
const times = <T>(request: (n: number) => T): T[] => Array.from({ length: AT_ONCE }, (_, n) => request(n));

test('tasks that are moved at once, as a change of the task and of the container, all arrive', async () => {
  const { api, worker, task } = await startFleet(server);
  const workers = [(await worker()).id, (await worker()).id, (await worker()).id];
  const tasks: string[] = [];
  for (let n = 0; n < AT_ONCE; n++) tasks.push((await task()).id);
  const moves = times((n) => {
    const to = workers[n % 3]!;
    return n % 2
      ? api.put(`/tasks/${tasks[n]}`, { notes: 'now', container: { type: 'WORKER', worker: to } })
      : api.put(`/containers/workers/${to}`, { tasks: [-1, tasks[n]] });
  });
  assert.deepEqual(await statuses(moves), [200]);
});

test('a destination that is put right while batches go to it', async () => {
  const { api } = await startFleet(server);
  const places: string[] = [];
  for (let n = 0; n < 3; n++) places.push((await api.post('/destinations', destinationAt())).json.id);
  const requests = times((n) =>
    n % 2
      ? api.post('/tasks/batch', {
          tasks: (n % 4 > 1 ? places : places.toReversed()).map((destination) => ({ destination })),
        })
      : api.put(`/destinations/${places[n % 3]}`, { location: [-122.4, 37 + n / 100] }),
  );
  assert.deepEqual(await statuses(requests), [200]);
});
