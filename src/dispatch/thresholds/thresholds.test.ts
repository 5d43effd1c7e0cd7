import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { refreshDelaysOnDuty } from '../estimates/refresh-delays.ts';
import { checkDelays } from './check-delays.ts';
import { predictDelays } from './predict-delays.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
const receivers: Receiver[] = [];
before(async () => {
  server = await startTestServer();
});
after(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await server[Symbol.asyncDispose]();
});

type Fleet = Awaited<ReturnType<typeof startFleet>>;

async function hook({ api }: Fleet, trigger: number, threshold?: number): Promise<Receiver> {
  const receiver = await Receiver.start();
  receivers.push(receiver);
  const created = await api.post('/webhooks', { url: receiver.url, name: 'hook', trigger, threshold });
  assert.equal(created.status, 200, created.text);
  return receiver;
}

/** Waits until everything that happened so far was told: the marker comes after it in the log. */
async function settled({ task }: Fleet, marker: Receiver): Promise<void> {
  const { id } = await task();
  await until(() => marker.deliveries.some(({ body }) => body.taskId === id));
}

/** A worker with an active task one kilometre to the east. */
async function approach(fleet: Fleet, more: object = {}) {
  const dora = await fleet.worker([0, 0]);
  const task = await fleet.task({
    destination: destinationAt(0.009, 0),
    container: { type: 'WORKER', worker: dora.id },
    ...more,
  });
  return { dora, task, start: () => dora.driver.post(`/driver/tasks/${task.id}/start`, {}) };
}

test('an arrival is told once, by metres, and to those whose threshold was crossed', async () => {
  const fleet = await startFleet(server);
  const wide = await hook(fleet, 2, 500);
  const narrow = await hook(fleet, 2, 100);
  const created = await hook(fleet, 6);
  const { dora, task, start } = await approach(fleet);
  // Near, but the task is not active.
  await dora.goTo(0.0089, 0);
  assert.equal((await start()).status, 200);
  server.clock.advance(1000);
  await dora.goTo(0.001, 0);
  await settled(fleet, created);
  assert.deepEqual([wide.deliveries.length, narrow.deliveries.length], [0, 0]);
  server.clock.advance(1000);
  await dora.goTo(0.006, 0);
  await until(() => wide.deliveries.length > 0);
  const { body } = wide.deliveries[0]!;
  assert.equal(body.taskId, task.id);
  assert.equal(body.workerId, dora.id);
  assert.deepEqual([body.triggerId, body.triggerName, body.distance], [2, 'taskArrival', 334]);
  assert.equal(body.data.task.id, task.id);
  for (const lon of [0.001, 0.006, 0.0089, 0.0089]) {
    server.clock.advance(60_000);
    await dora.goTo(lon, 0);
  }
  await settled(fleet, created);
  assert.deepEqual([wide.deliveries.length, narrow.deliveries.length], [1, 1]);
});

test('a position that comes late tells nothing', async () => {
  const fleet = await startFleet(server);
  const near = await hook(fleet, 2, 100);
  const created = await hook(fleet, 6);
  const { dora, start } = await approach(fleet);
  await start();
  server.clock.advance(60_000);
  await dora.goTo(0.001, 0);
  const time = server.clock.now().getTime() - 30_000;
  const late = await dora.driver.post('/driver/positions', { location: [0.009, 0], time });
  assert.deepEqual(late.json, { accepted: 1, ignored: 0 });
  await settled(fleet, created);
  assert.equal(near.deliveries.length, 0);
});

test('the estimated time is told in seconds', async () => {
  const fleet = await startFleet(server);
  const soon = await hook(fleet, 1, 120);
  const { dora, start } = await approach(fleet);
  await start();
  // On foot, 1.1 metres of straight line a second.
  for (const lon of [0.001, 0.007, 0.0085]) {
    server.clock.advance(1000);
    await dora.goTo(lon, 0);
  }
  await until(() => soon.deliveries.length > 0);
  assert.equal(soon.deliveries.length, 1);
  const { body } = soon.deliveries[0]!;
  assert.deepEqual([body.triggerName, body.etaSeconds], ['taskEta', 50]);
});

