import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Http2Server, type Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ApnsClient } from './apns.ts';

let apple: Http2Server;
let url: string;
let sessions: Http2Session[] = [];
let authorizations: string[] = [];
/** Statuses of the coming answers, in order; 200 when there is none. */
let statuses: number[] = [];

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const never = new AbortController().signal;
const push = { token: 'a'.repeat(64), appId: 'example.hubbub', payload: { aps: {} } as never, isAlert: true };

before(async () => {
  apple = createServer((request, response) => {
    authorizations.push(String(request.headers.authorization));
    const status = statuses.shift() ?? 200;
    response.writeHead(status).end(status === 200 ? '' : JSON.stringify({ reason: 'InvalidProviderToken' }));
  });
  apple.on('session', (session) => sessions.push(session));
  apple.listen(0, '127.0.0.1');
  await once(apple, 'listening');
  url = `http://127.0.0.1:${(apple.address() as AddressInfo).port}`;
});

after(() => {
  for (const session of sessions) session.destroy();
  apple.close();
});

function client(clock = { now: 0 }): ApnsClient {
  sessions = [];
  authorizations = [];
  statuses = [];
  return new ApnsClient({ url, key, keyId: 'KEY', teamId: 'TEAM' }, () => clock.now);
}

test('pushes that start together share one signature and one connection', async () => {
  const apns = client();
  const results = await Promise.all(Array.from({ length: 8 }, () => apns.send(push, never)));
  assert.deepEqual(new Set(results.map(({ state }) => state)), new Set(['sent']));
  assert.equal(authorizations.length, 8);
  assert.equal(new Set(authorizations).size, 1);
  assert.equal(sessions.length, 1);
  apns.close();
});

test('a token is used for forty minutes, and no longer once Apple refuses it', async () => {
  const clock = { now: 1_700_000_000_000 };
  const apns = client(clock);
  await apns.send(push, never);
  clock.now += 40 * 60_000 - 1;
  await apns.send(push, never);
  clock.now += 1;
  await apns.send(push, never);
  assert.equal(authorizations[1], authorizations[0]);
  assert.notEqual(authorizations[2], authorizations[0]);
  statuses = [403];
  assert.equal((await apns.send(push, never)).state, 'failed');
  clock.now += 1000;
  await apns.send(push, never);
  assert.equal(authorizations[3], authorizations[2]);
  assert.notEqual(authorizations[4], authorizations[3]);
  apns.close();
});

test('after it is closed nothing connects again', async () => {
  const apns = client();
  await apns.send(push, never);
  apns.close();
  const result = await apns.send(push, never);
  assert.deepEqual(result, { state: 'again', detail: 'the connection was closed' });
  const together = client();
  const under = together.send(push, never);
  together.close();
  assert.equal((await under).state, 'again');
  assert.equal(sessions.length, 0);
});
