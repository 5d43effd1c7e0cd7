import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { whileHeld } from '../../../../tests/harness/while-held.ts';
import { sql } from '../../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

let actions = 0;
const time = () => server.clock.now().getTime() - 60_000;
const perform = (kind: string, taskId?: string, more: object = {}) => ({
  ...{ kind, taskId, actionId: `action ${++actions}`, time: time() },
  ...(kind === 'complete' && { success: true }),
  ...more,
});

/** A worker with so many tasks of their own. */
async function shift(count: number) {
  const fleet = await startFleet(server);
  const dora = await fleet.worker();
  const tasks: string[] = [];
  while (tasks.length < count)
    tasks.push((await fleet.task({ container: { type: 'WORKER', worker: dora.id } })).id as string);
  const send = async (given: readonly object[]) => {
    const { status, json, text } = await dora.driver.post('/driver/actions', { actions: given });
    assert.equal(status, 200, text);
    return json.results as { actionId: string; status: number; error?: { error: number; cause: string } }[];
  };
  return { ...fleet, dora, tasks, send };
}

/** The triggers of what the log says of tasks, and of duty, in order. */
async function receivedOf(organizationId: string, from = 0): Promise<number[]> {
  const rows = await server.services.database.reader.all(sql<{ trigger: number }>`
    select (payload->>'triggerId')::int as trigger from platform.event_log
    where organization_id = ${organizationId} and id > ${from} and payload ? 'triggerId' order by id`);
  return rows.map(({ trigger }) => trigger);
}
async function headOf(organizationId: string): Promise<number> {
  const head = await server.services.database.reader.first(sql<{ id: number }>`
    select event_id as id from platform.log_heads where organization_id = ${organizationId}`);
  return head!.id;
}
const statusesOf = (results: readonly { status: number }[]) => results.map(({ status }) => status);

test('a shift without a network is done in its order, once, at the times of the device', async () => {
  const { tasks, send, api, dora } = await shift(2);
  const did = [
    perform('duty', undefined, { onDuty: true }),
    ...tasks.flatMap((id) => [
      perform('start', id),
      perform('arrive', id),
      perform('complete', id, { notes: `to ${id}` }),
    ]),
    perform('duty', undefined, { onDuty: false }),
  ];
  const first = await send(did);
  assert.deepEqual(
    first.map(({ actionId, status }) => [actionId, status]),
    did.map(({ actionId }) => [actionId, 200]),
  );
  assert.deepEqual(await send(did), first);
  for (const id of tasks) {
    const { state, completionDetails } = (await api.get(`/tasks/${id}`)).json;
    assert.deepEqual([state, completionDetails.notes], [3, `to ${id}`]);
    assert.equal(completionDetails.time, did.find(({ kind, taskId }) => kind === 'complete' && taskId === id)!.time);
  }
  assert.equal((await api.get(`/workers/${dora.id}`)).json.onDuty, false);
});

test('a refusal holds up what follows on its task, and nothing else', async () => {
  const { tasks, send, api } = await shift(2);
  const [one, two] = tasks as [string, string];
  await api.put(`/tasks/${one}`, { requirements: { notes: true } });
  const results = await send([
    perform('start', one),
    perform('complete', one),
    perform('complete', one, { notes: 'at the gate' }),
    perform('start', two),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 400, 424, 400],
  );
  assert.match(results[1]!.error!.cause, /notes/);
  assert.match(results[3]!.error!.cause, /already has an active task/);
  assert.equal((await api.get(`/tasks/${one}`)).json.state, 2);
});

test('what dispatch has overruled holds up nothing: the completion is kept as a report', async () => {
  const { tasks, send, api, worker } = await shift(2);
  const [moved, done] = tasks as [string, string];
  const other = await worker();
  assert.deepEqual(
    (await send([perform('start', done)])).map(({ status }) => status),
    [200],
  );
  await api.put(`/tasks/${moved}`, { container: { type: 'WORKER', worker: other.id } });
  const forced = await api.post(`/tasks/${done}/complete`, { completionDetails: { success: false, notes: 'lost' } });
  assert.equal(forced.status, 200, forced.text);
  const results = await send([
    perform('arrive', done),
    perform('complete', done, { notes: 'handed over' }),
    perform('start', moved),
    perform('arrive', moved),
    perform('complete', moved, { notes: 'handed over' }),
  ]);
  assert.deepEqual(
    results.map(({ actionId: _id, error: _error, ...more }) => more),
    [
      { status: 400, overruled: true },
      { status: 200, reported: true },
      { status: 404, overruled: true },
      { status: 404, overruled: true },
      { status: 200, reported: true },
    ],
  );
  const { state, worker: owner, completionReports } = (await api.get(`/tasks/${moved}`)).json;
  assert.deepEqual([state, owner, completionReports.length], [1, other.id, 1]);
  assert.equal(completionReports[0].notes, 'handed over');
});

