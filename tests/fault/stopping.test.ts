import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { ChatClient, DispatchClient, until } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { Installation, type Program } from '../harness/program.ts';
import { RawConnection } from '../harness/raw.ts';

/** Alone it takes two seconds at most; the tests may share the processors with others. */
const PROMPT_MS = 5000;

const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());

const environment = { WEBHOOK_ALLOW_INSECURE: 'true' };
const program = await installation.start(environment);
const organization = await installation.organization();
const chat = new ChatClient(organization.chat);
const key = Buffer.from(`${chat.email}:${chat.key}`).toString('base64');

/** Ends with the exit status, and fails if that took long. */
async function stopPromptly(running: Program, signal: NodeJS.Signals): Promise<number | null> {
  const begun = performance.now();
  const { code } = await running.end(signal);
  const milliseconds = performance.now() - begun;
  assert.ok(milliseconds < PROMPT_MS, `it took ${milliseconds} ms\n${running.output()}`);
  return code;
}

/** Asks for a large document many times and reads none of it. */
async function neverRead(url: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  connection.socket.pause();
  return connection.send('GET /api/v1/openapi.json HTTP/1.1\r\nHost: hubbub\r\n\r\n'.repeat(200));
}

test('SIGTERM: every kind of client and a running job at once', async (t) => {
  // A receiver that takes a delivery and never says a word.
  const silent = { asked: 0, answers: false };
  const receiver = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://receiver');
    if (request.method === 'GET') response.end(searchParams.get('check'));
    else if (silent.answers) response.end();
    else request.resume();
    silent.asked += request.method === 'POST' ? 1 : 0;
  }).listen(0, '127.0.0.1');
  t.after(() => receiver.close().closeAllConnections());
  await once(receiver, 'listening');
  const dispatch = new DispatchClient(organization.dispatch);
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  assert.equal((await dispatch.post('/webhooks', { url: hook, name: 'created', trigger: 6 })).status, 200);
  assert.equal((await dispatch.post('/tasks', { destination: destinationAt() })).status, 200);
  await until(() => silent.asked === 1, 'the delivery');

  const idle = (await RawConnection.open(program.url)).listen();
  await idle.send('GET /healthz HTTP/1.1\r\nHost: hubbub\r\n\r\n').receives(/"ok"/);
  const opened = await RawConnection.open(program.url);
  const half = await RawConnection.open(program.url);
  half.send(
    `POST /api/v1/messages HTTP/1.1\r\nHost: hubbub\r\nAuthorization: Basic ${key}\r\nContent-Length: 99\r\n\r\n`,
  );
  const deaf = await neverRead(program.url);
  t.after(() => {
    for (const connection of [idle, opened, half, deaf]) connection.close();
  });

  const polls: ReturnType<ChatClient['get']>[] = [];
  for (let n = 0; n < 10; n++) {
    // Each its own queue: a second poll of one supersedes the first. No kind of event that will come.
    const { queue_id } = (await chat.post('/register', { event_types: ['realm'] })).json;
    polls.push(chat.get('/events', { queue_id, last_event_id: -1 }));
  }
  await until(
    async () => /^hubbub_event_polls_waiting 10$/m.test(await (await fetch(`${program.url}/metrics`)).text()),
    'the polls',
  );

  const acknowledged: number[] = [];
  const senders = Array.from({ length: 8 }, async () => {
    for (;;) {
      const content = { type: 'direct', to: [organization.chat.user_id], content: 'note' };
      const sent = await chat.post('/messages', content).catch(() => undefined);
      if (sent?.status !== 200) return;
      acknowledged.push(sent.json.id);
    }
  });
  await until(() => acknowledged.length > 20, 'some messages');

  assert.equal(await stopPromptly(program, 'SIGTERM'), 0);
  for (const poll of await Promise.all(polls)) {
    assert.equal(poll.json.result, 'success', poll.text);
    assert.equal(poll.json.events[0].type, 'heartbeat');
  }
  await Promise.all(senders);
  // A busy machine may well take long.
  const complaints = program.output().match(/"level":(40|50|60).*/g) ?? [];
  assert.deepEqual(
    complaints.filter((line) => !/"slow (request|statement)"/.test(line)),
    [],
  );

  silent.answers = true;
  const again = await installation.start(environment);
  const fetched = await chat.get('/messages', { anchor: 'newest', num_before: 5000, num_after: 0 });
  const retained = new Set(fetched.json.messages.map(({ id }: { id: number }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !retained.has(id)),
    [],
  );
  // The delivery that was cut off was no failure, which would have been tried again after half an hour.
  await until(() => silent.asked === 2, 'the delivery, again', 30);
  assert.equal(await stopPromptly(again, 'SIGINT'), 0);
});

