import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFleet } from '../../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

let actions = 0;
const time = () => server.clock.now().getTime() - 60_000;
const act = (kind: string, taskId?: string, more: object = {}) => ({
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

test('a shift without a network is done in its order, once, at the times of the device', async () => {
  const { tasks, send, api, dora } = await shift(2);
  const did = [
    act('duty', undefined, { onDuty: true }),
    ...tasks.flatMap((id) => [act('start', id), act('arrive', id), act('complete', id, { notes: `to ${id}` })]),
    act('duty', undefined, { onDuty: false }),
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
    act('start', one),
    act('complete', one),
    act('complete', one, { notes: 'at the gate' }),
    act('start', two),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 400, 424, 400],
  );
  assert.match(results[1]!.error!.cause, /notes/);
  assert.match(results[3]!.error!.cause, /Another task is active/);
  assert.equal((await api.get(`/tasks/${one}`)).json.state, 2);
});

test('what dispatch has overruled holds up nothing: the completion is kept as a report', async () => {
  const { tasks, send, api, worker } = await shift(2);
  const [moved, done] = tasks as [string, string];
  const other = await worker();
  assert.deepEqual(
    (await send([act('start', done)])).map(({ status }) => status),
    [200],
  );
  await api.put(`/tasks/${moved}`, { container: { type: 'WORKER', worker: other.id } });
  const forced = await api.post(`/tasks/${done}/complete`, { completionDetails: { success: false, notes: 'lost' } });
  assert.equal(forced.status, 200, forced.text);
  const results = await send([
    act('arrive', done),
    act('complete', done, { notes: 'handed over' }),
    act('start', moved),
    act('arrive', moved),
    act('complete', moved, { notes: 'handed over' }),
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
  const results = await send([act('self-assign', free.id), act('self-assign', taken.id), act('start')]);
  assert.deepEqual(
    results.map(({ actionId: _id, error: _error, ...more }) => more),
    [{ status: 400 }, { status: 404, overruled: true }, { status: 400 }],
  );
});

test('what one worker did is never taken as another one’s', async () => {
  const { tasks, dora, worker } = await shift(1);
  const other = await worker();
  const body = { worker: other.id, actions: [act('start', tasks[0])] };
  const refused = await dora.driver.post('/driver/actions', body);
  assert.deepEqual([refused.status, refused.json.message.error], [403, 1300], refused.text);
  const positions = [{ location: [-122.4, 37.78], time: time() }];
  assert.equal((await dora.driver.post('/driver/positions', { worker: other.id, positions })).status, 403);
  assert.equal((await dora.driver.post('/driver/positions', { worker: dora.id, positions })).status, 200);
  assert.equal((await dora.driver.post('/driver/actions', { ...body, worker: dora.id })).json.results[0].status, 200);
});

test('each action is checked by itself, also for what it lacks', async () => {
  const { tasks, send } = await shift(1);
  const incomplete = [act('duty'), act('start'), act('complete', tasks[0], { success: undefined })];
  assert.deepEqual(
    (await send(incomplete)).map(({ status, error }) => [status, error!.error]),
    incomplete.map(() => [400, 1900]),
  );
});
