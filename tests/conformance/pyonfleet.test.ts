import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { lacksPython, type PythonClient, PythonError, startPythonClient } from '../harness/python.ts';
import { Receiver } from '../harness/receiver.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const skip = lacksPython('onfleet');

let server: TestServer & AsyncDisposable;
before(async () => {
  if (!skip) server = await startTestServer();
});
after(() => server?.[Symbol.asyncDispose]());

/** The unmodified client; its address is a constant of two of its modules. */
function clientOf(key: string): PythonClient {
  const client = startPythonClient(`
import sys, onfleet
for module in ("onfleet.request", "onfleet.onfleet"):
    sys.modules[module].API_BASE_URL = "${server.url}/api/v2"
client = onfleet.Onfleet(api_key="${key}")
`);
  const call: PythonClient['call'] = async (...given) => {
    for (;;)
      try {
        return await client.call(...given);
      } catch (error) {
        // It makes 20 calls a second by itself, and then says when the next may be made.
        if (!(error instanceof PythonError && error.type === 'RateLimitException')) throw error;
        await setTimeout(Number(error.raised.period_remaining) * 1000);
      }
  };
  return { ...client, call };
}

const refusedWith = (type: string, status: number) => (error: unknown) =>
  error instanceof PythonError && error.type === type && error.raised.status === status;

test('pyonfleet: organization, people and places', { skip }, async () => {
  const { dispatch } = await server.organization();
  await using client = clientOf(dispatch.api_key);
  const { call } = client;
  assert.match((await call('auth_test')).message, new RegExp(dispatch.organization_id));
  assert.equal((await call('organization.get')).id, dispatch.organization_id);
  assert.equal((await call('organization.get', { id: dispatch.organization_id })).id, dispatch.organization_id);

  const metadata = [{ name: 'shift', type: 'string', value: 'late' }];
  const body = { name: 'Dana Dispatcher', email: 'dana@couriers.example', metadata };
  const admin = await call('administrators.create', { body });
  assert.equal((await call('administrators.update', { id: admin.id, body: { name: 'Dana D.' } })).name, 'Dana D.');
  assert.deepEqual((await call('administrators.matchMetadata', { body: metadata }))[0].id, admin.id);
  await assert.rejects(call('admins.create', { body }), refusedWith('ValidationError', 1004));
  assert.equal(await call('administrators.deleteOne', { id: admin.id }), 200);
  const [owner] = await call('admins.get');

  const hub = await call('hubs.create', { body: { name: 'Depot', ...destinationAt() } });
  assert.equal((await call('hubs.update', { id: hub.id, body: { name: 'Depot 2' } })).name, 'Depot 2');
  assert.equal((await call('hubs.get')).length, 1);
  const team = await call('teams.create', {
    body: { name: 'North', workers: [], managers: [owner.id], hub: hub.id, metadata },
  });
  assert.equal((await call('teams.get', { id: team.id })).hub, hub.id);
  assert.equal((await call('teams.get')).length, 1);
  assert.equal((await call('teams.update', { id: team.id, body: { name: 'South' } })).name, 'South');

  const worker = await call('workers.create', {
    body: { name: 'Wendy Worker', phone: '+14155550130', teams: [team.id], metadata },
  });
  assert.deepEqual(await call('workers.get', { queryParams: 'filter=id,states=0' }), [{ id: worker.id }]);
  assert.deepEqual(await call('workers.get', { id: worker.id, queryParams: { filter: 'name' } }), {
    name: 'Wendy Worker',
  });
  assert.equal((await call('workers.update', { id: worker.id, body: { name: 'W. W.' } })).name, 'W. W.');
  assert.equal((await call('workers.matchMetadata', { body: metadata })).length, 1);
  const near = { longitude: -122.4, latitude: 37.78, radius: 500 };
  assert.deepEqual(await call('workers.getByLocation', { queryParams: near }), { workers: [] });
  const entries = [{ date: '2099-01-05', timezone: 'UTC', shifts: [[4_071_200_400_000, 4_071_229_200_000]] }];
  const set = await call('workers.setSchedule', { id: worker.id, body: { entries } });
  assert.deepEqual((await call('workers.getSchedule', { id: worker.id })).entries, set.entries);

  const recipient = await call('recipients.create', {
    body: { name: 'Rita Recipient', phone: '+14155550132', metadata },
  });
  assert.deepEqual(await call('recipients.get', { id: recipient.id }), recipient);
  assert.deepEqual(await call('recipients.get', { name: 'Rita Recipient' }), recipient);
  assert.deepEqual(await call('recipients.get', { phone: '+14155550132' }), recipient);
  assert.deepEqual(await call('recipients.matchMetadata', { body: metadata }), [recipient]);
  const changed = await call('recipients.update', { id: recipient.id, body: { notes: 'Rings twice' } });
  assert.equal(changed.notes, 'Rings twice');
  const place = await call('destinations.create', { body: { ...destinationAt(), metadata } });
  assert.deepEqual(await call('destinations.get', { id: place.id }), place);
  assert.equal((await call('destinations.matchMetadata', { body: metadata }))[0].id, place.id);

  await assert.rejects(call('workers.get', { id: 'A'.repeat(24) }), refusedWith('HttpError', 1402));
  assert.equal(await call('workers.deleteOne', { id: worker.id }), 200);
  assert.equal(await call('teams.deleteOne', { id: team.id }), 200);
  await using nobody = clientOf('no-such-key');
  await assert.rejects(nobody.call('organization.get'), refusedWith('PermissionError', 1102));
});