test('the same worker tells the same threshold at most once in 30 seconds', async () => {
  const fleet = await startFleet(server);
  const near = await hook(fleet, 2, 100);
  const created = await hook(fleet, 6);
  const { dora, task, start } = await approach(fleet);
  const second = await fleet.task({
    destination: destinationAt(0.009, 0),
    container: { type: 'WORKER', worker: dora.id },
  });
  await start();
  await dora.goTo(0.009, 0);
  await until(() => near.deliveries.length === 1);
  await dora.driver.post(`/driver/tasks/${task.id}/complete`, { success: true });
  await dora.driver.post(`/driver/tasks/${second.id}/start`, {});
  server.clock.advance(10_000);
  await dora.goTo(0.009, 0);
  await settled(fleet, created);
  assert.equal(near.deliveries.length, 1);
  server.clock.advance(25_000);
  await dora.goTo(0.009, 0);
  await until(() => near.deliveries.length === 2);
  assert.equal(near.deliveries[1]!.body.taskId, second.id);
});

test('a delay is told once, from positions and as time goes by', async () => {
  const fleet = await startFleet(server);
  const late = await hook(fleet, 12, 300);
  const delayed = await hook(fleet, 12, 36_000);
  const created = await hook(fleet, 6);
  const now = server.clock.now().getTime();
  const { dora, task, start } = await approach(fleet, { completeBefore: now + 3_600_000, serviceTime: 10 });
  const watch = () => checkDelays.handle(server.services, {}, new AbortController().signal);
  server.clock.advance(7_200_000);
  // Assigned, not active.
  await watch();
  await start();
  await settled(fleet, created);
  assert.equal(late.deliveries.length, 0);
  await watch();
  await until(() => late.deliveries.length > 0);
  const { body } = late.deliveries[0]!;
  assert.deepEqual([body.taskId, body.triggerName], [task.id, 'taskDelayed']);
  // An hour late, a quarter of an hour's walk away, and ten minutes there.
  assert.ok(Math.abs(body.delay - (3600 + 1001.9 / 1.1 + 600)) < 30, `${body.delay}`);
  await watch();
  server.clock.advance(60_000);
  await dora.goTo(0.005, 0);
  await settled(fleet, created);
  assert.equal(late.deliveries.length, 1);
  assert.equal(delayed.deliveries.length, 0);
});

test('an assigned task that will be late by what comes before is told once, with the delay; an active one is not', async () => {
  const fleet = await startFleet(server);
  const predicted = await hook(fleet, 30);
  const created = await hook(fleet, 6);
  const now = server.clock.now().getTime();
  const { dora, start } = await approach(fleet, { completeBefore: now + 1000, serviceTime: 60 });
  assert.equal((await start()).status, 200);
  const soon = { destination: destinationAt(0.009, 0), container: { type: 'WORKER', worker: dora.id } };
  const late = await fleet.task({ ...soon, completeBefore: now + 1_800_000 });
  await fleet.task({ ...soon, completeBefore: now + 24 * 3_600_000 });
  const { signal } = new AbortController();
  for (let times = 0; times < 2; times++) {
    await refreshDelaysOnDuty.handle(server.services, {}, signal);
    await predictDelays.handle(server.services, {}, signal);
  }
  await settled(fleet, created);
  await until(() => predicted.deliveries.length > 0, 'the delay being told');
  assert.deepEqual(
    predicted.deliveries.map(({ body }) => [body.triggerName, body.taskId, body.data.task.id]),
    [['predictedTaskDelay', late.id, late.id]],
  );
  // A quarter of an hour's walk and an hour there, for half an hour.
  const { delayTime } = predicted.deliveries[0]!.body.data;
  assert.ok(Math.abs(delayTime - (1001.9 / 1.1 + 3600 - 1800)) < 60, `${delayTime}`);
});

test('at most ten webhooks for each threshold trigger', async () => {
  const { api } = await startFleet(server);
  const receiver = await Receiver.start();
  receivers.push(receiver);
  const create = (trigger: number) => api.post('/webhooks', { url: receiver.url, name: 'n', trigger, threshold: 5 });
  for (let n = 0; n < 10; n++) assert.equal((await create(1)).status, 200);
  assert.deepEqual((await create(1)).json.message.error, 1000);
  assert.equal((await create(2)).status, 200);
});

test('an active task shows the seconds to the door', async () => {
  const fleet = await startFleet(server);
  const { dora, task, start } = await approach(fleet, { serviceTime: 5 });
  assert.equal((await start()).status, 200);
  server.clock.advance(1000);
  await dora.goTo(0.005, 0);
  const { json } = await fleet.api.get(`/tasks/${task.id}`);
  assert.ok(Math.abs(json.eta - 445 / 1.1) < 5, `${json.eta}`);
  assert.equal(json.estimatedCompletionTime - json.estimatedArrivalTime, 300_000);
});
