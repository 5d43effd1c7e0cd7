import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, DispatchClient } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { createKey } from '../../cli/keys.ts';
import { lockContainer } from '../containers/actions.ts';
import type { TaskFailure } from './batch/failure.ts';
import { lockDependencies } from './dependency-queries.ts';
import { deleteTaskRow } from './queries.ts';

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

test('of changes that close a circle of dependencies together, the last is refused', async () => {
  const { api, organization, worker, task } = await startFleet(server);
  const list = async () => ({ container: { type: 'WORKER', worker: (await worker()).id } });
  const [first, second, third] = [await task(await list()), await task(await list()), await task(await list())];
  const link = (from: { id: string }, to: { id: string }) => api.put(`/tasks/${from.id}`, { dependencies: [to.id] });
  const answers = await whileHeld(
    server,
    (tx) => lockDependencies(tx.of(organization)),
    () => Promise.all([link(first, second), link(second, third), link(third, first)]),
    (waits) => waits.length === 3,
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 400]);
  const refused = answers.find(({ status }) => status === 400)!;
  assert.equal(refused.json.message.cause, 'dependencies must not form a circle.');
});

test('a task that is deleted while others come to depend on it is not there, as if it had been gone before', async () => {
  const { api, organization, worker, task, north } = await startFleet(server);
  const link = async (ask: (id: string) => Promise<Answer>) => {
    const { id } = await task({ container: { type: 'WORKER', worker: (await worker()).id } });
    return whileHeld(
      server,
      (tx) => deleteTaskRow(tx.of(organization), id),
      () => ask(id),
    );
  };
  const destination = destinationAt();
  const { id: other } = await task();
  for (const ask of [
    (id: string) => api.put(`/tasks/${other}`, { dependencies: [id] }),
    (id: string) => api.post('/tasks', { destination, dependencies: [id] }),
  ]) {
    const answer = await link(ask);
    assert.deepEqual([answer.status, answer.json.message?.error], [404, 1402], answer.text);
  }
  const { json } = await link((id) =>
    api.post('/tasks/batch', {
      tasks: [{ destination }, { destination, dependencies: [id], container: { type: 'TEAM', team: north } }],
    }),
  );
  assert.deepEqual([json.tasks.length, json.errors.map(({ error }: TaskFailure) => error.error)], [1, [1402]]);
});

/** A dispatcher with a key of their own. */
async function dispatcher({ api, organization }: Awaited<ReturnType<typeof startFleet>>, name: string) {
  const administrator = `${name.toLowerCase()}@couriers.example`;
  const { id } = (await api.post('/admins', { name, email: administrator })).json;
  const { api_key } = await createKey(server.services, { organization, administrator, label: 'desk' });
  return { id, name, client: new DispatchClient({ url: server.url, api_key }) };
}