test('pyonfleet: tasks, containers, routes and webhooks', { skip }, async () => {
  const { api, worker, north, organization } = await startFleet(server);
  const key = Buffer.from(api.authorization.slice('Basic '.length), 'base64').toString().slice(0, -1);
  const dora = await worker([-122.41, 37.78]);
  await using client = clientOf(key);
  const { call } = client;
  const receiver = await Receiver.start();
  try {
    const webhook = await call('webhooks.create', { body: { url: receiver.url, name: 'made', trigger: 6 } });
    assert.equal((await call('webhooks.get')).length, 1);
    const metadata = [{ name: 'order', type: 'number', value: 7 }];
    const task = await call('tasks.create', { body: { destination: destinationAt(), recipients: [], metadata } });
    await until(() => receiver.deliveries.some(({ body }) => body.taskId === task.id), 'the webhook');
    assert.equal(await call('webhooks.deleteOne', { id: webhook.id }), 200);
    assert.deepEqual(await call('tasks.get', { id: task.id }), task);
    assert.deepEqual(await call('tasks.get', { shortId: task.shortId }), task);
    const listed = await call('tasks.get', { queryParams: { from: task.timeCreated - 1000 } });
    assert.deepEqual(listed.tasks, [task]);
    assert.deepEqual(await call('tasks.matchMetadata', { body: metadata }), [task]);
    assert.equal((await call('tasks.update', { id: task.id, body: { notes: 'Ring' } })).notes, 'Ring');
    const clone = await call('tasks.clone', { id: task.id });
    assert.equal(clone.sourceTaskId, task.id);
    const insert = { tasks: [-1, task.id] };
    assert.deepEqual((await call('workers.insertTask', { id: dora.id, body: insert })).tasks, [task.id]);
    assert.deepEqual((await call('containers.get', { workers: dora.id })).tasks, [task.id]);
    assert.equal((await call('workers.getTasks', { id: dora.id })).tasks[0].id, task.id);
    assert.deepEqual((await call('teams.insertTask', { id: north, body: insert })).tasks, [task.id]);
    assert.equal((await call('teams.getTasks', { id: north })).tasks[0].id, task.id);
    assert.ok((await call('organization.insertTask', { id: organization, body: insert })).tasks.includes(task.id));
    assert.equal(await call('tasks.deleteOne', { id: clone.id }), 200);

    const batch = await call('tasks.batchCreate', { body: { tasks: [{ destination: destinationAt() }] } });
    assert.deepEqual([batch.tasks.length, batch.errors], [1, []]);
    const job = await call('tasks.batchCreateAsync', { body: { tasks: [{ destination: destinationAt() }] } });
    const status = () => call('tasks.getBatchCreateAsyncStatus', { id: job.jobId });
    await until(async () => (await status()).status === 'succeeded', 'the batch');
    const options = { mode: 'distance' };
    const given = await call('tasks.autoAssign', { body: { tasks: [task.id], options } });
    assert.equal(given.assignedTasksCount, 1, JSON.stringify(given));

    const startTime = server.clock.now().getTime() + 3_600_000;
    const plan = await call('routeplans.create', {
      body: { name: 'Morning', startTime, vehicleType: 'CAR', worker: dora.id },
    });
    assert.equal((await call('routeplans.get', { id: plan.id })).name, 'Morning');
    const withTask = await call('routeplans.addTasksToRoutePlan', { id: plan.id, body: { tasks: [task.id] } });
    assert.deepEqual(withTask.tasks, [task.id]);
    assert.equal((await call('routeplans.update', { id: plan.id, body: { name: 'Noon' } })).name, 'Noon');
    assert.equal((await call('routeplans.get')).routePlans.length, 1);
    assert.equal(await call('routeplans.deleteOne', { id: plan.id }), 200);

    const hub = (await api.post('/hubs', { name: 'Depot', ...destinationAt(), teams: [north] })).json;
    const manifest = await call('workers.getDeliveryManifest', {
      hubId: hub.id,
      workerId: dora.id,
      googleApiKey: 'key',
    });
    assert.equal(manifest.turnByTurn.length, 1);
    const queryParams = { dropoffLocation: '-122.4,37.78', pickupLocation: '-122.41,37.78' };
    assert.equal((await call('teams.getWorkerEta', { id: north, queryParams })).workerId, dora.id);
    const waiting = { destination: destinationAt(), container: { type: 'TEAM', team: north } };
    await call('tasks.create', { body: waiting });
    assert.match((await call('teams.autoDispatch', { id: north, body: {} })).dispatchId, /^\w{24}$/);

    const started = await dora.driver.post(`/driver/tasks/${task.id}/start`, {});
    assert.equal(started.status, 200, started.text);
    const completion = { completionDetails: { success: true, notes: 'Given' } };
    assert.equal(await call('tasks.forceComplete', { id: task.id, body: completion }), 200);
    assert.equal((await call('tasks.get', { id: task.id })).state, 3);
  } finally {
    await receiver.stop();
  }
});