test('a task that could not be taken is overruled when it is gone, and nothing without a task is', async () => {
  const fleet = await shift(0);
  const { send, api, north, worker } = fleet;
  const team = { container: { type: 'TEAM', team: north } };
  const [free, taken] = [await fleet.task(team), await fleet.task(team)];
  await api.put(`/tasks/${taken.id}`, { container: { type: 'WORKER', worker: (await worker()).id } });
  const results = await send([perform('self-assign', free.id), perform('self-assign', taken.id), perform('start')]);
  assert.deepEqual(
    results.map(({ actionId: _id, error: _error, ...more }) => more),
    [{ status: 400 }, { status: 404, overruled: true }, { status: 400 }],
  );
});

test('what one worker did is never taken as another one’s', async () => {
  const { tasks, dora, worker } = await shift(1);
  const other = await worker();
  const body = { worker: other.id, actions: [perform('start', tasks[0])] };
  const refused = await dora.driver.post('/driver/actions', body);
  assert.deepEqual([refused.status, refused.json.message.error], [403, 1300], refused.text);
  const positions = [{ location: [-122.4, 37.78], time: time() }];
  assert.equal((await dora.driver.post('/driver/positions', { worker: other.id, positions })).status, 403);
  assert.equal((await dora.driver.post('/driver/positions', { worker: dora.id, positions })).status, 200);
  assert.equal((await dora.driver.post('/driver/actions', { ...body, worker: dora.id })).json.results[0].status, 200);
});

test('each action is checked by itself, also for what it lacks', async () => {
  const { tasks, send } = await shift(1);
  const incomplete = [perform('duty'), perform('start'), perform('complete', tasks[0], { success: undefined })];
  assert.deepEqual(
    (await send(incomplete)).map(({ status, error }) => [status, error!.error]),
    incomplete.map(() => [400, 1900]),
  );
});

test('what was refused leaves nothing, and its ID is free; what was done is told once, in its order', async () => {
  const { tasks, send, api, organization } = await shift(2);
  const [one, two] = tasks as [string, string];
  await api.put(`/tasks/${one}`, { requirements: { notes: true } });
  const before = await headOf(organization);
  const refused = perform('complete', one);
  const did = [
    perform('start', one),
    refused,
    perform('arrive', one),
    perform('duty', undefined, { onDuty: true }),
    perform('complete', two),
  ];
  assert.deepEqual(statusesOf(await send(did)), [200, 400, 424, 200, 400]);
  // The same ID, with another content.
  const again = [{ ...refused, notes: 'at the gate' }, perform('start', two), perform('complete', two)];
  assert.deepEqual(statusesOf(await send(again)), [200, 200, 200]);
  const reused = await send([{ ...refused, notes: 'at the door' }]);
  assert.match(reused[0]!.error!.cause, /action/i);
  assert.deepEqual(await receivedOf(organization, before), [0, 5, 3, 0, 3]);
  const { state, completionDetails, completionReports } = (await api.get(`/tasks/${one}`)).json;
  assert.deepEqual([state, completionDetails.notes, completionReports], [3, 'at the gate', undefined]);
});

test('the same actions sent twice at once are done once, also where one of them is refused', async () => {
  const { tasks, send, api, organization } = await shift(3);
  await api.put(`/tasks/${tasks[1]}`, { requirements: { notes: true } });
  const before = await headOf(organization);
  const did = [
    perform('duty', undefined, { onDuty: true }),
    ...tasks.slice(0, 2).flatMap((id) => [perform('start', id), perform('arrive', id), perform('complete', id)]),
    perform('duty', undefined, { onDuty: false }),
  ];
  const answers = await Promise.all([send(did), send(did), send(did)]);
  for (const answer of answers) assert.deepEqual(statusesOf(answer), [200, 200, 200, 200, 200, 200, 400, 200]);
  // Duty, start, arrival, completion, start, arrival, duty.
  assert.deepEqual(await receivedOf(organization, before), [5, 0, 7, 3, 0, 7, 5]);
});

test('tasks of others stay as they are, and hold up nothing', async () => {
  const { tasks, send, api, worker, task, organization } = await shift(1);
  const other = await worker();
  const foreign = await task({ container: { type: 'WORKER', worker: other.id } });
  const elsewhere = await shift(1);
  const before = await headOf(organization);
  const results = await send([
    perform('start', foreign.id),
    perform('complete', foreign.id, { notes: 'never mine' }),
    perform('start', elsewhere.tasks[0]),
    perform('complete', elsewhere.tasks[0]),
    perform('start', tasks[0]),
  ]);
  assert.deepEqual(statusesOf(results), [404, 404, 404, 404, 200]);
  assert.equal((await api.get(`/tasks/${foreign.id}`)).json.version, foreign.version);
  assert.equal((await elsewhere.api.get(`/tasks/${elsewhere.tasks[0]}`)).json.state, 1);
  assert.deepEqual(await receivedOf(organization, before), [0]);
});

