import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../../tests/harness/clients.ts';
import { destinationAt, makeDispatcher, startFleet, type TestDriver } from '../../../../tests/harness/fleet.ts';
import { Receiver } from '../../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';

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

const HOUR = 3_600_000;
/** A zone in which it is about noon, so that the day is not over soon. */
const noonZone = (now: number) => {
  const hours = new Date(now).getUTCHours() - 12;
  return `Etc/GMT${hours < 0 ? '' : '+'}${hours}`;
};

/** A fleet, with a way to make, start and wait for optimizations. */
async function start() {
  const fleet = await startFleet(server);
  const { api, north } = fleet;
  const now = server.clock.now().getTime();
  const waiting = (lon: number, more: object = {}) => fleet.task({ destination: destinationAt(lon), ...more });
  /** A body that plans today for workers of the team North, all of whom work all day. */
  const bodyOf = (tasks: { id: string }[], workers: TestDriver[], more: object = {}) => ({
    tasks: tasks.map(({ id }) => id),
    teams: { [north]: workers.map(({ id }) => id) },
    date: now,
    timezone: noonZone(now),
    mode: 0,
    serviceTime: 5,
    maxViolationTime: 10,
    maxTasksPerRoute: 50,
    schedulingMethod: 1,
    defaultSchedule: [{ date: now, slots: [{ start: '0000', end: '2400' }], owner: '', timezone: noonZone(now) }],
    routeEnd: 'teams://DEFAULT',
    ...more,
  });
  const make = async (body: object) => {
    const answer = await api.post('/optimizations/scheduled', body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const statusOf = async (id: string) => (await api.get(`/optimizations/${id}/status`)).json;
  /** Starts one, and gives its status once it has ended. */
  const run = async (body: object) => {
    const { id, issues } = await make(body);
    assert.ok(id, JSON.stringify(issues));
    const started = await api.post(`/optimizations/${id}/start`);
    assert.deepEqual([started.status, started.text], [200, '']);
    const ended = await until(async () => {
      const status = await statusOf(id);
      return status.status === 'pending' ? undefined : status;
    }, 'the routes');
    return { id, ...ended };
  };
  const holder = async (task: { id: string }) => (await api.get(`/tasks/${task.id}`)).json.worker;
  return { ...fleet, now, waiting, bodyOf, make, statusOf, run, holder };
}

/** A driver who is nowhere yet, with an address at which routes begin. */
async function driverAt({ worker, api }: Awaited<ReturnType<typeof startFleet>>, lon: number): Promise<TestDriver> {
  const driver = await worker();
  const home = (await api.post('/destinations', destinationAt(lon))).json.id;
  assert.equal((await api.put(`/workers/${driver.id}`, { addresses: { routing: home } })).status, 200);
  return driver;
}

test('an optimization is checked, started, looked at and applied; nothing is given to anybody before', async () => {
  const fleet = await start();
  const { api, waiting, bodyOf, make, statusOf, run, holder, container, north } = fleet;
  const hook = await api.post('/webhooks', { url: receiver.url, name: 'routes', trigger: 20 });
  assert.equal(hook.status, 200, hook.text);
  const [west, east] = [await driverAt(fleet, -122.5), await driverAt(fleet, -122.3)];
  // From any container: the organization's and a team's.
  const w1 = await waiting(-122.499);
  const w2 = await waiting(-122.498, { container: { type: 'TEAM', team: north } });
  const e1 = await waiting(-122.301);
  const body = bodyOf([w2, e1, w1], [west, east], { routeStart: 'workers://ROUTING_ADDRESS' });
  const made = await make(body);
  assert.deepEqual(made.issues, []);
  assert.deepEqual(made.summary, { workers: { count: 2 }, tasks: { count: 3 }, routeZones: { count: 0 } });
  assert.deepEqual(await statusOf(made.id), { status: 'pending', progress: 0, optimizationId: made.id });
  assert.equal((await api.post(`/optimizations/${made.id}/apply`)).status, 412);

  const { id, status, summary } = await run(body);
  assert.equal(status, 'success');
  assert.deepEqual([summary.assigned, summary.unassigned, summary.tasks.count], [3, 0, 3]);
  assert.deepEqual(Object.keys(summary.workers).sort(), [west.id, east.id].sort());
  const own = summary.workers[west.id];
  assert.deepEqual([own.type, own.count, own.serviceTime], ['WORKER', 2, 600]);
  assert.ok(own.travelDistance > 100 && own.travelTime > 0);
  assert.ok(own.routeOnDutyTime >= own.travelTime + own.serviceTime - 1);
  assert.equal(summary.metrics.totalNumberOrders, 3);
  assert.equal(await holder(w1), null);

  const applied = await api.post(`/optimizations/${id}/apply`);
  assert.deepEqual([applied.status, applied.text], [200, '']);
  assert.deepEqual(await container('workers', west.id), [w1.id, w2.id]);
  assert.deepEqual(await container('workers', east.id), [e1.id]);
  assert.equal((await api.post(`/optimizations/${id}/apply`)).status, 412);
  // Started once more, it is not searched for again.
  assert.equal((await api.post(`/optimizations/${id}/start`)).status, 200);
  assert.equal((await statusOf(id)).status, 'success');
  await until(() => receiver.deliveries.find(({ body: received }) => received.dispatchId === id), 'trigger 20');
});

test('at its older address, and applied by itself', async () => {
  const { api, waiting, worker, bodyOf, holder } = await start();
  const dora = await worker([-122.4, 37.78]);
  const task = await waiting(-122.401);
  const { json } = await api.post('/optimize/routes', bodyOf([task], [dora], { autoApplyAssignment: true }));
  await api.post(`/optimizations/${json.id}/start`);
  await until(async () => (await holder(task)) === dora.id, 'the assignment');
  assert.equal((await api.get(`/optimizations/${json.id}/status`)).json.status, 'success');
});

test('everything that is wrong with what was chosen is told at once', async () => {
  const { api, waiting, worker, bodyOf, make, team } = await start();
  const [dora, eva] = [await worker([-122.4, 37.78]), await worker()];
  const south = await team('South');
  const good = await waiting(-122.401);
  const taken = await waiting(-122.401, { container: { type: 'WORKER', worker: dora.id } });
  const nowhere = 'a'.repeat(24);
  const body = bodyOf([good, taken, { id: nowhere }], [dora, eva]);
  const { id, issues } = await make({ ...body, teams: { ...body.teams, [south]: [dora.id], [nowhere]: [] } });
  assert.equal(id, undefined);
  const received = (all: typeof issues) =>
    all.map(({ type, entityType, entityId, reason }: Record<string, string>) => [type, entityType, entityId, reason]);
  assert.deepEqual(received(issues), [
    ['error', 'WORKER', dora.id, 'NOT_IN_TEAM'],
    ['error', 'TEAM', nowhere, 'NOT_FOUND'],
    ['warning', 'TASK', taken.id, 'NOT_UNASSIGNED'],
    ['error', 'TASK', nowhere, 'NOT_FOUND'],
    // Nobody knows where Eva is.
    ['warning', 'WORKER', eva.id, 'NOT_AVAILABLE'],
  ]);
  assert.equal(issues[2].shortId, taken.shortId);
  // With warnings alone it is made.
  const made = await make(bodyOf([good, taken], [dora, eva]));
  assert.ok(made.id);
  assert.deepEqual(made.summary.tasks, { count: 1 });
  // By schedules alone nobody works.
  const unscheduled = await make(bodyOf([good], [dora], { schedulingMethod: 2, defaultSchedule: undefined }));
  assert.deepEqual(received(unscheduled.issues), [['error', 'WORKER', dora.id, 'NOT_AVAILABLE']]);
  assert.equal((await api.get('/dispatches')).json.dispatches.length, 0);
});

test('options that make no sense or are not supported are refused', async () => {
  const { api, waiting, worker, bodyOf, now } = await start();
  const dora = await worker([-122.4, 37.78]);
  const task = await waiting(-122.401);
  const slots = (count: number, start: string, end: string) => ({
    defaultSchedule: [{ slots: Array.from({ length: count }, () => ({ start, end })) }],
  });
  const slot = (start: string, end: string) => slots(1, start, end);
  for (const [more, status, error] of [
    [{ routeEnd: null }, 400, 1900],
    [{ routeEnd: null, routeStart: 'teams://DEFAULT' }, 200, undefined],
    [{ routeEnd: 'moon://1' }, 400, 1000],
    [{ routeStart: `hub://${'a'.repeat(24)}` }, 404, 1402],
    [{ defaultSchedule: [] }, 400, 1900],
    [{ ...slot('1200', '0900') }, 400, 1009],
    [{ ...slot('2500', '2600') }, 400, 1000],
    [{ timezone: 'Moon/Crater' }, 400, 1000],
    [{ date: now - 48 * HOUR }, 400, 1009],
    [{ date: now + 91 * 24 * HOUR }, 400, 1009],
    [{ date: now + 90 * 24 * HOUR }, 200, undefined],
    [{ ...slots(11, '0900', '1200') }, 400, 1000],
    [{ ...slots(10, '0900', '1200') }, 200, undefined],
    [{ ...slots(0, '0900', '1200') }, 400, 1000],
    [{ ...slot('0900', '0900') }, 400, 1009],
    [{ teams: {} }, 400, 1900],
    [{ tasks: [] }, 400, 1000],
    [{ mode: 4 }, 400, 1000],
    [{ jobType: 'REOPTIMIZE' }, 400, 1000],
    [{ optimizationType: 'VEHICLES' }, 400, 1000],
    [{ costParams: {} }, 400, 1000],
    [{ optimizationServiceArea: 'a' }, 400, 1000],
    [{ tasks: undefined }, 400, 1900],
  ] as [object, number, number][]) {
    const answer = await api.post('/optimizations/scheduled', bodyOf([task], [dora], more));
    assert.deepEqual([answer.status, answer.json.message?.error], [status, error], JSON.stringify(more) + answer.text);
  }
});

test('schedules, the day and its time zone, and what somebody has already, are kept to', async () => {
  const fleet = await start();
  const { api, now, waiting, bodyOf, run, make, task, container } = fleet;
  const tomorrow = new Date(now + 24 * HOUR).toISOString().slice(0, 10);
  const at = (time: string) => Date.parse(`${tomorrow}T${time}:00Z`);
  const early = await driverAt(fleet, -122.4);
  const late = await driverAt(fleet, -122.4);
  const entries = [{ date: tomorrow, timezone: 'UTC', shifts: [[at('06:00'), at('09:00')]] }];
  assert.equal((await api.put(`/workers/${early.id}/schedule`, { entries })).status, 200);
  const has = await task({ destination: destinationAt(-122.4), container: { type: 'WORKER', worker: early.id } });
  const morning = await waiting(-122.401, { completeAfter: at('06:30'), completeBefore: at('08:00') });
  const evening = await waiting(-122.401, { completeAfter: at('18:30'), completeBefore: at('20:00') });
  const night = await waiting(-122.401, { completeAfter: at('22:30'), completeBefore: at('23:00') });
  const defaultSchedule = [
    { date: at('12:00'), slots: [{ start: '1700', end: '2100' }], owner: late.id, timezone: 'UTC' },
    // From another day.
    { date: now, slots: [{ start: '0000', end: '2400' }], owner: late.id, timezone: 'UTC' },
  ];
  const body = bodyOf([morning, evening, night], [early, late], {
    date: at('12:00'),
    timezone: 'UTC',
    defaultSchedule,
  });
  const { id, summary } = await run(body);
  assert.deepEqual([summary.assigned, summary.unassigned], [2, 1]);
  assert.equal((await api.post(`/optimizations/${id}/apply`)).status, 200);
  // New tasks come after what was there.
  assert.deepEqual(await container('workers', early.id), [has.id, morning.id]);
  assert.deepEqual(await container('workers', late.id), [evening.id]);
  assert.deepEqual((await api.get(`/dispatches/${id}`)).json.unassignedTasks, [
    { task: night.id, reason: 'TIME_WINDOW' },
  ]);
  // Where it is tomorrow already, another day is meant.
  const elsewhere = await make({ ...body, tasks: [night.id], timezone: 'Pacific/Kiritimati', date: at('12:00') });
  assert.equal(elsewhere.id, undefined);
});

test('with mode 1 nothing is late; on demand, new tasks come between those that somebody has', async () => {
  const { now, waiting, worker, bodyOf, run, task, container, api } = await start();
  const dora = await worker([-122.4, 37.78]);
  const far = await task({ destination: destinationAt(-122.35), container: { type: 'WORKER', worker: dora.id } });
  const between = await waiting(-122.37);
  const due = await waiting(-122.402, { completeBefore: now + 60_000 });
  const onDemand = { jobType: 'ON-DEMAND', routeStart: 'teams://DEFAULT', serviceTime: 2 };
  const strict = await run(bodyOf([due], [dora], { ...onDemand, mode: 1 }));
  assert.equal(strict.summary.assigned, 0);
  const { id, summary } = await run(bodyOf([between, due], [dora], onDemand));
  assert.equal(summary.assigned, 2);
  await api.post(`/optimizations/${id}/apply`);
  assert.deepEqual(await container('workers', dora.id), [due.id, between.id, far.id]);
});

test('skills are obeyed, and what has changed since stays where it is', async () => {
  const { api, waiting, worker, bodyOf, run, holder } = await start();
  const [near, able] = [await worker([-122.4, 37.78]), await worker([-122.5, 37.78])];
  await api.put(`/workers/${able.id}`, { skills: ['fridge'] });
  const [cold, other] = [await waiting(-122.4, { skills: ['fridge'] }), await waiting(-122.4)];
  const { id } = await run(bodyOf([cold, other], [near, able]));
  await api.put(`/tasks/${other.id}`, { notes: 'Changed.' });
  assert.equal((await api.post(`/optimizations/${id}/apply`)).status, 200);
  assert.equal(await holder(cold), able.id);
  assert.equal(await holder(other), null);
  // Where nothing is as it was, nothing is assigned, and the routes are still there.
  const second = await run(bodyOf([other], [near]));
  await api.put(`/tasks/${other.id}`, { notes: 'Changed again.' });
  assert.equal((await api.post(`/optimizations/${second.id}/apply`)).status, 412);
  assert.equal((await api.get(`/dispatches/${second.id}`)).json.state, 'PROPOSED');
  // A worker who left the team meanwhile gets nothing.
  const third = await run(bodyOf([other], [near]));
  await api.put(`/workers/${near.id}`, { teams: [] });
  assert.equal((await api.post(`/optimizations/${third.id}/apply`)).status, 412);
  assert.equal(await holder(other), null);
});

test('an optimization is called off before and after it has started, once', async () => {
  const { api, waiting, worker, bodyOf, make, run, statusOf } = await start();
  const dora = await worker([-122.4, 37.78]);
  const body = bodyOf([await waiting(-122.401)], [dora]);
  const abort = async (id: string) => (await api.post(`/optimizations/${id}/abort`)).json;
  const { id } = await make(body);
  assert.deepEqual(await abort(id), { success: true });
  assert.deepEqual(await statusOf(id), { status: 'failed', optimizationId: id });
  assert.equal((await api.post(`/optimizations/${id}/start`)).json.message.error, 2218);
  const found = await run(body);
  assert.deepEqual(await abort(found.id), { success: true });
  assert.deepEqual(await abort(found.id), { success: true });
  assert.equal((await api.post(`/optimizations/${found.id}/apply`)).status, 412);
  const done = await run({ ...body, autoApplyAssignment: true });
  assert.deepEqual(await abort(done.id), { success: false });
});

test('an organization keeps the newest hundred that it never started, and those of others do not count', async () => {
  const { api, waiting, worker, bodyOf, make } = await start();
  const dora = await worker([-122.4, 37.78]);
  const body = bodyOf([await waiting(-122.401)], [dora]);
  const others = await start();
  const theirs = await others.make(
    others.bodyOf([await others.waiting(-122.4)], [await others.worker([-122.4, 37.78])]),
  );
  const ids: string[] = [];
  for (let n = 0; n < 101; n++) {
    server.clock.advance(1);
    ids.push((await make(body)).id);
  }
  const known = async (client: typeof api, id: string) => (await client.get(`/optimizations/${id}/status`)).status;
  assert.deepEqual(
    [await known(api, ids[0]!), await known(api, ids[1]!), await known(api, ids[100]!)],
    [404, 200, 200],
  );
  assert.equal(await known(others.api, theirs.id), 200);
  assert.equal(await known(api, theirs.id), 404);
});

test('a dispatcher of some teams neither plans for others nor sees their optimizations', async () => {
  const fleet = await start();
  const { api, waiting, worker, bodyOf, make, team, north } = fleet;
  const south = await team('South');
  const [dora, sid] = [await worker([-122.4, 37.78]), await worker([-122.4, 37.78], 'South')];
  const task = await waiting(-122.401);
  const body = bodyOf([task], [dora]);
  const { client } = await makeDispatcher(server, fleet, [north]);
  const both = { ...body, teams: { [north]: [dora.id], [south]: [sid.id] } };
  const { id, issues } = (await client.post('/optimizations/scheduled', both)).json;
  assert.equal(id, undefined);
  assert.deepEqual(
    issues.map(({ entityId, reason }: Record<string, string>) => [entityId, reason]),
    [[south, 'NOT_FOUND']],
  );
  const theirs = await make(both);
  assert.equal((await client.get(`/optimizations/${theirs.id}/status`)).status, 404);
  assert.equal((await api.get(`/optimizations/${theirs.id}/status`)).status, 200);
  assert.equal((await client.get(`/optimizations/${(await make(body)).id}/status`)).status, 200);
});
