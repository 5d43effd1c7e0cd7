import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { holdsLaw, LiveReader } from '../../../tests/harness/live.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';

let server: TestServer & AsyncDisposable;

before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('a stream begins with everything and tells each change, in one step for what changed at once', async () => {
  const { api, worker, task, north } = await startFleet(server);
  const dora = await worker([-122.4, 37.78]);
  const first = await task({ container: { type: 'WORKER', worker: dora.id } });
  const reader = await LiveReader.open(api);
  assert.deepEqual([...reader.state.workers.keys()], [dora.id]);
  assert.deepEqual(reader.state.workers.get(dora.id)!.teams, [north]);
  assert.deepEqual([...reader.state.containers.values()].find(({ owner }) => owner === dora.id)?.tasks, [first.id]);

  const second = await task();
  await until(() => reader.state.tasks.has(second.id), 'a new task');
  assert.equal((await api.put(`/containers/workers/${dora.id}`, { tasks: [0, second.id] })).status, 200);
  await until(() => reader.state.tasks.get(second.id)?.worker === dora.id, 'a task that was assigned');
  const list = [...reader.state.containers.values()].find(({ owner }) => owner === dora.id);
  assert.deepEqual(list?.tasks, [second.id, first.id]);

  assert.equal((await dora.driver.post(`/driver/tasks/${second.id}/start`)).status, 200);
  await until(() => reader.state.tasks.get(second.id)?.state === 2, 'a task that was started');
  assert.equal((await api.post(`/tasks/${second.id}/complete`, { completionDetails: { success: true } })).status, 200);
  await until(() => reader.state.tasks.get(second.id)?.state === 3, 'a task that was completed');
  assert.equal((await api.delete(`/tasks/${first.id}`)).status, 200);
  await until(() => !reader.state.tasks.has(first.id), 'a task that was deleted');
  await holdsLaw(reader, api);
  await reader.close();
});
