import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { newObjectId } from '../../platform/ids.ts';
import { readDispatchOptions } from './options.ts';
import { insertDispatch } from './queries.ts';
import { runDispatch } from './run-dispatch.ts';

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

/** A fleet whose dispatches are told. */
async function subscribed() {
  const fleet = await startFleet(server);
  for (const trigger of [18, 20]) {
    const answer = await fleet.api.post('/webhooks', { url: receiver.url, name: 'dispatches', trigger });
    assert.equal(answer.status, 200, answer.text);
  }
  const waiting = (lon: number, more: object = {}) =>
    fleet.task({ destination: destinationAt(lon), container: { type: 'TEAM', team: fleet.north }, ...more });
  /** Dispatches, and gives what the webhooks tell. */
  const dispatch = async (body?: object) => {
    const answer = await fleet.api.post(`/teams/${fleet.north}/dispatch`, body);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(Object.keys(answer.json), ['dispatchId']);
    const { dispatchId } = answer.json;
    const told = await until(() => {
      const own = receiver.deliveries.filter((delivery) => delivery.body.dispatchId === dispatchId);
      return own.length === 2 ? own.map((delivery) => delivery.body) : undefined;
    }, 'both triggers of the dispatch');
    const [job, optimization] = told.toSorted((a, b) => a.triggerId - b.triggerId);
    assert.deepEqual(
      [job.triggerName, optimization.triggerName],
      ['autoDispatchJobCompleted', 'routeOptimizationJobCompleted'],
    );
    assert.equal(optimization.data, null);
    assert.equal(job.actionContext.type, 'API');
    assert.equal(job.data.dispatch.id, dispatchId);
    return job.data.dispatch;
  };
  return { ...fleet, waiting, dispatch };
}

test('a team’s tasks go to the workers who are near, in the order of the way, and what is impossible stays', async () => {
  const { api, worker, waiting, dispatch, container, north } = await subscribed();
  const [west, east] = [await worker([-122.5, 37.78]), await worker([-122.3, 37.78])];
  await worker();
  const now = server.clock.now().getTime();
  const [w2, w1] = [await waiting(-122.498), await waiting(-122.499)];
  const pickup = await waiting(-122.297, { pickupTask: true });
  const dropoff = await waiting(-122.299, { dependencies: [pickup.id] });
  const late = await waiting(-122.4, { completeBefore: now - 3_600_000 });
  const tomorrow = await waiting(-122.4, { completeAfter: now + 24 * 3_600_000 });
  const done = await dispatch();
  assert.deepEqual(await container('workers', west.id), [w1.id, w2.id]);
  assert.deepEqual(await container('workers', east.id), [pickup.id, dropoff.id]);
  assert.deepEqual(await container('teams', north), [late.id, tomorrow.id]);
  assert.deepEqual(done.unassignedTasks, [{ task: late.id, reason: 'TIME_WINDOW' }]);
  assert.deepEqual(
    done.assignedTasks.toSorted((a: { worker: string }) => (a.worker === west.id ? -1 : 1)),
    [
      { worker: west.id, tasks: [w1.id, w2.id] },
      { worker: east.id, tasks: [pickup.id, dropoff.id] },
    ],
  );
  assert.deepEqual([done.team, done.timeCreated <= done.timeCompleted], [north, true]);
  const assigned = (await api.get(`/tasks/${w1.id}`)).json;
  assert.deepEqual([assigned.state, assigned.worker, assigned.didAutoAssign], [1, west.id, true]);

  // What a worker has stays first and counts; who has what a task waits for gets it.
  const child = await waiting(-122.5, { dependencies: [dropoff.id] });
  const more = await waiting(-122.5);
  const second = await dispatch({ maxTasksPerRoute: 3, serviceTime: 1, maxAllowedDelay: 5, routeEnd: null });
  assert.deepEqual(await container('workers', west.id), [w1.id, w2.id, more.id]);
  assert.deepEqual(await container('workers', east.id), [pickup.id, dropoff.id, child.id]);
  assert.deepEqual(second.unassignedTasks, [{ task: late.id, reason: 'TIME_WINDOW' }]);
  await waiting(-122.5);
  const third = await dispatch({ maxTasksPerRoute: 3 });
  assert.deepEqual(third.assignedTasks, []);
  assert.deepEqual(third.unassignedTasks.map(({ reason }: { reason: string }) => reason).toSorted(), [
    'CAPACITY',
    'CAPACITY',
  ]);
});

