import assert from 'node:assert/strict';
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';

const vapid = createECDH('prime256v1');
vapid.generateKeys();
const PRIVATE_KEY = vapid.getPrivateKey('base64url');

let server: TestServer & AsyncDisposable;
let service: Awaited<ReturnType<typeof startPushService>>;
before(async () => {
  service = await startPushService();
  server = await startTestServer({
    webPush: { privateKey: PRIVATE_KEY, subject: 'mailto:operator@couriers.example' },
    webhookAllowInsecure: true,
  });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  service.stop();
});

/** Stands where a browser's push service is: takes only what is signed (RFC 8292), and keeps what it was handed. */
async function startPushService() {
  const pushes: { path: string; topic: string; body: Buffer }[] = [];
  const refused: string[] = [];
  /** Statuses of what comes next; then 201. */
  const answers: number[] = [];
  const app = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const problem = problemWith(request.headers.authorization, `http://${request.headers.host}`);
      if (problem) refused.push(problem);
      else pushes.push({ path: request.url!, topic: String(request.headers.topic), body: Buffer.concat(parts) });
      response.writeHead(problem ? 403 : (answers.shift() ?? 201)).end();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  return {
    pushes,
    refused,
    answers,
    url: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
    stop: () => app.close(),
  };
}

function problemWith(authorization: string | undefined, audience: string): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? '') ?? [];
  if (key !== vapid.getPublicKey('base64url')) return 'another key';
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const [header, claims, signature] = token.split('.');
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature ?? '', 'base64url')))
    return 'a wrong signature';
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString());
  return aud === audience && exp > Date.now() / 1000 && sub.startsWith('mailto:') ? undefined : 'wrong claims';
}

/** A browser that subscribes. */
function browser(path: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint: `${service.url}${path}`,
    expirationTime: null,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  return { subscription, read: (body: Buffer) => decrypt(body, keys, auth) };
}

/** What a browser does with a push (RFC 8188 and 8291), by the library that `web-push` is made with. */
async function decrypt(body: Buffer, privateKey: ECDH, authSecret: Buffer): Promise<unknown> {
  const name = 'http_ece';
  const { default: ece } = await import(name);
  return JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString());
}

test('a driver’s browsers are told of new tasks, encrypted for each, until the device signs out', async () => {
  const { worker, task, api } = await startFleet(server);
  const [dora, emil] = [await worker(), await worker()];
  const { publicKey } = (await dora.driver.get('/driver/push-subscription')).json;
  assert.equal(publicKey, vapid.getPublicKey('base64url'));
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
  // Emil's task comes after it in the log, and is pushed by the same jobs.
  await task({ container: { type: 'WORKER', worker: emil.id } });
  await until(() => of('/other').length === 1, 'the other being told');
  assert.deepEqual([of('/phone').length, of('/tablet').length, service.refused], [2, 2, []]);
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
