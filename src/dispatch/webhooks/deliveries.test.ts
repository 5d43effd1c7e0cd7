import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt } from '../../../tests/harness/fleet.ts';
import { type Delivery, Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { rotateSecret, tryWebhook } from '../../cli/webhooks.ts';
import { sql } from '../../platform/db/sql.ts';
import { forgetWebhookAttempts } from './forget-attempts.ts';

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

/** An organization whose created tasks are told, with all that was told of it. */
async function subscribed() {
  const { organization_id: id, dispatch } = await server.organization();
  const api = new DispatchClient(dispatch);
  const url = `${receiver.url}?of=${id}`;
  const webhook = (await api.post('/webhooks', { url, name: 'created', trigger: 6 })).json.id as string;
  const create = async () => (await api.post('/tasks', { destination: destinationAt() })).json.id as string;
  const received = (task: string) => receiver.deliveries.filter(({ body }) => body.taskId === task);
  const path = `/webhooks/${webhook}/deliveries`;
  const page = async (query = '') => (await api.get(`${path}${query}`)).json;
  /** Waits until so many attempts were written down of the newest delivery. */
  const attempts = (number: number) =>
    until(async () => {
      const [newest] = (await page()).deliveries;
      return newest?.attempts.length === number && newest;
    }, `${number} attempts`);
  return { id, api, webhook, secret: dispatch.webhook_secret, create, received, path, page, attempts };
}

const isSigned = ({ headers, raw }: Delivery, secret: string) => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`;
  const wanted = createHmac('sha256', Buffer.from(secret, 'hex')).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${wanted}`);
};

