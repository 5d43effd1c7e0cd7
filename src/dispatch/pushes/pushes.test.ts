import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pushBrowser, startBrowserPushes, VAPID_PUBLIC_KEY, WEB_PUSH } from '../../../tests/harness/browser-pushes.ts';
import { until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

let server: TestServer & AsyncDisposable;
let service: Awaited<ReturnType<typeof startBrowserPushes>>;
before(async () => {
  service = await startBrowserPushes();
  server = await startTestServer({
    webPush: WEB_PUSH,
    webhookAllowInsecure: true,
  });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  service.stop();
});

const browser = (path: string) => pushBrowser(service, path);

test('a driver’s browsers are told of new tasks, encrypted for each, until the device signs out', async () => {
  const { worker, task, api } = await startFleet(server);
  const [dora, emil] = [await worker(), await worker()];
  const { publicKey } = (await dora.driver.get('/driver/push-subscription')).json;
  assert.equal(publicKey, VAPID_PUBLIC_KEY);
  const [phone, tablet, other] = [browser('/phone'), browser('/tablet'), browser('/other')];
  for (const [{ driver }, { subscription }] of [
    [dora, phone],
    [dora, phone],
    [dora, tablet],
    [emil, other],
  ] as const)
    assert.equal((await driver.request('PUT', '/driver/push-subscription', subscription)).status, 200);
  // One whose keys are none spoils nothing for the others.
  const broken = {
    ...phone.subscription,
    endpoint: `${service.url}/broken`,
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  };
  assert.equal((await dora.driver.request('PUT', '/driver/push-subscription', broken)).status, 200);
  const of = (path: string) => service.pushes.filter((push) => push.path === path);
  const given = await task({ destination: destinationAt(), container: { type: 'WORKER', worker: dora.id } });
  await until(() => of('/phone').length > 0 && of('/tablet').length > 0, 'both browsers being told');
  for (const [path, { read }] of [
    ['/phone', phone],
    ['/tablet', tablet],
  ] as const) {
    const [push] = of(path);
    assert.deepEqual(await read(push!.body), { kind: 'assigned', taskId: given.id });
    assert.equal(push!.topic, given.id);
  }
  assert.equal(JSON.stringify(service.pushes).includes(given.id) && of('/phone')[0]!.body.includes(given.id), false);

  // A browser that is gone is forgotten; one that unsubscribed is told no more.
  service.answers.push(410, 410);
  const moved = await task();
  assert.equal((await api.put(`/containers/workers/${dora.id}`, { tasks: [-1, moved.id] })).status, 200);
  await until(() => of('/phone').length === 2 && of('/tablet').length === 2, 'both being told once more');
  assert.equal((await dora.driver.request('PUT', '/driver/push-subscription', phone.subscription)).status, 200);
  const { endpoint } = tablet.subscription;
  assert.equal((await dora.driver.request('DELETE', '/driver/push-subscription', { endpoint })).status, 200);
  assert.equal((await dora.driver.post('/driver/sign-out', {})).status, 200);
  await task({ container: { type: 'WORKER', worker: dora.id } });
  // Emil's task, one of a batch, comes after it in the log, and is pushed by the same jobs.
  const batch = [{ destination: destinationAt(), container: { type: 'WORKER', worker: emil.id } }];
  assert.equal((await api.post('/tasks/batch', { tasks: batch })).status, 200);
  await until(() => of('/other').length === 1, 'the other being told');
  assert.deepEqual([of('/phone').length, of('/tablet').length, service.refused], [2, 2, []]);
});

test('a browser whose service cannot take a push now is told later, and the others sound once', async () => {
  const { worker, task } = await startFleet(server);
  const dora = await worker();
  const of = (path: string) => service.pushes.filter((push) => push.path === path).length;
  const paths = ['/again/phone', '/again/tablet'];
  for (const path of paths)
    assert.equal(
      (await dora.driver.request('PUT', '/driver/push-subscription', browser(path).subscription)).status,
      200,
    );
  const before = service.pushes.length;
  service.answers.push(503);
  await task({ container: { type: 'WORKER', worker: dora.id } });
  await until(() => service.pushes.length >= before + 3, 'one being told once more');
  const isDone = async () => {
    const left = await server.services.database.reader.first(sql`
      select from jobs.job where name = 'dispatch-driver-push' and state < 'completed' limit 1`);
    return left === undefined;
  };
  await until(isDone, 'all that is to be told');
  const [refused] = service.pushes.slice(before);
  const other = paths.find((path) => path !== refused!.path)!;
  assert.deepEqual([of(refused!.path), of(other)], [2, 1]);
});

test('what is no subscription is refused; without a key nobody subscribes in vain', async () => {
  const { worker } = await startFleet(server);
  const { driver } = await worker();
  const { subscription } = browser('/x');
  for (const wrong of [
    {},
    { ...subscription, endpoint: 'ftp://x' },
    { ...subscription, keys: { p256dh: '!', auth: 'a' } },
  ]) {
    const refused = await driver.request('PUT', '/driver/push-subscription', wrong);
    assert.equal(refused.status, 400, refused.text);
  }
  await using plain = await startTestServer();
  const fleet = await startFleet(plain);
  const dora = await fleet.worker();
  assert.deepEqual((await dora.driver.get('/driver/push-subscription')).json, { publicKey: null });
});
