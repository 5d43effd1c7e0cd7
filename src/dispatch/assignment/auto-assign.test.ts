import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { newObjectId } from '../../platform/ids.ts';
import { doReportPositions } from '../positions/actions.ts';

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
  await server.services.database.transaction(async (tx) => {
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
  });
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
  const wishes = { mode: 'distance', considerDependencies: true };
  const third = await task(at(0, 0, { dependencies, autoAssign: wishes }));
  assert.deepEqual([third.worker, third.didAutoAssign], [dora.id, true]);
  assert.deepEqual(await container('workers', dora.id), [second.id, first.id, third.id]);
  assert.deepEqual((await api.get(`/tasks/${first.id}`)).json.worker, dora.id);

  // Whoever has a task that it depends on is chosen, though somebody else is nearer.
  const fourth = await task(at(1, 0, { dependencies: [third.id], autoAssign: wishes }));
  assert.equal(fourth.worker, dora.id);
  // Unless that worker may not have it.
  const fifth = await task(
    at(1, 0, { dependencies: [third.id], autoAssign: { ...wishes, excludedWorkerIds: [dora.id] } }),
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