test('deliveries are shown with their attempts, and one is sent again with the same ID', async () => {
  const { api, create, received, path, page, attempts, secret } = await subscribed();
  assert.deepEqual(await page(), { deliveries: [] });
  receiver.status = 503;
  receiver.answer = `busy\u0000${'x'.repeat(1000)}`;
  const task = await create();
  const failed = await attempts(1);
  assert.equal(failed.state, 'pending');
  assert.equal(failed.attempts[0].status, 503);
  assert.equal(failed.attempts[0].error, null);
  assert.equal(failed.attempts[0].answer.length, 300);
  assert.ok(failed.attempts[0].answer.startsWith('busy\uFFFDx'));
  assert.ok(Math.abs(failed.nextAttempt - server.clock.now().getTime() - 1_800_000) < 60_000);

  receiver.status = 200;
  receiver.answer = '';
  assert.deepEqual((await api.post(`${path}/${failed.id}/resend`)).json, { resent: 1 });
  const delivered = await attempts(2);
  assert.deepEqual([delivered.state, delivered.nextAttempt], ['delivered', null]);
  assert.equal((await api.post(`${path}/${failed.id}/resend`)).status, 200);
  await attempts(3);
  const all = received(task);
  assert.equal(new Set(all.map(({ raw }) => raw)).size, 1);
  assert.equal(new Set(all.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.ok(all.every((delivery) => isSigned(delivery, secret)));
});

test('all since a time are sent again; pages go backwards', async () => {
  const { api, create, received, path, page } = await subscribed();
  const first = await create();
  await until(() => received(first).length === 1);
  server.clock.advance(60_000);
  const since = server.clock.now().getTime();
  const later = [await create(), await create()];
  await until(
    async () => (await page()).deliveries.filter((one: { state: string }) => one.state === 'delivered').length === 3,
  );
  assert.deepEqual((await api.post(`${path}/resend`, { since })).json, { resent: 2 });
  await until(() => later.every((task) => received(task).length === 2));
  assert.equal(received(first).length, 1);
  const { deliveries } = await page();
  assert.deepEqual(
    (await page(`?lastId=${deliveries[0].id}`)).deliveries.map(({ id }: { id: string }) => id),
    deliveries.slice(1).map(({ id }: { id: string }) => id),
  );
  assert.equal((await api.post(`${path}/resend`, {})).json.message.error, 1900);
});

test('nobody else sees or repeats them, nothing that was not told, and not to a disabled webhook', async () => {
  const one = await subscribed();
  const other = await subscribed();
  await one.create();
  const { id } = await one.attempts(1);
  for (const [method, path] of [
    ['GET', one.path],
    ['POST', `${one.path}/${id}/resend`],
    ['POST', `${one.path}/resend`],
  ] as const) {
    const answer = await other.api.request(method, path, method === 'POST' ? { since: 0 } : undefined);
    assert.equal(answer.json.message.error, 1402, path);
  }
  for (const wrong of ['1', '999999', 'x', '-1', '9'.repeat(30)])
    assert.equal((await one.api.post(`${one.path}/${wrong}/resend`)).json.message.error, 1402, wrong);
  await server.services.database.transaction((tx) =>
    tx.run(sql`update dispatch.webhooks set is_enabled = false where organization_id = ${one.id}`),
  );
  assert.equal((await one.api.post(`${one.path}/${id}/resend`)).json.message.error, 1000);
});

test('attempts are forgotten after two weeks', async () => {
  const { create, attempts, page } = await subscribed();
  await create();
  await attempts(1);
  server.clock.advance(15 * 86_400_000);
  await forgetWebhookAttempts.handle(server.services, {}, AbortSignal.timeout(10_000));
  assert.deepEqual(await page(), { deliveries: [] });
});

test('during a rotation both secrets are valid, and the vendor’s header keeps to the old one', async () => {
  const { id, secret: old, create, received } = await subscribed();
  const delivery = async () => {
    const task = await create();
    return until(() => received(task)[0]);
  };
  const rotate = (step: object = {}) => rotateSecret(server.services, { organization: id, ...step });
  await assert.rejects(rotate({ confirm: true }), /No rotation/);
  const { webhook_secret: next, standard_secret } = await rotate();
  assert.equal(standard_secret, `whsec_${Buffer.from(next!, 'hex').toString('base64')}`);
  await assert.rejects(rotate(), /already in progress/);
  const during = await delivery();
  assert.ok(isSigned(during, old) && isSigned(during, next!));
  assert.ok(Receiver.verifies(during, old) && !Receiver.verifies(during, next!));
  await rotate({ confirm: true });
  const afterwards = await delivery();
  assert.ok(isSigned(afterwards, next!) && !isSigned(afterwards, old) && Receiver.verifies(afterwards, next!));
  await rotate();
  assert.equal((await rotate({ cancel: true })).state, 'cancelled');
  assert.ok(!String((await delivery()).headers['webhook-signature']).includes(' '));
});

test('a test of a webhook sends a signed body and tells the answer', async () => {
  const { webhook, secret } = await subscribed();
  const before = receiver.deliveries.length;
  const attempt = await tryWebhook(server.services, webhook);
  assert.deepEqual([attempt.outcome, attempt.status], ['delivered', 200]);
  const delivery = receiver.deliveries[before]!;
  assert.ok(Receiver.verifies(delivery, secret));
  assert.deepEqual([delivery.body.test, delivery.body.triggerName, delivery.body.data], [true, 'taskCreated', null]);
  await assert.rejects(tryWebhook(server.services, 'A'.repeat(24)), /no webhook A+/);
});

test('a webhook is disabled, enabled and named; it shows how its receiver answers, and is tested', async () => {
  receiver.status = 200;
  receiver.answer = '';
  const { api, webhook, create, received, page, attempts } = await subscribed();
  const get = async () => (await api.get(`/webhooks/${webhook}`)).json;
  const fresh = await get();
  assert.deepEqual([fresh.id, fresh.failures, fresh.receiver], [webhook, 0, { unanswered: 0, pausedUntil: null }]);
  receiver.status = 503;
  receiver.answer = 'busy';
  const task = await create();
  await attempts(1);
  assert.deepEqual([(await get()).failures, (await page()).deliveries[0].state], [1, 'pending']);
  const tested = await api.post(`/webhooks/${webhook}/test`, {});
  assert.deepEqual(
    [tested.status, tested.json.delivered, tested.json.status, tested.json.error, tested.json.answer],
    [200, false, 503, null, 'busy'],
  );
  assert.equal((await page()).deliveries.length, 1, 'a test is not kept');

  const disabled = await api.put(`/webhooks/${webhook}`, { isEnabled: false });
  assert.deepEqual([disabled.status, disabled.json.isEnabled, disabled.json.name], [200, false, 'created']);
  assert.equal((await page()).deliveries[0].state, 'failed', 'it is not tried again');
  receiver.status = 200;
  const enabled = await api.put(`/webhooks/${webhook}`, { isEnabled: true, name: 'made' });
  assert.deepEqual([enabled.json.isEnabled, enabled.json.name, (await get()).failures], [true, 'made', 0]);
  const arrived = await create();
  await until(() => received(arrived).length === 1, 'an event after it was enabled');
  assert.equal(received(task).length, 1);
  assert.equal((await api.post(`/webhooks/${webhook}/test`, {})).json.delivered, true);

  const foreign = (await subscribed()).api;
  for (const answer of [
    await foreign.get(`/webhooks/${webhook}`),
    await foreign.put(`/webhooks/${webhook}`, { isEnabled: false }),
    await foreign.post(`/webhooks/${webhook}/test`, {}),
  ])
    assert.deepEqual([answer.status, answer.json.message.error], [404, 1402]);
  assert.equal((await api.put(`/webhooks/${webhook}`, { isEnabled: 'no' })).json.message.error, 1005);
});
