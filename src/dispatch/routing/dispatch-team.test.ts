import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { newObjectId } from '../../platform/ids.ts';
import { WHOLE_SIGHT } from '../http/caller.ts';
import { doReportProgress } from './actions.ts';
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
    const received = await until(() => {
      const own = receiver.deliveries.filter((delivery) => delivery.body.dispatchId === dispatchId);
      return own.length === 2 ? own.map((delivery) => delivery.body) : undefined;
    }, 'both triggers of the dispatch');
    const [job, optimization] = received.toSorted((a, b) => a.triggerId - b.triggerId);
    assert.deepEqual(
      [job.triggerName, optimization.triggerName],
      ['autoDispatchJobCompleted', 'routeOptimizationJobCompleted'],
    );
    assert.equal(optimization.data, null);
    assert.equal(job.actionContext.type, 'API');
    assert.equal(job.data.dispatch.id, dispatchId);
    return job.data.dispatch;
  };
  /** Has a plan made, and gives it when it is there. */
  const propose = async (body?: object) => {
    const answer = await fleet.api.post(`/teams/${fleet.north}/dispatch/plan`, body);
    assert.equal(answer.status, 200, answer.text);
    const path = `/dispatches/${answer.json.dispatchId}`;
    return until(async () => {
      const { json } = await fleet.api.get(path);
      return json.state === 'PROPOSED' ? json : undefined;
    }, 'the plan');
  };
  const receivedOf = (dispatchId: string) =>
    receiver.deliveries.filter(({ body }) => body.dispatchId === dispatchId).map(({ body }) => body.triggerId);
  return { ...fleet, waiting, dispatch, propose, receivedOf };
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

  // Tasks of a worker stay and count; the worker with a task's dependency gets the task.
  const child = await waiting(-122.5, { dependencies: [dropoff.id] });
  const more = await waiting(-122.497);
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

test('of more than 1,000 waiting tasks the rest is told to come later', async () => {
  const { api, dispatch, container, north, worker } = await subscribed();
  await worker([-122.4, 37.78]);
  const body = { destination: destinationAt(-122.4), container: { type: 'TEAM', team: north }, quantity: 1 };
  for (const count of [500, 500, 3]) {
    const answer = await api.post('/tasks/batch', { tasks: Array.from({ length: count }, () => body) });
    assert.equal(answer.json.tasks?.length, count, answer.text.slice(0, 300));
  }
  const waiting = await container('teams', north);
  const { assignedTasks, unassignedTasks } = await dispatch({ maxTasksPerRoute: 1 });
  const later = unassignedTasks.filter(({ reason }: { reason: string }) => reason === 'LATER');
  assert.deepEqual(
    later.map(({ task }: { task: string }) => task),
    waiting.slice(1000),
  );
  assert.equal(assignedTasks.length + unassignedTasks.length, 1003);
});

test('a drop-off that must end before its pick-up begins is told as out of time', async () => {
  const { waiting, dispatch, worker } = await subscribed();
  await worker([-122.4, 37.78]);
  const now = server.clock.now().getTime();
  const pickup = await waiting(-122.4, { pickupTask: true, completeAfter: now + 2 * 3_600_000 });
  const late = await waiting(-122.401, { dependencies: [pickup.id], completeBefore: now + 3_600_000 });
  assert.deepEqual((await dispatch()).unassignedTasks, [{ task: late.id, reason: 'TIME_WINDOW' }]);
});