test('what changes while routes are looked for stays as it is, and nothing is done twice', async () => {
  const { api, organization, north, worker, waiting, task, container } = await subscribed();
  const [stays, leaves] = [await worker([-122.5, 37.78]), await worker([-122.3, 37.78])];
  const [same, noted, taken] = [await waiting(-122.5), await waiting(-122.5), await waiting(-122.5)];
  const lost = await waiting(-122.3);
  await task();
  const { database } = server.services;
  const dispatchId = newObjectId();
  const caller = { kind: 'key' as const, organizationId: organization, credentialId: newObjectId() };
  await database.transaction(async (tx) => {
    const options = await readDispatchOptions(tx, organization, {}, tx.now);
    await insertDispatch(tx, dispatchId, north, caller, options);
  });
  const change = async () => {
    for (const answer of [
      await api.put(`/tasks/${noted.id}`, { notes: 'Ring twice' }),
      await api.put(`/containers/workers/${leaves.id}`, { tasks: [-1, taken.id] }),
      await api.put(`/teams/${north}`, { workers: [stays.id] }),
    ])
      assert.equal(answer.status, 200, answer.text);
  };
  const changing = new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'transaction') return value.bind(target);
      return async (...given: unknown[]) => {
        await change();
        return value.apply(target, given);
      };
    },
  });
  const signal = AbortSignal.timeout(60_000);
  await runDispatch.handle(
    { ...server.services, database: changing },
    { organizationId: organization, dispatchId },
    signal,
  );
  await runDispatch.handle(server.services, { organizationId: organization, dispatchId }, signal);
  const told = await until(() => {
    const own = receiver.deliveries.filter((delivery) => delivery.body.dispatchId === dispatchId);
    return own.length === 2 ? own.find((delivery) => delivery.body.triggerId === 18) : undefined;
  }, 'both triggers, once');
  const { assignedTasks, unassignedTasks } = told.body.data.dispatch;
  assert.deepEqual(assignedTasks, [{ worker: stays.id, tasks: [same.id] }]);
  assert.deepEqual(
    new Map(unassignedTasks.map((left: { task: string; reason: string }) => [left.task, left.reason])),
    new Map([
      [lost.id, 'WORKER_GONE'],
      [noted.id, 'CHANGED'],
      [taken.id, 'CHANGED'],
    ]),
  );
  assert.deepEqual(await container('workers', stays.id), [same.id]);
  assert.deepEqual(await container('workers', leaves.id), [taken.id]);
  assert.deepEqual((await container('teams', north)).toSorted(), [lost.id, noted.id].toSorted());
});

test('capacities are kept, and a shift counts as much as duty', async () => {
  const { api, worker, waiting, dispatch, container } = await subscribed();
  const dora = await worker();
  await dora.driver.post('/driver/duty', { onDuty: true });
  await dora.goTo(-122.4, 37.78);
  await dora.driver.post('/driver/duty', { onDuty: false });
  const now = server.clock.now();
  const shift = [now.getTime() - 60_000, now.getTime() + 3_600_000];
  const entries = [{ date: now.toISOString().slice(0, 10), timezone: 'UTC', shifts: [shift] }];
  const schedule = await api.post(`/workers/${dora.id}/schedule`, { entries });
  assert.equal(schedule.status, 200, schedule.text);
  assert.equal((await api.put(`/workers/${dora.id}`, { capacity: 5 })).status, 200);
  const tasks = [await waiting(-122.4, { quantity: 3 }), await waiting(-122.4, { quantity: 3 })];
  const done = await dispatch();
  const [given] = await container('workers', dora.id);
  const left = tasks.find((task) => task.id !== given)!;
  assert.deepEqual(done.unassignedTasks, [{ task: left.id, reason: 'NO_ROOM' }]);
});

test('without tasks or workers it is refused; bad input is refused; another organization’s team looks like none', async () => {
  const fleet = await startFleet(server);
  const other = await startFleet(server);
  const { api, north, worker, task } = fleet;
  const refused = async (body: object | undefined, status: number, error: number) => {
    const answer = await api.post(`/teams/${north}/dispatch`, body);
    assert.deepEqual([answer.status, answer.json.message?.error], [status, error], JSON.stringify(body));
  };
  await worker([-122.4, 37.78]);
  await refused({}, 400, 2218);
  const team = await fleet.team('South');
  await task({ container: { type: 'TEAM', team } });
  const idle = await api.post(`/teams/${team}/dispatch`);
  assert.deepEqual([idle.status, idle.json.message.error], [400, 2218]);

  await task({ container: { type: 'TEAM', team: north } });
  const now = Math.floor(server.clock.now().getTime() / 1000);
  const hour = 3600;
  for (const [body, error] of [
    [{ maxTasksPerRoute: 201 }, 1000],
    [{ maxTasksPerRoute: -1 }, 1000],
    [{ serviceTime: 'long' }, 1005],
    [{ maxAllowedDelay: -1 }, 1000],
    [{ taskTimeWindow: [now] }, 1000],
    [{ taskTimeWindow: [now + hour, now] }, 1009],
    [{ taskTimeWindow: [now - 2 * hour, now - hour] }, 1009],
    [{ taskTimeWindow: [now, now + 13 * hour] }, 1009],
    [{ taskTimeWindow: [now - 8 * hour, now + 9 * hour] }, 1009],
    [{ scheduleTimeWindow: [now - 4 * hour, now + hour] }, 1009],
    [{ scheduleTimeWindow: [now, now + 17 * hour] }, 1009],
    [{ routeEnd: 'moon' }, 1000],
    [{ routeEnd: `hub://${'A'.repeat(24)}` }, 1402],
  ] as const)
    await refused(body, error === 1402 ? 404 : 400, error);
  assert.equal((await other.api.post(`/teams/${north}/dispatch`, {})).json.message.error, 1402);
});