test('an ID that comes twice stands for one action, and more than 100 actions are refused as a whole', async () => {
  const { tasks, dora, send, api } = await shift(1);
  const start = perform('start', tasks[0]);
  const many = Array.from({ length: 101 }, () => perform('duty', undefined, { onDuty: true }));
  const refused = await dora.driver.post('/driver/actions', { actions: many });
  assert.deepEqual([refused.status, refused.json.message.error], [400, 1000], refused.text);
  const noId = await dora.driver.post('/driver/actions', { actions: [start, { ...start, actionId: undefined }] });
  assert.equal(noId.status, 400, noId.text);
  assert.equal((await api.get(`/workers/${dora.id}`)).json.onDuty, false);
  assert.equal((await api.get(`/tasks/${tasks[0]}`)).json.state, 1);
  assert.deepEqual(statusesOf(await send([start, start, perform('complete', tasks[0])])), [200, 200, 200]);
  assert.deepEqual(
    statusesOf(await send(many.slice(1))),
    many.slice(1).map(() => 200),
  );
});

test('what ends the request undoes nothing of what came before it, and goes on with a retry', async () => {
  const { tasks, dora, send, api } = await shift(2);
  const [one, two] = tasks as [string, string];
  const did = [
    perform('start', one),
    perform('duty', undefined, { onDuty: true }),
    perform('complete', one),
    perform('start', two),
  ];
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holds = server.services.database.transaction(async (tx) => {
    await tx.run(sql`
      select from dispatch.containers where owner_id = ${dora.id} for update`);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const refused = await dora.driver.post('/driver/actions', { actions: did.slice(1) });
  assert.deepEqual([refused.status, refused.json.message.error], [412, 2400], refused.text);
  free.resolve();
  await holds;
  assert.equal((await api.get(`/workers/${dora.id}`)).json.onDuty, true);
  assert.deepEqual(statusesOf(await send(did)), [200, 200, 200, 200]);
  assert.equal((await api.get(`/tasks/${two}`)).json.state, 2);
});

test('a completion of what is another’s by now waits for that one’s list, and holds the own one meanwhile for nobody', async () => {
  const { tasks, send, api, dora, worker } = await shift(2);
  const [moved, own] = tasks as [string, string];
  const { database } = server.services;
  const other = await worker();
  await api.put(`/tasks/${moved}`, { container: { type: 'WORKER', worker: other.id } });
  const did = [perform('start', own), perform('complete', moved), perform('arrive', own), perform('complete', own)];
  const isOwnFree = () =>
    database
      .transaction((tx) => tx.run(sql`select from dispatch.containers where owner_id = ${dora.id} for update nowait`))
      .then(
        () => true,
        () => false,
      );
  let wasFree: boolean | undefined;
  const results = await whileHeld(
    server,
    (tx) => tx.run(sql`select from dispatch.containers where owner_id = ${other.id} for update`),
    () => send(did),
    async (waits) => {
      if (waits.length > 0) wasFree ??= await isOwnFree();
      return wasFree !== undefined;
    },
  );
  assert.equal(wasFree, true);
  assert.deepEqual(
    results.map(({ actionId: _id, ...more }) => more),
    [{ status: 200 }, { status: 200, reported: true }, { status: 200 }, { status: 200 }],
  );
});

test('what is given to somebody else while its start waits is not started', async () => {
  const { tasks, api, dora, worker } = await shift(1);
  const [id] = tasks as [string];
  const other = await worker();
  let moving: ReturnType<typeof api.put> | undefined;
  for (const path of [`/driver/tasks/${id}/start`, `/driver/tasks/${id}/arrive`]) {
    moving = undefined;
    assert.equal((await api.put(`/tasks/${id}`, { container: { type: 'WORKER', worker: dora.id } })).status, 200);
    const refused = await whileHeld(
      server,
      // The action's row waits for the worker's, once the task was looked at.
      (tx) => tx.run(sql`select from dispatch.workers where id = ${dora.id} for update`),
      () => dora.driver.post(path, { actionId: path }),
      async (waits) => {
        if (waits.length > 0) moving ??= api.put(`/tasks/${id}`, { container: { type: 'WORKER', worker: other.id } });
        return (await moving)?.status === 200;
      },
    );
    assert.deepEqual([refused.status, refused.json.message.error], [404, 1402], refused.text);
    const { state, worker: owner } = (await api.get(`/tasks/${id}`)).json;
    assert.deepEqual([state, owner], [1, other.id]);
  }
});

test('who is deleted while an action waits is told that there is no such worker', async () => {
  const { dora, task, north, organization } = await shift(0);
  const free = await task({ container: { type: 'TEAM', team: north } });
  const actions = [
    perform('self-assign', free.id),
    perform('duty', undefined, { onDuty: true }),
    perform('start', free.id),
  ];
  const { status, json, text } = await whileHeld(
    server,
    (tx) => tx.run(sql`delete from dispatch.workers where organization_id = ${organization} and id = ${dora.id}`),
    () => dora.driver.post('/driver/actions', { actions }),
  );
  assert.equal(status, 200, text);
  assert.deepEqual(statusesOf(json.results), [404, 404, 404]);
});
