import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { CommandError } from '../../cli/command.ts';
import { explainAssignment } from '../../cli/explain.ts';
import { sql } from '../../platform/db/sql.ts';
import { newObjectId } from '../../platform/ids.ts';
import { doReportPositions } from '../positions/actions.ts';
import { findCandidate } from './auto-assign.ts';
import { forgetDecisions } from './forget-decisions.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const at = (lon: number, lat: number, more: object = {}) => ({ destination: destinationAt(lon, lat), ...more });
const distance = (more: object = {}) => ({ autoAssign: { mode: 'distance', ...more } });

test('the nearest worker on duty gets the task', async () => {
  const { worker, task, team } = await startFleet(server);
  const near = await worker([-122.401, 37.78]);
  const nearer = await worker([-122.4005, 37.78]);
  await worker();
  const south = await team('South');
  const southern = await worker([-122.5, 37.78], 'South');

  const first = await task(distance());
  assert.equal(first.worker, nearer.id);
  assert.equal(first.didAutoAssign, true);
  assert.equal(first.state, 1);
  assert.deepEqual(first.container, { type: 'WORKER', worker: nearer.id });
  assert.equal((await task(distance({ excludedWorkerIds: [nearer.id] }))).worker, near.id);
  assert.equal((await task(distance({ team: south }))).worker, southern.id);
  // The nearest has one assigned task, the next one has one too.
  assert.equal((await task(distance({ maxAssignedTaskCount: 1 }))).worker, null);
  const none = await task(distance({ maxAssignedTaskCount: 0 }));
  assert.equal(none.didAutoAssign, false);
  assert.equal(none.state, 0);
  // A started task does not count.
  await nearer.driver.post(`/driver/tasks/${first.id}/start`, {});
  assert.equal((await task(distance({ maxAssignedTaskCount: 1 }))).worker, nearer.id);
  await nearer.driver.post('/driver/duty', { onDuty: false });
  assert.equal((await task(distance())).worker, near.id);
});

test('of a large team, too, only its own are candidates', async () => {
  const { organization, north, worker, team } = await startFleet(server);
  await worker([0, 0]);
  const id = await team('South');
  const southern = await worker([0.5, 0], 'South');
  // So many are not looked up one by one.
  const workers = [southern.id, ...Array.from({ length: 600 }, () => newObjectId())];
  const find = (teamId: string) =>
    findCandidate(server.services.database.reader.of(organization), server.services, [0, 0], {
      mode: 'distance',
      teams: [{ id: teamId, workers }],
      maxAssignedTaskCount: undefined,
      excludedWorkerIds: [],
      considerDependencies: false,
    });
  assert.equal((await find(id))?.owner.id, southern.id);
  assert.notEqual((await find(north))?.owner.id, southern.id);
});

test('across the antimeridian and at the pole', async () => {
  const { worker, task } = await startFleet(server);
  const west = await worker([179.9, 0]);
  const east = await worker([-179, 0]);
  assert.equal((await task(at(-179.95, 0, distance()))).worker, west.id);
  assert.equal((await task(at(-179.4, 0, distance()))).worker, east.id);
  const pole = await worker([10, 89.9]);
  assert.equal((await task(at(-170, 89.9, distance()))).worker, pole.id);
});

test('the ellipsoid decides where a sphere would err', async () => {
  const { worker, task } = await startFleet(server);
  // One degree of latitude at the equator is 110.574 km, of longitude 111.320 km.
  await worker([1, 0]);
  const north = await worker([0, 1.003]);
  assert.equal((await task(at(0, 0, distance()))).worker, north.id);
});

test('nobody on duty, nobody assigned', async () => {
  const { worker, task } = await startFleet(server);
  await worker();
  for (const mode of ['distance', 'load']) {
    const created = await task({ autoAssign: { mode } });
    assert.deepEqual([created.didAutoAssign, created.worker, created.container.type], [false, null, 'ORGANIZATION']);
  }
});

test('who has gone off duty since the look gets nothing', async () => {
  const { organization, worker, task } = await startFleet(server);
  const { id } = await worker([0, 0]);
  // The search still finds the worker.
  await server.services.database.transaction((tx) =>
    tx.run(sql`update dispatch.workers set on_duty = false where organization_id = ${organization} and id = ${id}`),
  );
  assert.equal((await task(at(0, 0, distance()))).worker, null);
});

