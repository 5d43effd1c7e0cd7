import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readNetworks } from '../../src/platform/http/client-address.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { QueueReader } from '../harness/events.ts';
import { freePort } from '../harness/program.ts';
import { startTestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';

const isThere = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;
const skip = isThere ? false : 'there is no nginx on this machine';

const server = await startTestServer({
  rateLimits: true,
  failedSignInsPerMinute: 3,
  chatRequestsPerMinute: 10_000,
  trustedProxies: readNetworks('127.0.0.1'),
  organizationAddresses: true,
});
let site = '';
let folder = '';
let nginx: ReturnType<typeof spawn> | undefined;

/** The file of `deploy/` with the ports of this test, and without a certificate. */
async function configuration(port: number): Promise<string> {
  const deployed = await readFile(path.join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
  const here = deployed
    .replace('server 127.0.0.1:9800;', `server ${new URL(server.url).host};`)
    .replace('listen 80;', `listen unix:${folder}/plain.socket;`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_certificate.*$/gm, '');
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; ${own.join(' ')}\n${here}}`;
}

before(async () => {
  if (skip) return;
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-nginx-'));
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, await configuration(port));
  nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  site = `http://localhost:${port}`;
  await until(async () => (await fetch(`${site}/healthz`).catch(() => undefined))?.status === 200, 'nginx to serve');
});
after(async () => {
  const gone = nginx && new Promise((resolve) => nginx!.once('exit', resolve));
  nginx?.kill('SIGTERM');
  await gone;
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('waiting requests, streams and large uploads pass nginx as it stands in deploy/', { skip }, async () => {
  const org = await server.organization();
  const owner = new ChatClient({ ...org.chat, site });
  const queue = await QueueReader.register(owner, { event_types: ['message'] });
  const waiting = queue.poll({});
  const sent = await owner.post('/messages', { type: 'direct', to: [org.chat.user_id], content: 'through nginx' });
  assert.equal(sent.json.result, 'success', sent.text);
  assert.equal((await waiting)[0]!.type, 'message');

  const browser = new SessionBrowser(site);
  assert.equal((await browser.signIn(org.chat.email, 'correct horse battery staple')).status, 200);
  const stream = await browser.stream('/api/session/events');
  await until(async () => stream.text() !== '', 'the beginning of the stream');
  await browser.delete('/api/session');
  await stream.ended;
  assert.match(stream.text(), /ended/);

  const form = new FormData();
  const bytes = Buffer.alloc(20 * 1024 * 1024, 'box ');
  form.set('file', new Blob([bytes]), 'boxes.txt');
  const authorization = `Basic ${Buffer.from(`${org.chat.email}:${org.chat.api_key}`).toString('base64')}`;
  const upload = await fetch(`${site}/api/v1/user_uploads`, { method: 'POST', body: form, headers: { authorization } });
  assert.equal(upload.status, 200);
  const { url } = (await upload.json()) as { url: string };
  const back = await fetch(`${site}${url}`, { headers: { authorization } });
  assert.ok(bytes.equals(Buffer.from(await back.arrayBuffer())));
});

test('by plain HTTP nginx leads pages on, and refuses the APIs', { skip }, async () => {
  const asked = async (path: string) => {
    const socketPath = `${folder}/plain.socket`;
    const [answer] = await once(get({ socketPath, path, headers: { host: 'hubbub.example' } }), 'response');
    answer.resume();
    return [answer.statusCode, answer.headers.location];
  };
  assert.deepEqual(await asked('/sign-in?to=/x'), [301, 'https://hubbub.example/sign-in?to=/x']);
  assert.deepEqual(await asked('/api/v1/messages'), [403, undefined]);
});

test('a client behind nginx cannot say that it is another one', { skip }, async () => {
  const guess = async (n: number) => {
    const wrong = Buffer.from(`nobody${n}@couriers.example:${'x'.repeat(32)}`).toString('base64');
    const headers = {
      authorization: `Basic ${wrong}`,
      'x-forwarded-for': `198.51.100.${n}`,
      forwarded: `for=198.51.100.${n}`,
    };
    return (await fetch(`${site}/api/v1/users/me`, { headers })).status;
  };
  const statuses: number[] = [];
  for (let n = 1; n <= 5; n++) statuses.push(await guess(n));
  assert.deepEqual(statuses.slice(3), [429, 429], String(statuses));
});

test('nor that it came to another host', { skip }, async () => {
  for (const header of ['x-forwarded-host', 'forwarded']) {
    const forged = header === 'forwarded' ? 'host=nobody.localhost' : 'nobody.localhost';
    const answer = await fetch(`${site}/api/v1/server_settings`, { headers: { [header]: forged } });
    assert.equal(answer.status, 200, header);
  }
});
