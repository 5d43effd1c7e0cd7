import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { onfleet } from '../harness/onfleet.ts';
import { Receiver } from '../harness/receiver.ts';
import { startTestServer } from '../harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('the unmodified client dispatches tasks', async () => {
  const organization = await server.organization();
  const client = await onfleet(organization.dispatch);
  const [admin] = await client.administrators.get!();
  const team = await client.teams.create!({ name: 'North', workers: [], managers: [admin.id] });
  const worker = await client.workers.create!({ name: 'Dora Driver', phone: '+14155550177', teams: [team.id] });

  const task = await client.tasks.create!({
    destination: destinationAt(),
    recipients: [{ name: 'Rita Recipient', phone: '+14155550123' }],
    notes: 'Ring twice',
  });
  assert.equal(task.state, 0);
  assert.deepEqual(await client.tasks.get!(task.id), task);
  assert.deepEqual(await client.tasks.get!(task.shortId, 'shortId'), task);
  const listed = await client.tasks.get!({ from: task.timeCreated - 1000 });
  assert.deepEqual(listed.tasks, [task]);
  assert.equal('lastId' in listed, false);

  const inserted = await client.workers.insertTask!(worker.id, { tasks: [-1, task.id] });
  assert.deepEqual(inserted.tasks, [task.id]);
  assert.deepEqual((await client.containers.get!(worker.id, 'workers')).tasks, [task.id]);
  assert.equal((await client.tasks.get!(task.id)).worker, worker.id);
  await client.teams.insertTask!(team.id, { tasks: [-1, task.id] });
  await client.organization.insertTask!(organization.organization_id, { tasks: [0, task.id] });

  assert.equal((await client.tasks.update!(task.id, { notes: 'Ring once' })).notes, 'Ring once');
  const cloned = await client.tasks.clone!(task.id);
  assert.equal(cloned.sourceTaskId, task.id);
  assert.equal(await client.tasks.deleteOne!(cloned.id), 200);
});

test('automatic assignment and webhooks with the unmodified client', async () => {
  const receiver = await Receiver.start();
  try {
    const fleet = await startFleet(server);
    const worker = await fleet.worker([-122.41, 37.78]);
    const client = await onfleet({ url: server.url, api_key: keyOf(fleet.api.authorization) });
    const webhook = await client.webhooks.create!({ url: receiver.url, name: 'started', trigger: 0 });
    assert.equal(webhook.count, 0);
    const task = await client.tasks.create!({
      destination: destinationAt(),
      recipients: [],
      autoAssign: { mode: 'distance' },
    });
    assert.equal(task.didAutoAssign, true);
    assert.equal(task.worker, worker.id);
    await worker.driver.post(`/driver/tasks/${task.id}/start`, {});
    const delivery = await until(() => receiver.deliveries[0]);
    assert.ok(Receiver.verifies(delivery, fleet.secret, 'x-onfleet-signature'));
    assert.equal(delivery.body.taskId, task.id);
    await client.tasks.forceComplete!(task.id, { completionDetails: { success: true, notes: '' } });
    assert.equal((await client.tasks.get!(task.id)).state, 3);
    assert.equal((await client.webhooks.get!()).length, 1);
    assert.equal(await client.webhooks.deleteOne!(webhook.id), 200);
  } finally {
    await receiver.stop();
  }
});

const keyOf = (authorization: string) => Buffer.from(authorization.slice(6), 'base64').toString().split(':')[0]!;

test('the example program runs', async () => {
  const { dispatch } = await server.organization();
  const { stdout } = await promisify(execFile)(process.execPath, ['examples/dispatch-first-task.mjs'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, HUBBUB_URL: dispatch.url, HUBBUB_API_KEY: dispatch.api_key },
  });
  assert.match(stdout, /^worker .*\ntask .*state 1.*\nlist /);
});