test('load counts the way from the last stop to the new one', async () => {
  const { worker, task } = await startFleet(server);
  const busy = await worker([0, 0]);
  await worker([0.05, 0]);
  await task(at(0.019, 0, { container: { type: 'WORKER', worker: busy.id } }));
  assert.equal((await task(at(0.02, 0, { autoAssign: { mode: 'load' } }))).worker, busy.id);
});

test('load counts the way through active and assigned tasks', async () => {
  const { api, worker, task } = await startFleet(server);
  const busy = await worker([0, 0]);
  const idle = await worker([0.05, 0]);
  const own = (lon: number) => task(at(lon, 0, { container: { type: 'WORKER', worker: busy.id } }));
  const load = { autoAssign: { mode: 'load' } };
  const done: string[] = [];
  const away = await own(0.04);
  // 0 → 0.04 → 0.02 is longer than 0.05 → 0.02.
  assert.equal((await task(at(0.02, 0, load))).worker, idle.id);
  await api.put(`/containers/workers/${idle.id}`, { tasks: [] });
  // The same while that task is active.
  await busy.driver.post(`/driver/tasks/${away.id}/start`, {});
  const second = await task(at(0.02, 0, load));
  assert.equal(second.worker, idle.id);
  await api.put(`/containers/workers/${idle.id}`, { tasks: [] });
  // And done, it counts no more.
  await busy.driver.post(`/driver/tasks/${away.id}/complete`, { success: true });
  const third = await task(at(0.02, 0, load));
  assert.equal(third.worker, busy.id);
  done.push(third.id);
  // A list is measured whole: 0 → 0.02 → 0.01 is 0.03.
  await own(0.01);
  assert.equal((await task(at(0.02, 0, load))).worker, idle.id);
});

test('load looks beyond the nearest sixteen, when they are all laden', async () => {
  const { organization, worker, task } = await startFleet(server);
  const laden = Array.from({ length: 20 }, (_, n) => ({ id: newObjectId(), lon: 0.001 * n }));
  await server.services.database.transaction(
    async (tx) => {
      for (const { id, lon } of laden) {
        await tx.run(sql`
        insert into dispatch.workers (organization_id, id, name, phone, on_duty, created_at, modified_at)
        values (${organization}, ${id}, 'Laden', ${`+1415557${1000 + Math.round(lon * 1000)}`}, true, ${tx.now}, ${tx.now})`);
        await doReportPositions(tx, {
          organizationId: organization,
          workerId: id,
          positions: [{ location: [lon, 0], time: tx.now.getTime() }],
        });
      }
    },
    { organizationId: organization },
  );
  // Each has a stop a degree away: to the new one it is two.
  for (const { id } of laden) await task(at(1, 0, { container: { type: 'WORKER', worker: id } }));
  const idle = await worker([0.5, 0]);
  assert.equal((await task(at(0, 0, { autoAssign: { mode: 'load' } }))).worker, idle.id);
  assert.equal((await task(at(0, 0, { autoAssign: { mode: 'distance' } }))).worker, laden[0]!.id);
});

test('parallel assignments keep maxAssignedTaskCount', async () => {
  const { worker, task, container } = await startFleet(server);
  const workers = [await worker([0, 0]), await worker([0.1, 0]), await worker([0.2, 0])];
  const created = await Promise.all(
    Array.from({ length: 10 }, () => task(at(0, 0, distance({ maxAssignedTaskCount: 2 })))),
  );
  for (const { id } of workers) assert.equal((await container('workers', id)).length, 2);
  assert.equal(created.filter((one) => one.didAutoAssign).length, 6);
  assert.equal(created.filter((one) => one.state === 0).length, 4);
});

