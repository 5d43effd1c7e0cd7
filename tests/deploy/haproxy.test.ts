import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startServer } from '../../src/app.ts';
import { readNetworks } from '../../src/platform/http/client-address.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { freePort } from '../harness/program.ts';
import { startTestServer } from '../harness/server.ts';

const isThere = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;
const skip = isThere ? false : 'there is no haproxy on this machine';

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
let folder = '';
let site = '';
let haproxy: ChildProcess | undefined;

/** The file of `deploy/` with the ports of this test, two processes, and without a certificate. */
async function configuration(port: number): Promise<string> {
  const deployed = await readFile(path.join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8');
  return deployed
    .replace(/^ {2}bind :80\n/m, '')
    .replace(/^ {2}bind :443 .*$/m, `  bind 127.0.0.1:${port}`)
    .replaceAll(/^ {2}http-request (?:deny|redirect) .*\n/gm, '')
    .replace('server p1 127.0.0.1:9801', `server p1 ${new URL(first.url).host}`)
    .replace('server p2 127.0.0.1:9802', `server p2 ${new URL(second.url).host}`)
    .replace(/^ {2}server p3 .*\n/m, '')
    .replace('defaults\n', 'global\n  maxconn 200\ndefaults\n')
    .replace('inter 2s', 'inter 50ms');
}

before(async () => {
  if (skip) return;
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-haproxy-'));
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, await configuration(port));
  haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  site = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${site}/healthz`).catch(() => undefined))?.status === 200, 'haproxy to serve');
});
after(async () => {
  const gone = haproxy && new Promise((resolve) => haproxy!.once('exit', resolve));
  haproxy?.kill('SIGTERM');
  await gone;
  await second.close();
  await first[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
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