test('what changes while routes are looked for stays as it is, and nothing is done twice', async () => {
  const { api, organization, north, worker, waiting, task, container } = await subscribed();
  const [stays, leaves] = [await worker([-122.5, 37.78]), await worker([-122.3, 37.78])];
  const [same, noted, taken] = [await waiting(-122.5), await waiting(-122.5), await waiting(-122.5)];
  const lost = await waiting(-122.3);
  await task();
  const { database } = server.services;
  const dispatchId = newObjectId();
  const caller = {
    kind: 'key' as const,
    organizationId: organization,
    credentialId: newObjectId(),
    sight: WHOLE_SIGHT,
  };
  await database.transaction(
    async (tx) => {
      const options = await readDispatchOptions(tx, {}, tx.now);
      await insertDispatch(tx, dispatchId, north, caller, options);
    },
    { organizationId: organization },
  );
  const change = async () => {
    for (const answer of [
      await api.put(`/tasks/${noted.id}`, { notes: 'Ring twice' }),
      await api.put(`/containers/workers/${leaves.id}`, { tasks: [-1, taken.id] }),
      await api.put(`/teams/${north}`, { workers: [stays.id] }),
    ])
      assert.equal(answer.status, 200, answer.text);
  };
  let transactions = 0;
  const changing = new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'transaction') return value.bind(target);
      return async (...given: unknown[]) => {
        // The first one counts the attempt.
        if (transactions++ === 1) await change();
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
  const received = await until(() => {
    const own = receiver.deliveries.filter((delivery) => delivery.body.dispatchId === dispatchId);
    return own.length === 2 ? own.find((delivery) => delivery.body.triggerId === 18) : undefined;
  }, 'both triggers, once');
  const { assignedTasks, unassignedTasks } = received.body.data.dispatch;
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

test('new tasks come between those that a worker has, which get a new order; not those of a route plan', async () => {
  const { api, worker, waiting, dispatch, container, task } = await subscribed();
  const dora = await worker([-122.5, 37.78]);
  const own = { type: 'WORKER', worker: dora.id };
  const far = await task({ destination: destinationAt(-122.46), container: own });
  const near = await task({ destination: destinationAt(-122.48), container: own });
  const [between, first] = [await waiting(-122.47), await waiting(-122.49)];
  const done = await dispatch({ routeEnd: null });
  assert.deepEqual(await container('workers', dora.id), [first.id, near.id, between.id, far.id]);
  assert.deepEqual(done.assignedTasks, [{ worker: dora.id, tasks: [first.id, between.id] }]);
  const flags = await Promise.all(
    [far, first].map(async ({ id }) => (await api.get(`/tasks/${id}`)).json.didAutoAssign),
  );
  assert.deepEqual(flags, [false, true]);

  const startTime = server.clock.now().getTime();
  const plan = await api.post('/routePlans', { name: 'Round', startTime, tasks: [far.id], worker: dora.id });
  assert.equal(plan.status, 200, plan.text);
  const before = await container('workers', dora.id);
  const another = await waiting(-122.495);
  await dispatch({ routeEnd: null });
  assert.deepEqual(await container('workers', dora.id), [...before, another.id]);
});

test('a plan says what it saves, changes nothing until it is accepted, and can be turned down', async () => {
  const { api, north, worker, waiting, propose, receivedOf, container } = await subscribed();
  const [west, east] = [await worker([-122.5, 37.78]), await worker([-122.3, 37.78])];
  const [e, w, w2] = [await waiting(-122.32), await waiting(-122.48), await waiting(-122.49)];
  const refused = await propose();
  assert.deepEqual(
    new Map(refused.plan.routes.map(({ worker, tasks }: { worker: string; tasks: string[] }) => [worker, tasks])),
    new Map([
      [west.id, [w2.id, w.id]],
      [east.id, [e.id]],
    ]),
  );
  const { travelTime, unplannedTravelTime, savedTravelTime } = refused.plan;
  assert.ok(travelTime > 0 && savedTravelTime === unplannedTravelTime - travelTime && savedTravelTime > 0);
  assert.deepEqual([refused.assignedTasks, refused.timeCompleted, await container('workers', west.id)], [[], null, []]);
  await until(() => receivedOf(refused.id).includes(20), 'the plan being told');
  for (let times = 0; times < 2; times++) assert.equal((await api.delete(`/dispatches/${refused.id}`)).status, 200);
  await until(() => receivedOf(refused.id).includes(18), 'its end being told');
  assert.equal((await api.get(`/dispatches/${refused.id}`)).json.state, 'CANCELLED');
  assert.equal((await api.post(`/dispatches/${refused.id}/accept`)).json.message.error, 2218);

  const proposed = await propose();
  assert.equal((await api.put(`/tasks/${w.id}`, { notes: 'Ring twice' })).status, 200);
  const accepted = await api.post(`/dispatches/${proposed.id}/accept`);
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal(accepted.json.state, 'COMPLETED');
  assert.deepEqual(accepted.json.unassignedTasks, [{ task: w.id, reason: 'CHANGED' }]);
  assert.deepEqual(await container('workers', west.id), [w2.id]);
  assert.deepEqual(await container('workers', east.id), [e.id]);
  assert.equal((await api.delete(`/dispatches/${proposed.id}`)).json.message.error, 2218);
  const other = await startFleet(server);
  for (const answer of [
    await other.api.get(`/dispatches/${proposed.id}`),
    await other.api.post(`/dispatches/${proposed.id}/accept`),
    await other.api.delete(`/dispatches/${proposed.id}`),
    await other.api.post(`/teams/${north}/dispatch/plan`),
  ])
    assert.equal(answer.json.message.error, 1402);
});

test('a plan says what each route means, before and after, and dispatches are listed, the newest first', async () => {
  const { api, north, worker, waiting, task, propose, dispatch } = await subscribed();
  const dora = await worker([-122.5, 37.78]);
  const had = await task({ destination: destinationAt(-122.498), container: { type: 'WORKER', worker: dora.id } });
  // Two minutes on site begin after a way of more than one: late, but by less than the ten minutes that are allowed.
  const late = await waiting(-122.499, { completeBefore: server.clock.now().getTime() + 60_000 });
  const first = await propose({ routeEnd: null });
  const [{ figures, ...route }] = first.plan.routes;
  assert.deepEqual(route, { worker: dora.id, tasks: [late.id, had.id], tasksBefore: [had.id] });
  assert.deepEqual(figures.lateTasks, [late.id]);
  assert.deepEqual([figures.before.lateTasks, figures.before.distance], [0, figures.distance]);
  assert.ok(Math.abs(figures.distance - 176) < 2, String(figures.distance));
  assert.ok(figures.timeCompleted > first.timeCreated + 240_000);
  const { distance, unplannedDistance, lateTasks, unplannedLateTasks } = first.plan.sums;
  assert.deepEqual([distance, lateTasks, unplannedLateTasks], [figures.distance, 1, 1]);
  // At the end of the list: there, and half of the way back.
  assert.ok(Math.abs(unplannedDistance - 264) < 3, String(unplannedDistance));

  const second = await dispatch({ routeEnd: null });
  const heads = (await api.get('/dispatches')).json.dispatches;
  assert.deepEqual(
    heads.map(({ id, state, onlyProposes }: Record<string, unknown>) => [id, state, onlyProposes]),
    [
      [second.id, 'COMPLETED', false],
      [first.id, 'PROPOSED', true],
    ],
  );
  assert.deepEqual([heads[0].team, heads[0].timeCompleted, heads[0].progress], [north, second.timeCompleted, null]);
  assert.deepEqual((await (await startFleet(server)).api.get('/dispatches')).json, { dispatches: [] });
});

test('how far the search is is told while it runs, and no longer after', async () => {
  const { api, organization, north, worker, waiting, propose, container } = await subscribed();
  await worker([-122.5, 37.78]);
  for (const lon of [-122.49, -122.48, -122.47]) await waiting(lon);
  const { id, progress } = await propose();
  assert.equal(progress, null);
  const { reader } = server.services.database;
  const events = await reader.all(sql<{ payload: { progress?: object; triggerId?: number } }>`
    select payload from platform.event_log where organization_id = ${organization} and kind = 'teamDispatch'
      and payload->>'dispatchId' = ${id} order by id`);
  const [first, ...others] = events.map(({ payload }) => payload);
  assert.deepEqual(Object.keys(first!.progress!).sort(), ['share', 'travelTime', 'unassignedTasks']);
  // Webhooks hear of the end alone, which comes last.
  assert.equal(first!.triggerId, undefined);
  assert.deepEqual([others.at(-1)!.progress, others.at(-1)!.triggerId], [undefined, 20]);

  const caller = {
    kind: 'key' as const,
    organizationId: organization,
    credentialId: newObjectId(),
    sight: WHOLE_SIGHT,
  };
  const running = newObjectId();
  const far = { share: 0.25, missing: 2, travelSeconds: 61.4 };
  const report = () =>
    server.services.database.transaction((tx) =>
      doReportProgress(tx.of(organization), { caller, publicUrl: '' }, running, far),
    );
  await server.services.database.transaction(
    async (tx) => {
      await insertDispatch(tx, running, north, caller, await readDispatchOptions(tx, {}, tx.now));
    },
    { organizationId: caller.organizationId },
  );
  assert.equal(await report(), true);
  const seen = (await api.get(`/dispatches/${running}`)).json;
  assert.deepEqual(seen.progress, { share: 0.25, travelTime: 61, unassignedTasks: 2 });
  assert.equal((await api.delete(`/dispatches/${running}`)).status, 200);
  assert.equal(await report(), false);
  assert.equal((await api.get(`/dispatches/${running}`)).json.progress, null);
  assert.equal((await container('teams', north)).length, 3);
});

test('what waits for a task that has changed since the plan stays with it', async () => {
  const { api, worker, waiting, propose, container } = await subscribed();
  const dora = await worker([-122.5, 37.78]);
  const first = await waiting(-122.49);
  const second = await waiting(-122.48, { dependencies: [first.id] });
  const proposed = await propose();
  assert.deepEqual(proposed.plan.routes[0].tasks, [first.id, second.id]);
  assert.equal((await api.put(`/tasks/${first.id}`, { notes: 'Ring twice' })).status, 200);
  const { json } = await api.post(`/dispatches/${proposed.id}/accept`);
  assert.deepEqual(json.unassignedTasks, [
    { task: first.id, reason: 'CHANGED' },
    { task: second.id, reason: 'DEPENDENCY' },
  ]);
  assert.deepEqual(await container('workers', dora.id), []);
});

test('a dispatch that is called off does nothing; one that fails again and again is told as failed', async () => {
  const { api, organization, north, worker, waiting, container, receivedOf } = await subscribed();
  const dora = await worker([-122.5, 37.78]);
  await waiting(-122.5);
  const caller = {
    kind: 'key' as const,
    organizationId: organization,
    credentialId: newObjectId(),
    sight: WHOLE_SIGHT,
  };
  const submitted = async () => {
    const dispatchId = newObjectId();
    await server.services.database.transaction(
      async (tx) => {
        await insertDispatch(tx, dispatchId, north, caller, await readDispatchOptions(tx, {}, tx.now));
      },
      { organizationId: caller.organizationId },
    );
    return { organizationId: organization, dispatchId };
  };
  const { signal } = new AbortController();
  const off = await submitted();
  assert.equal((await api.delete(`/dispatches/${off.dispatchId}`)).status, 200);
  await runDispatch.handle(server.services, off, signal);
  assert.deepEqual(await container('workers', dora.id), []);

  const failing = await submitted();
  const now = () => {
    throw new Error('the clock is broken');
  };
  const broken = { ...server.services, clock: { ...server.services.clock, now } };
  for (let attempt = 0; attempt < 5; attempt++)
    await assert.rejects(runDispatch.handle(broken, failing, signal), /broken/);
  await runDispatch.handle(server.services, failing, signal);
  await until(() => receivedOf(failing.dispatchId).length === 2, 'the failure being told');
  const { json } = await api.get(`/dispatches/${failing.dispatchId}`);
  assert.deepEqual([json.state, json.assignedTasks, json.timeCompleted !== null], ['FAILED', [], true]);
});

test('an organization has ten dispatches waiting at most, and another one its own', async () => {
  const { api, organization, north, worker, waiting } = await subscribed();
  await worker([-122.5, 37.78]);
  await waiting(-122.5);
  const caller = {
    kind: 'key' as const,
    organizationId: organization,
    credentialId: newObjectId(),
    sight: WHOLE_SIGHT,
  };
  await server.services.database.transaction(
    async (tx) => {
      const options = await readDispatchOptions(tx, {}, tx.now);
      for (let n = 0; n < 10; n++) await insertDispatch(tx, newObjectId(), north, caller, options);
    },
    { organizationId: organization },
  );
  const { json } = await api.post(`/teams/${north}/dispatch`);
  assert.deepEqual(
    [json.message.error, json.message.cause],
    [2218, '10 dispatches are already waiting. Try again when one is done.'],
  );
  const other = await subscribed();
  await other.worker([-122.5, 37.78]);
  await other.waiting(-122.5);
  await other.dispatch();
});

test('a route ends where it must, and what nobody has located stays', async () => {
  const { api, north, worker, waiting, propose } = await subscribed();
  const dora = await worker([-122.5, 37.78]);
  const place = destinationAt(-122.5).address;
  const hub = (await api.post('/hubs', { name: 'East', address: place, location: [-122.3, 37.78], teams: [north] }))
    .json;
  // Both are as near; which one is first depends on where the route ends.
  const [left, right] = [await waiting(-122.52), await waiting(-122.48)];
  const somewhere = await waiting(-122.5, { destination: { address: { unparsed: 'Lisbon, Portugal' } } });
  const order = async (routeEnd?: string | null) => {
    const { plan, unassignedTasks, id } = await propose(routeEnd === undefined ? {} : { routeEnd });
    assert.deepEqual(unassignedTasks, [{ task: somewhere.id, reason: 'NOT_LOCATED' }]);
    await api.delete(`/dispatches/${id}`);
    return plan.routes[0].tasks;
  };
  assert.deepEqual(await order(), [left.id, right.id]);
  assert.deepEqual(await order(`hub://${hub.id}`), [left.id, right.id]);
  const home = { routing: (await api.post('/destinations', destinationAt(-122.7))).json.id };
  const sent = await api.put(`/workers/${dora.id}`, { addresses: home });
  assert.equal(sent.status, 200, sent.text);
  assert.deepEqual(await order('workers://ROUTING_ADDRESS'), [right.id, left.id]);
});

test('between two shifts nothing is done', async () => {
  const { api, worker, waiting, dispatch } = await subscribed();
  const dora = await worker();
  await dora.driver.post('/driver/duty', { onDuty: true });
  await dora.goTo(-122.4, 37.78);
  await dora.driver.post('/driver/duty', { onDuty: false });
  const [now, minute] = [server.clock.now().getTime(), 60_000];
  const shifts = [
    [now - minute, now + 30 * minute],
    [now + 120 * minute, now + 200 * minute],
  ];
  const entries = [{ date: new Date(now).toISOString().slice(0, 10), timezone: 'UTC', shifts }];
  assert.equal((await api.post(`/workers/${dora.id}/schedule`, { entries })).status, 200);
  const within = (from: number, to: number) => ({
    completeAfter: now + from * minute,
    completeBefore: now + to * minute,
  });
  const resting = await waiting(-122.4, within(40, 100));
  const [early, late] = [await waiting(-122.4, within(0, 30)), await waiting(-122.4, within(40, 160))];
  const done = await dispatch();
  assert.deepEqual(done.assignedTasks, [{ worker: dora.id, tasks: [early.id, late.id] }]);
  assert.deepEqual(done.unassignedTasks, [{ task: resting.id, reason: 'TIME_WINDOW' }]);
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