test('many tasks at once', async () => {
  const { api, team, worker, task } = await startFleet(server);
  const near = await worker([0, 0]);
  const south = await team('South');
  const southern = await worker([1, 0], 'South');
  const a = await task(at(0.1, 0));
  const b = await task(at(0.2, 0));
  const c = await task(at(0, 0, { container: { type: 'TEAM', team: south } }));
  const assigned = await task(at(0, 0, { container: { type: 'WORKER', worker: near.id } }));
  const assign = async (tasks: string[], options?: object) =>
    (await api.post('/tasks/autoAssign', { tasks, ...(options ? { options } : {}) })).json;
  const workerOf = async (id: string) => (await api.get(`/tasks/${id}`)).json.worker;
  const all = { mode: 'distance', maxAssignedTaskCount: 2, restrictAutoAssignmentToTeam: true };
  assert.deepEqual(await assign([a.id, b.id, c.id, assigned.id], all), {
    assignedTasksCount: 3,
    assignedTasks: [a.id, b.id, c.id],
  });
  assert.equal(await workerOf(a.id), near.id);
  // The nearest has two by now.
  assert.equal(await workerOf(b.id), southern.id);
  assert.equal(await workerOf(c.id), southern.id);
  assert.equal((await api.get(`/tasks/${a.id}`)).json.didAutoAssign, true);
  assert.deepEqual(await assign([(await task(at(0, 0))).id], { teams: [south], maxAssignedTaskCount: 1 }), {
    assignedTasksCount: 0,
    assignedTasks: [],
  });
  assert.equal((await assign(['a'.repeat(24)])).message.error, 1402);
});

test('first tasks of one worker, assigned at once', async () => {
  const { worker, task, container } = await startFleet(server);
  for (let round = 0; round < 5; round++) {
    const { id } = await worker([round, round]);
    const created = await Promise.all(Array.from({ length: 8 }, () => task(at(round, round, distance()))));
    assert.deepEqual(new Set(created.map((one) => one.worker)), new Set([id]));
    assert.equal((await container('workers', id)).length, 8);
  }
});

test('considerDependencies at creation: the unassigned ones come along, before the task', async () => {
  const { worker, task, team, container, api } = await startFleet(server);
  const dora = await worker([0, 0]);
  const eva = await worker([1, 0]);
  const south = await team('South');
  const first = await task(at(0.5, 0));
  const second = await task(at(0.6, 0, { container: { type: 'TEAM', team: south } }));
  const dependencies = [second.id, first.id];
  const options = { mode: 'distance', considerDependencies: true };
  const third = await task(at(0, 0, { dependencies, autoAssign: options }));
  assert.deepEqual([third.worker, third.didAutoAssign], [dora.id, true]);
  assert.deepEqual(await container('workers', dora.id), [second.id, first.id, third.id]);
  assert.deepEqual((await api.get(`/tasks/${first.id}`)).json.worker, dora.id);

  // The worker with a task that it depends on is chosen, although another one is nearer.
  const fourth = await task(at(1, 0, { dependencies: [third.id], autoAssign: options }));
  assert.equal(fourth.worker, dora.id);
  // Unless that worker may not have it.
  const fifth = await task(
    at(1, 0, { dependencies: [third.id], autoAssign: { ...options, excludedWorkerIds: [dora.id] } }),
  );
  assert.equal(fifth.worker, eva.id);

  // Without the wish nothing comes along.
  const alone = await task(at(0, 0));
  const child = await task(at(0, 0, { dependencies: [alone.id], autoAssign: { mode: 'distance' } }));
  assert.equal(child.worker, dora.id);
  assert.equal((await api.get(`/tasks/${alone.id}`)).json.worker, null);
});

test('considerDependencies: all that comes along must find room', async () => {
  const { worker, task, container } = await startFleet(server);
  const dora = await worker([0, 0]);
  const dependencies = [(await task(at(0, 0))).id, (await task(at(0, 0))).id];
  const create = (maxAssignedTaskCount: number) =>
    task(at(0, 0, { dependencies, autoAssign: { mode: 'load', considerDependencies: true, maxAssignedTaskCount } }));
  const none = await create(2);
  assert.deepEqual([none.worker, none.didAutoAssign], [null, false]);
  assert.deepEqual(await container('workers', dora.id), []);
  assert.equal((await create(3)).worker, dora.id);
  assert.equal((await container('workers', dora.id)).length, 3);
});

test('considerDependencies of many: a family goes to one worker', async () => {
  const { worker, task, api, container } = await startFleet(server);
  const dora = await worker([0, 0]);
  const eva = await worker([1, 0]);
  const parent = await task(at(1, 0));
  const middle = await task(at(0, 0, { dependencies: [parent.id] }));
  const child = await task(at(1, 0, { dependencies: [middle.id] }));
  const other = await task(at(1, 0));
  const answer = await api.post('/tasks/autoAssign', {
    tasks: [middle.id, other.id],
    options: { mode: 'distance', considerDependencies: true },
  });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.json, {
    assignedTasksCount: 4,
    assignedTasks: [parent.id, middle.id, child.id, other.id],
  });
  assert.deepEqual(await container('workers', dora.id), [parent.id, middle.id, child.id]);
  assert.deepEqual(await container('workers', eva.id), [other.id]);
});

