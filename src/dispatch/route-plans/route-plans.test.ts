import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { emitDelays } from './emit-delays.ts';

let server: TestServer & AsyncDisposable;
let receiver: Receiver;
before(async () => {
  server = await startTestServer();
  receiver = await Receiver.start();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await receiver.stop();
});

const START = 1_900_000_000_000;
type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** A fleet whose route plans are told; `received` waits until a plan had these triggers, in any order. */
async function subscribed() {
  const fleet = await startFleet(server);
  for (const trigger of [22, 23, 24, 26, 27, 28, 29]) {
    const answer = await fleet.api.post('/webhooks', { url: receiver.url, name: 'plans', trigger });
    assert.equal(answer.status, 200, answer.text);
  }
  const received = (plan: string, ...triggers: number[]) =>
    until(() => {
      const own = receiver.deliveries.filter(({ body }) => body.routePlanId === plan);
      const sorted = own.map(({ body }) => body.triggerId).sort((a, b) => a - b);
      return String(sorted) === String(triggers) ? own : undefined;
    }, `triggers ${triggers} of ${plan}`);
  return { ...fleet, received };
}

const create = async ({ api }: Pick<Fleet, 'api'>, body: object = {}) => {
  const answer = await api.post('/routePlans', { name: 'Morning', startTime: START, ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};

test('a plan puts its tasks at the end of its worker’s list, starts with the first and is done with the last', async () => {
  const fleet = await subscribed();
  const { api, worker, task, container, received } = fleet;
  const dora = await worker([0, 0]);
  const [before, a, b] = [await task({ container: { type: 'WORKER', worker: dora.id } }), await task(), await task()];
  const plan = await create(fleet, { worker: dora.id, tasks: [b.id, a.id], color: '#FF5733', vehicleType: 'CAR' });
  assert.deepEqual([plan.state, plan.tasks, plan.worker], ['PENDING', [b.id, a.id], dora.id]);
  assert.deepEqual(await container('workers', dora.id), [before.id, b.id, a.id]);
  assert.equal((await api.get(`/tasks/${a.id}`)).json.routePlan, plan.id);
  assert.ok(!('routePlan' in (await api.get(`/tasks/${before.id}`)).json));
  assert.deepEqual((await api.get(`/routePlans/${plan.id}`)).json, plan);
  const perform = async (id: string, step: string, body: object = {}) => {
    const answer = await dora.driver.post(`/driver/tasks/${id}/${step}`, body);
    assert.equal(answer.status, 200, answer.text);
  };
  await perform(b.id, 'start');
  await received(plan.id, 22, 23);
  assert.equal((await api.get(`/routePlans/${plan.id}`)).json.state, 'ACTIVE');
  await perform(b.id, 'complete', { success: true });
  await perform(a.id, 'start');
  await perform(a.id, 'complete', { success: false, failureReason: 'OTHER' });
  const events = await received(plan.id, 22, 23, 24);
  const { body } = events.find((event) => event.body.triggerId === 24)!;
  assert.deepEqual(
    [body.triggerName, body.workerId, body.data.routePlan.state],
    ['routePlanCompleted', dora.id, 'COMPLETED'],
  );
  const done = (await api.get(`/routePlans/${plan.id}`)).json;
  assert.ok(done.actualStartTime <= done.actualEndTime);
  assert.deepEqual(
    [plan.taskStates, done.taskStates],
    [
      [1, 1],
      [3, 3],
    ],
  );
  assert.equal((await api.put(`/routePlans/${plan.id}`, { name: 'Late' })).json.message.error, 1000);
});

test('changes are told; tasks follow the plan to another worker, and one that goes elsewhere leaves it', async () => {
  const fleet = await subscribed();
  const { api, worker, task, container, received, north } = fleet;
  const [dora, dan] = [await worker(), await worker()];
  const [a, b, c] = [await task(), await task(), await task()];
  const plan = await create(fleet, { tasks: [a.id] });
  assert.deepEqual([plan.worker, plan.startAt, plan.endAt], [null, 'WORKER_LOCATION', 'ANYWHERE']);
  const put = async (path: string, body: object) => {
    const answer = await api.put(`/routePlans/${plan.id}${path}`, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  assert.deepEqual((await put('/tasks', { tasks: [b.id] })).tasks, [a.id, b.id]);
  // client: gonfleet sends the same to the plan itself.
  assert.deepEqual((await put('', { tasks: [b.id, c.id] })).tasks, [a.id, b.id, c.id]);
  await put('', { worker: dora.id, name: '', startTime: 0 });
  assert.deepEqual(await container('workers', dora.id), [a.id, b.id, c.id]);
  await put('', { worker: dan.id });
  assert.deepEqual(await container('workers', dan.id), [a.id, b.id, c.id]);
  assert.equal((await put('', { worker: dan.id })).timeLastModified, (await put('', {})).timeLastModified);
  await received(plan.id, 22, 26, 26, 28, 28);
  await api.put(`/containers/workers/${dora.id}`, { tasks: [-1, b.id] });
  await received(plan.id, 22, 26, 26, 26, 28, 28);
  assert.deepEqual((await api.get(`/routePlans/${plan.id}`)).json.tasks, [a.id, c.id]);
  await put('', { worker: null, team: north });
  assert.deepEqual(await container('teams', north), [a.id, c.id]);
  await received(plan.id, 22, 26, 26, 26, 26, 27, 28, 28);
  assert.equal((await api.delete(`/routePlans/${plan.id}`)).status, 200);
  assert.equal((await api.get(`/routePlans/${plan.id}`)).json.message.error, 1402);
  assert.ok(!('routePlan' in (await api.get(`/tasks/${a.id}`)).json));
});

test('what the vendor’s pages say of a body and of a page', async () => {
  const fleet = await startFleet(server);
  const { api, task } = fleet;
  const [a, b] = [await task(), await task()];
  const plan = await create(fleet, { taskIds: [b.id], startAt: null, endAt: null });
  assert.deepEqual([plan.tasks, plan.taskStates, plan.startAt, plan.endAt], [[b.id], [0], 'ANYWHERE', 'ANYWHERE']);
  const added = await api.put(`/routePlans/${plan.id}/tasks`, { taskIds: [a.id] });
  assert.deepEqual(added.json.tasks, [b.id, a.id], added.text);
  const moved = (await api.put(`/routePlans/${plan.id}`, { startAt: 'WORKER_ADDRESS', name: 'Noon' })).json;
  assert.deepEqual([moved.startAt, moved.endAt], ['WORKER_ADDRESS', 'ANYWHERE']);
  assert.equal((await api.put(`/routePlans/${plan.id}`, { startAt: null })).json.startAt, 'ANYWHERE');
  for (const [body, error] of [
    [{}, 1900],
    [{ tasks: [a.id], taskIds: [b.id] }, 1000],
  ] as const)
    assert.equal((await api.put(`/routePlans/${plan.id}/tasks`, body)).json.message.error, error);
  const { json } = await api.get('/routePlans?limit=500');
  assert.deepEqual(json.routePlans?.[0].tasks, [b.id, a.id]);
  assert.equal((await api.get('/routePlans?limit=501')).json.message.error, 1000);
});

test('a plan whose end passes before its tasks are done is told as late, once', async () => {
  const fleet = await subscribed();
  const now = server.clock.now().getTime();
  const plan = await create(fleet, { startTime: now - 7_200_000, endTime: now - 60_000 });
  for (const _ of [1, 2]) await emitDelays.handle(server.services, {}, AbortSignal.timeout(10_000));
  await fleet.received(plan.id, 22, 29);
});

test('of more late plans than one transaction takes all are told at once', async () => {
  const fleet = await startFleet(server);
  const now = server.clock.now().getTime();
  await create(fleet, { startTime: now - 7_200_000, endTime: now - 60_000 });
  const { database } = server.services;
  const plans = sql`dispatch.route_plans p where organization_id = ${fleet.organization}`;
  await database.transaction((tx) =>
    tx.run(sql`
      insert into dispatch.route_plans
      select (jsonb_populate_record(p, jsonb_build_object('id', lpad(n::text, 24, '0'), 'short_id', lpad(n::text, 8, '0')))).*
      from generate_series(1, 100) as n, ${plans}`),
  );
  await emitDelays.handle(server.services, {}, AbortSignal.timeout(10_000));
  const late = await database.reader.first(sql<{ count: number }>`select count(*)::int from ${plans} and is_delayed`);
  assert.equal(late?.count, 101);
});

test('bad input is refused and writes nothing; foreign plans look like none', async () => {
  const fleet = await startFleet(server);
  const other = await startFleet(server);
  const { api, task } = fleet;
  const [free, foreign] = [await task(), await other.task()];
  const taken = await task();
  const plan = await create(fleet, { tasks: [taken.id] });
  for (const [body, error] of [
    [{ startTime: START }, 1900],
    [{ name: 'x' }, 1900],
    [{ name: 'x', startTime: 'soon' }, 1005],
    [{ name: 'x', startTime: START, endTime: START }, 1009],
    [{ name: 'x', startTime: START, startAt: 'HUB' }, 1000],
    [{ name: 'x', startTime: START, end: 'MOON' }, 1000],
    [{ name: 'x', startTime: START, startAt: 'ANYWHERE', start: 'WORKER_LOCATION' }, 1000],
    [{ name: 'x', startTime: START, vehicleType: 'ROCKET' }, 1000],
    [{ name: 'x', startTime: START, timezone: 'Mars/Base' }, 1000],
    [{ name: 'x', startTime: START, worker: 'A'.repeat(24) }, 1402],
    [{ name: 'x', startTime: START, team: other.north }, 1402],
    [{ name: 'x', startTime: START, tasks: [free.id, foreign.id] }, 1402],
    [{ name: 'x', startTime: START, tasks: [free.id, taken.id] }, 1000],
    [{ name: 'x', startTime: START, tasks: [free.id, free.id] }, 1000],
  ] as const)
    assert.equal((await api.post('/routePlans', body)).json.message?.error, error, JSON.stringify(body));
  assert.ok(!('routePlan' in (await api.get(`/tasks/${free.id}`)).json));
  assert.deepEqual((await api.get('/routePlans')).json, { routePlans: [plan] });
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', { name: 'mine' }],
    ['PUT', '/tasks', { tasks: [] }],
    ['DELETE', '', undefined],
  ] as const)
    assert.equal((await other.api.request(method, `/routePlans/${plan.id}${path}`, body)).json.message.error, 1402);
  assert.deepEqual((await other.api.get('/routePlans')).json, { routePlans: [] });
});

test('lists are narrowed and paged, by both paths', async () => {
  const fleet = await startFleet(server);
  const { api, worker, task } = fleet;
  const dora = await worker();
  const first = await create(fleet, { worker: dora.id });
  const second = await create(fleet, { startTime: START + 5000, tasks: [(await task()).id] });
  const ids = async (query: string) => {
    const { json } = await api.get(`/routePlans${query}`);
    return json.routePlans.map(({ id }: { id: string }) => id);
  };
  for (const [query, wanted] of [
    ['', [first.id, second.id]],
    ['/all', [first.id, second.id]],
    [`?workerId=${dora.id}`, [first.id]],
    ['?hasTasks=true', [second.id]],
    ['?hasTasks=false', [first.id]],
    [`/all?startTimeFrom=${START + 1}`, [second.id]],
    [`?startTimeTo=${START + 5000}`, [first.id]],
    ['/all?createdTimeFrom=1.7e+12', [first.id, second.id]],
    ['?createdTimeTo=1', []],
  ] as const)
    assert.deepEqual(await ids(query), wanted, query);
  const page = (await api.get('/routePlans?limit=1')).json;
  assert.equal(page.lastId, first.id);
  const last = (await api.get(`/routePlans?limit=1&lastId=${page.lastId}`)).json;
  assert.deepEqual(last, { routePlans: [second] });
});
