import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startServer } from '../../src/app.ts';
import { readNetworks } from '../../src/platform/http/client-address.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { Haproxy, lacksHaproxy } from '../harness/haproxy.ts';
import { startTestServer } from '../harness/server.ts';

const skip = lacksHaproxy;

const first = await startTestServer({
  drainSeconds: 600,
  rateLimits: true,
  failedSignInsPerMinute: 3,
  chatRequestsPerMinute: 10_000,
  trustedProxies: readNetworks('127.0.0.1'),
});
const { config, log, clock } = first.services;
const second = await startServer({
  config: { ...config, port: 0 },
  log,
  clock,
  connectionString: first.connectionString,
});
let haproxy: Haproxy | undefined;
let site = '';

before(async () => {
  if (skip) return;
  haproxy = await Haproxy.start([first.url, second.url]);
  site = haproxy.url;
});
after(async () => {
  await haproxy?.[Symbol.asyncDispose]();
  await second.close();
  await first[Symbol.asyncDispose]();
});

test('what a process has goes on while it drains, and new requests go to the other one', { skip }, async () => {
  const organization = await first.organization();
  const own = new ChatClient({ ...organization.chat, site });
  const queue = (await own.post('/register', { event_types: ['message'] })).json;
  const poll = own.get('/events', { queue_id: queue.queue_id, last_event_id: queue.last_event_id });
  void first.drain();
  const ready = async (url: string) => (await fetch(new URL('/readyz', url))).json();
  assert.deepEqual(await ready(first.url), { status: 'draining' });
  assert.deepEqual(await ready(second.url), { status: 'ready' });
  // Whichever of them has the queue's poll: every request of the next seconds is answered, and so is the poll.
  await until(async () => (await (await fetch(`${site}/readyz`)).json()).status === 'ready', 'the proxy to notice');
  for (let n = 0; n < 20; n++) {
    const sent = await own.post('/messages', { type: 'direct', to: [organization.chat.user_id], content: `note ${n}` });
    assert.equal(sent.status, 200, sent.text);
    assert.equal((await fetch(`${site}/readyz`)).status, 200);
  }
  const { status, json } = await poll;
  assert.deepEqual([status, json.events[0].message.content], [200, 'note 0']);
});

test('the address of a client is the one that HAProxy saw, whatever the client says', { skip }, async () => {
  const { chat } = await first.organization();
  const wrong = async (n: number) => {
    const authorization = `Basic ${Buffer.from(`${chat.email}:wrong`).toString('base64')}`;
    const claimed = { 'X-Forwarded-For': `203.0.113.${n}`, Forwarded: `for=203.0.113.${n}` };
    return (await fetch(`${site}/api/v1/users/me`, { headers: { authorization, ...claimed } })).status;
  };
  const statuses = [await wrong(1), await wrong(2), await wrong(3), await wrong(4)];
  assert.deepEqual(statuses, [401, 401, 401, 429]);
});

test('a request that only reads goes on to another process if its own dies; one that may have been done does not', {
  skip,
}, async () => {
  const asked: string[] = [];
  let deaths = 0;
  const dying = [0, 1].map(() =>
    createServer((request, response) => {
      if (request.url === '/dies') asked.push(request.method!);
      if (request.url !== '/dies' || deaths-- <= 0) return response.end('served');
      // As a process that is killed after it has done what it was asked.
      return request.resume().once('end', () => request.socket.destroy());
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(dying.map((server) => once(server, 'listening')));
  const urls = dying.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const proxy = await Haproxy.start(urls);
  try {
    const isServed: boolean[] = [];
    for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
      deaths = 1;
      const body = method === 'GET' ? {} : { body: 'content=hello' };
      // On a connection that is used again HAProxy just closes it, as its process did.
      const answer = await fetch(`${proxy.url}/dies`, { method, ...body }).catch(() => undefined);
      isServed.push(answer?.status === 200);
    }
    assert.deepEqual(isServed, [true, false, false, false, false]);
    assert.deepEqual(asked, ['GET', 'GET', 'POST', 'PATCH', 'PUT', 'DELETE']);
  } finally {
    await proxy[Symbol.asyncDispose]();
    for (const server of dying) {
      server.closeAllConnections();
      server.close();
    }
  }
});