test('every decision says who was near and why each was passed over; a preview says it before', async () => {
  const { api, worker, task, team, organization } = await startFleet(server);
  const south = await team('South');
  const [near, full, farther] = [
    await worker([-122.401, 37.78]),
    await worker([-122.4001, 37.78]),
    await worker([-122.41, 37.78]),
  ];
  const southern = await worker([-122.4002, 37.78], 'South');
  await worker();
  await task({ container: { type: 'WORKER', worker: full.id } });
  const [north] = (await api.get('/teams')).json.filter(({ id }: { id: string }) => id !== south);
  const options = { mode: 'distance', team: north.id, maxAssignedTaskCount: 1, excludedWorkerIds: [] };
  const created = await task({ autoAssign: options });
  assert.equal(created.worker, near.id);
  const { decisions, worker: assigned } = (await api.get(`/tasks/${created.id}/assignment`)).json;
  assert.equal(assigned, near.id);
  assert.equal(decisions.length, 1);
  const [decision] = decisions;
  assert.deepEqual([decision.outcome, decision.worker, decision.options.teams], ['assigned', near.id, [north.id]]);
  type Candidate = { worker: string; distance: number; travel: number; assignedTasks: number; refusedBecause: string };
  const reasons = (list: Candidate[]) => list.map(({ worker, refusedBecause }) => [worker, refusedBecause]);
  assert.deepEqual(reasons(decision.candidates), [
    [full.id, 'tooManyTasks'],
    [southern.id, 'notInTeam'],
    [near.id, null],
    [farther.id, 'fartherAway'],
  ]);
  assert.deepEqual(
    decision.candidates.map(({ distance, travel, assignedTasks }: Candidate) => [distance, travel, assignedTasks]),
    [
      [9, 9, 1],
      [18, 18, 0],
      [88, 88, 0],
      [881, 881, 0],
    ],
  );

  const waiting = await task();
  const path = `/tasks/${waiting.id}/assignment`;
  const preview = await api.post(`${path}/preview`, { mode: 'load', excludedWorkerIds: [southern.id] });
  assert.equal(preview.status, 200, preview.text);
  assert.deepEqual([preview.json.outcome, preview.json.worker], ['assigned', full.id]);
  assert.deepEqual(reasons(preview.json.candidates).slice(0, 2), [
    [full.id, null],
    [southern.id, 'excluded'],
  ]);
  assert.deepEqual((await api.get(path)).json, { task: waiting.id, worker: null, decisions: [] });
  const none = await api.post('/tasks/autoAssign', { tasks: [waiting.id], options: { maxAssignedTaskCount: 0 } });
  assert.equal(none.json.assignedTasksCount, 0);
  await api.post('/tasks/autoAssign', { tasks: [waiting.id], options: { mode: 'load' } });
  const both = (await api.get(path)).json;
  assert.deepEqual(
    both.decisions.map(({ outcome }: { outcome: string }) => outcome),
    ['assigned', 'noCandidate'],
  );
  const explained = await explainAssignment(server.services, { organization, task: waiting.id });
  assert.deepEqual([explained.length, explained[0]!.workerId], [2, both.worker]);
  await assert.rejects(explainAssignment(server.services, { organization, task: 'a'.repeat(24) }), CommandError);
  // The task's ID says whose it is.
  assert.deepEqual(await explainAssignment(server.services, { task: waiting.id }), explained);
  await assert.rejects(explainAssignment(server.services, { task: 'a'.repeat(24) }), CommandError);
  const { organization: other } = await startFleet(server);
  await assert.rejects(explainAssignment(server.services, { organization: other, task: waiting.id }), CommandError);
  const foreign = await startFleet(server);
  assert.equal((await foreign.api.get(path)).json.message.error, 1402);
  assert.equal((await foreign.api.post(`${path}/preview`, { mode: 'load' })).json.message.error, 1402);

  server.clock.advance(91 * 86_400_000);
  await forgetDecisions.handle(server.services, {}, new AbortController().signal);
  assert.deepEqual((await api.get(path)).json.decisions, []);
});