test('of two dispatchers who move one task on condition, one wins and the other reads who was quicker', async () => {
  const fleet = await startFleet(server);
  const { api, organization, worker, task } = fleet;
  const people = [await dispatcher(fleet, 'Dana'), await dispatcher(fleet, 'Emil')] as const;
  const workers = [(await worker()).id, (await worker()).id];
  const toTask = (client: DispatchClient, id: string, version: number, to: string) =>
    client.request(
      'PUT',
      `/tasks/${id}`,
      { container: { type: 'WORKER', worker: to } },
      { 'if-match': `"${version}"` },
    );
  const toContainer = (client: DispatchClient, id: string, version: number, to: string) =>
    client.put(`/containers/workers/${to}`, { tasks: [0, id], versions: { [id]: version } });
  for (const [first, second] of [
    [toTask, toTask],
    [toContainer, toContainer],
    [toTask, toContainer],
  ] as const) {
    const { id, version } = await task();
    const [dana, emil] = people;
    const answers = await whileHeld(
      server,
      (tx) => lockContainer(tx.of(organization), { type: 'ORGANIZATION', id: organization }),
      () => Promise.all([first(dana.client, id, version, workers[0]!), second(emil.client, id, version, workers[1]!)]),
      (waits) => waits.length === 2,
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    const loser = answers[1 - winner]!;
    assert.deepEqual([answers[winner]?.status, loser.status], [200, 412], loser.text);
    const now = (await api.get(`/tasks/${id}`)).json;
    assert.equal(now.worker, workers[winner]);
    const { id: by, name } = people[winner]!;
    const { error, cause } = loser.json.message;
    assert.deepEqual([loser.json.code, error], ['PreconditionFailedError', 2401]);
    assert.deepEqual(cause, {
      type: 'versionMismatch',
      object: 'task',
      id,
      version: now.version,
      time: now.timeLastModified,
      by: { type: 'ADMIN', id: by, name },
    });
    const again = await toTask(emil.client, id, cause.version, workers[1]!);
    assert.equal(again.status, 200, again.text);
  }
});

test('a condition tells a dispatcher of one team nothing of the others', async () => {
  const fleet = await startFleet(server);
  const { api, worker, task, team, north } = fleet;
  const tess = await dispatcher(fleet, 'Tess');
  const south = await team('South');
  assert.equal((await api.put(`/admins/${tess.id}`, { teams: [south] })).status, 200);
  const own = await worker();
  assert.equal((await api.put(`/workers/${own.id}`, { teams: [south] })).status, 200);
  const hidden = await task({ container: { type: 'TEAM', team: north } });
  const put = (tasks: unknown[], versions: object) =>
    tess.client.request('PUT', `/containers/workers/${own.id}`, { tasks, versions }, { 'if-match': '"0"' });
  for (const id of [hidden.id, 'A'.repeat(24)]) {
    const answer = await put([-1, id], { [id]: 7 });
    assert.equal(answer.json.message.error, 1402, answer.text);
    assert.equal((await put([-1], { [id]: 7 })).status, 200);
  }
});

test('a list, a task, its completion and its deletion are changed on condition, and a driver too is named', async () => {
  const fleet = await startFleet(server);
  const { api, worker, task, organization } = fleet;
  const dora = await worker([0, 0]);
  const container = `/containers/workers/${dora.id}`;
  const [a, b] = [await task(), await task()];
  const on = (method: string, path: string, version: unknown, body?: object) =>
    api.request(method, path, body, { 'if-match': String(version) });

  const { version } = (await api.get(container)).json;
  const moved = await on('PUT', container, `"${version}"`, { tasks: [-1, a.id] });
  assert.deepEqual([moved.status, moved.json.version], [200, version + 1]);
  const late = await on('PUT', container, `"${version}"`, { tasks: [-1, b.id] });
  assert.deepEqual(
    [late.status, late.json.message.cause.object, late.json.message.cause.version],
    [412, 'container', 1],
  );
  assert.equal(late.json.message.cause.by.type, 'API');
  assert.equal((await on('PUT', `/containers/${moved.json.id}`, '"0"', { tasks: [-1, b.id] })).status, 412);
  assert.deepEqual((await api.get(container)).json, (({ undo: _, ...rest }) => rest)(moved.json));
  assert.deepEqual(moved.json.undo, [
    { container: { type: 'ORGANIZATION', organization }, version: 3, index: 0, tasks: [a.id] },
  ]);

  const path = `/tasks/${a.id}`;
  const assigned = (await api.get(path)).json;
  assert.equal((await dora.driver.post(`/driver/tasks/${a.id}/start`, {})).status, 200);
  const refused = await on('PUT', path, `"${assigned.version}"`, { notes: 'Ring twice.' });
  assert.equal(refused.status, 412);
  assert.deepEqual(refused.json.message.cause.by, { type: 'WORKER', id: dora.id, name: 'Dora Driver' });
  const completion = { completionDetails: { success: true } };
  assert.equal((await on('POST', `${path}/complete`, `"${assigned.version}"`, completion)).status, 412);
  assert.equal((await on('DELETE', `/tasks/${b.id}`, '"999"')).status, 412);
  const current = refused.json.message.cause.version;
  assert.equal((await on('PUT', path, `"1", "${current}"`, { notes: 'Ring twice.' })).status, 200);
  // A move without effect is no change and keeps the version.
  const noted = (await on('PUT', path, '*', { notes: 'Ring twice.' })).json;
  assert.equal(noted.version, current + 1);
  assert.equal((await on('POST', `${path}/complete`, `"${noted.version}"`, completion)).status, 200);
  assert.equal((await on('DELETE', `/tasks/${b.id}`, `"${b.version}"`)).status, 200);
  for (const condition of ['7', 'W/"7"', '"x"', '""', '"1" "2"', `"${'9'.repeat(16)}"`])
    assert.equal((await on('PUT', path, condition, { notes: '' })).json.message.error, 1000, condition);
});