test('a second signal ends it at once', async (t) => {
  const running = await installation.start();
  const half = await RawConnection.open(running.url);
  t.after(() => half.close());
  half.send('POST /api/v2/tasks HTTP/1.1\r\nHost: hubbub\r\nContent-Length: 99\r\n\r\n');
  await (await RawConnection.open(running.url)).listen().send('GET /healthz HTTP/1.0\r\n\r\n').ended();
  running.child.kill('SIGTERM');
  await until(() => running.output().includes('"msg":"stopping"'), 'the stop to begin');
  // A signal that comes twice at the same moment, from the terminal and from the launcher, is one signal.
  running.child.kill('SIGTERM');
  const second = setInterval(() => running.child.kill('SIGTERM'), 100);
  t.after(() => clearInterval(second));
  assert.equal((await running.end('SIGCONT')).code, 143);
});

test('while it drains it serves as before, and only says that it wants no new clients', async () => {
  const running = await installation.start({ DRAIN_SECONDS: '600' });
  running.child.kill('SIGTERM');
  const ready = async () => (await fetch(`${running.url}/readyz`)).json();
  await until(async () => (await ready()).status === 'draining', 'the drain to begin');
  const own = new ChatClient({ ...organization.chat, site: running.url });
  const { status } = await own.post('/messages', { type: 'direct', to: [organization.chat.user_id], content: 'late' });
  assert.equal(status, 200);
  // Who does not want to wait says so again.
  const second = setInterval(() => running.child.kill('SIGTERM'), 100);
  assert.equal((await running.end('SIGCONT')).code, 143);
  clearInterval(second);
  const short = await installation.start({ DRAIN_SECONDS: '1' });
  assert.equal((await short.end('SIGTERM')).code, 0);
});

test('a stop before it serves does not wait until it does', async () => {
  const running = installation.spawn();
  await until(async () => (await fetch(`${running.url}/healthz`).catch(() => undefined))?.ok, 'the start');
  await stopPromptly(running, 'SIGTERM');
  const next = installation.spawn();
  await new Promise((resolve) => setTimeout(resolve, 400));
  await stopPromptly(next, 'SIGTERM');
});

test('npm start becomes the server, which stops when whoever started it is gone', async () => {
  const start = path.resolve(import.meta.dirname, '../../scripts/start.mjs');
  const script = '"$0" "$1" & echo "started $!"; wait';
  const shell = installation.spawn({}, ['sh', '-c', script, process.execPath, start]);
  await until(async () => (await fetch(`${shell.url}/healthz`).catch(() => undefined))?.ok, 'the start', 60);
  const started = /^started (\d+)$/m.exec(shell.output())?.[1];
  const second = installation.spawn({ PORT: '0' });
  assert.equal((await second.end('SIGCONT')).code, 1);
  assert.match(second.output(), new RegExp(`Another Hubbub \\(process ${started}\\)`));
  // The server has its output from the shell: that is closed when both have ended.
  const bothEnded = once(shell.child, 'close');
  await shell.end('SIGKILL');
  await bothEnded;
  assert.match(shell.output(), /"msg":"stopping"/);
  assert.equal(await stopPromptly(await installation.start(), 'SIGTERM'), 0);
});

test('a port that is taken stops the start with one sentence, and leaves nothing behind', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const refused = installation.spawn({ PORT: String(port) });
  assert.equal((await refused.end('SIGCONT')).code, 1);
  assert.match(refused.output(), new RegExp(`^Port ${port} of 127.0.0.1 is already in use. Stop`, 'm'));
  other.close();
  assert.equal(await stopPromptly(await installation.start(), 'SIGTERM'), 0);
});
