import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { onfleet } from '../harness/onfleet.ts';
import { startTestServer } from '../harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const SHIFT = { name: 'shift', type: 'string', value: 'late' };

/** A fleet and the unmodified client for it. */
async function start() {
  const fleet = await startFleet(server);
  const key = Buffer.from(fleet.api.authorization.slice(6), 'base64').toString().split(':')[0]!;
  return { ...fleet, client: await onfleet({ url: server.url, api_key: key }) };
}

test('batches, automatic assignment of many, and searches for metadata', async () => {
  const { client, worker } = await start();
  const dora = await worker([-122.41, 37.78]);
  const tasks = [{ destination: destinationAt(), metadata: [SHIFT] }, { destination: { address: {} } }];
  const batch = await client.tasks.batchCreate!({ tasks });
  assert.deepEqual([batch.tasks.length, batch.errors.length], [1, 1]);
  assert.ok(batch.errors[0].error.statusCode >= 400);
  const [first] = batch.tasks;
  assert.deepEqual(idsOf(await client.tasks.matchMetadata!([SHIFT])), [first.id]);
  const { jobId } = await client.tasks.batchCreateAsync!({ tasks });
  const done = await until(async () => {
    const job = await client.tasks.getBatch!(jobId);
    return job.status === 'pending' ? undefined : job;
  }, 'the batch');
  assert.deepEqual([done.status, done.tasksCreated, done.tasksErrored], ['completedWithErrors', 1, 1]);
  const assigned = await client.tasks.autoAssign!({ tasks: [first.id], options: { mode: 'distance' } });
  assert.deepEqual(assigned.assignedTasks, [first.id]);
  assert.equal((await client.tasks.get!(first.id)).worker, dora.id);

  const place = await client.destinations.create!({ ...destinationAt(), metadata: [SHIFT] });
  assert.deepEqual(await client.destinations.get!(place.id), place);
  assert.ok(idsOf(await client.destinations.matchMetadata!([SHIFT])).includes(place.id));
});

test('route plans', async () => {
  const { client, worker, task } = await start();
  const dora = await worker();
  const [one, two] = [await task(), await task()];
  const startTime = server.clock.now().getTime();
  const plan = await client.routeplan.create!({ name: 'Round', startTime, tasks: [one.id], worker: dora.id });
  assert.deepEqual(await client.routeplan.get!(plan.id), plan);
  const listed = await client.routeplan.get!({ createdAfterTime: startTime - 1000 });
  assert.deepEqual(idsOf(listed.routePlans), [plan.id]);
  assert.equal((await client.routeplan.update!(plan.id, { name: 'Tour' })).name, 'Tour');
  const added = await client.routeplan.addTasksToRoutePlan!(plan.id, { tasks: [two.id] });
  assert.deepEqual(added.tasks, [one.id, two.id]);
  assert.equal((await client.tasks.get!(two.id)).routePlan, plan.id);
  assert.equal(await client.routeplan.deleteOne!(plan.id), 200);
  assert.equal('routePlan' in (await client.tasks.get!(two.id)), false);
});

test('dispatches, estimates, schedules, positions and manifests', async () => {
  const { client, worker, task, north } = await start();
  const dora = await worker([-122.41, 37.78]);
  const waiting = await task({ container: { type: 'TEAM', team: north } });
  assert.deepEqual(idsOf((await client.teams.getTasks!(north)).tasks), [waiting.id]);
  const estimate = await client.teams.getWorkerEta!(north, { dropoffLocation: '-122.4,37.78' });
  assert.deepEqual([estimate.workerId, estimate.steps.length], [dora.id, 1]);
  const { dispatchId } = await client.teams.autoDispatch!(north, { maxTasksPerRoute: 10 });
  assert.ok(dispatchId);
  await until(async () => (await client.tasks.get!(waiting.id)).worker === dora.id, 'the dispatch');
  assert.deepEqual(idsOf((await client.workers.getTasks!(dora.id)).tasks), [waiting.id]);

  const near = await client.workers.getByLocation!({ longitude: -122.41, latitude: 37.78, radius: 500 });
  assert.deepEqual(idsOf(near.workers), [dora.id]);
  const now = server.clock.now();
  const shifts = [[now.getTime(), now.getTime() + 3_600_000]];
  const entries = [{ date: now.toISOString().slice(0, 10), timezone: 'UTC', shifts }];
  assert.deepEqual((await client.workers.setSchedule!(dora.id, { entries })).entries, entries);
  assert.deepEqual((await client.workers.getSchedule!(dora.id)).entries, entries);

  const hub = await client.hubs.create!({ name: 'Depot', ...destinationAt(-122.42) });
  const manifest = await client.workers.getDeliveryManifest!({
    hubId: hub.id,
    workerId: dora.id,
    googleApiKey: 'a key that goes nowhere',
  });
  assert.deepEqual([idsOf(manifest.tasks), manifest.turnByTurn.length], [[waiting.id], 1]);
});

test('the tests of this folder call every method that the client has', async () => {
  const { client } = await start();
  const files = ['fleet', 'tasks', 'routes'].map((name) =>
    path.join(import.meta.dirname, `node-onfleet-${name}.test.ts`),
  );
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  const called = new Set(
    [...text.matchAll(/\.(\w+)\.(\w+)!\(/g)].map(([, resource, method]) => `${resource}.${method}`),
  );
  // Two names for one resource, and what every resource has.
  const aliases: Record<string, string> = { administrators: 'admins' };
  const methods = Object.entries(client as unknown as Record<string, Record<string, unknown>>)
    .filter(([name, resource]) => name !== 'resources' && typeof resource === 'object' && resource !== null)
    .flatMap(([name, resource]) =>
      Object.keys(resource)
        .filter((method) => typeof resource[method] === 'function')
        .map((method) => [name, method] as const),
    )
    .map(([name, method]) => `${aliases[name] ?? name}.${method}`)
    .filter((method) => !/\.(api|endpoints|defineTimeout)$/.test(method));
  assert.ok(methods.length > 40, `${methods.length}`);
  const missing = methods.filter(
    (method) => !called.has(method) && !called.has(method.replace('admins', 'administrators')),
  );
  assert.deepEqual(missing, []);
});
