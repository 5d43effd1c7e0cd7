import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { publint } from 'publint';
import {
  type ChatClient,
  createChatClient,
  createDispatchClient,
  type DispatchClient,
  dataOf,
  HubbubError,
  isMessage,
  isSigned,
  receiveWebhook,
} from '../../clients/typescript/src/index.ts';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { until } from '../harness/clients.ts';
import { blocksOf } from '../harness/document-blocks.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { projectWithClient, root } from './package.ts';

type Organization = Awaited<ReturnType<TestServer['organization']>>;

let server: TestServer & AsyncDisposable;
let organization: Organization;
let chat: ChatClient;
let dispatch: DispatchClient;

before(async () => {
  server = await startTestServer();
  organization = await server.organization();
  chat = createChatClient(chatAccount());
  dispatch = createDispatchClient({ url: server.url, apiKey: organization.dispatch.api_key });
  await dataOf(chat.POST('/users/me/subscriptions', { body: { subscriptions: [{ name: 'alarms' }] } }));
});

after(() => server[Symbol.asyncDispose]());

const chatAccount = () => ({
  url: server.url,
  email: organization.chat.email,
  apiKey: organization.chat.api_key,
});

const send = (content: string, topic = 'gates', client = chat) =>
  dataOf(client.POST('/messages', { body: { type: 'channel', to: 'alarms', topic, content } }));

async function createTeam(name: string) {
  const [administrator] = await dataOf(dispatch.GET('/admins'));
  return dataOf(dispatch.POST('/teams', { body: { name, workers: [], managers: [administrator!.id] } }));
}

const TASK = {
  destination: {
    address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
    location: [-122.395, 37.7938] as [number, number],
  },
};

/** Answers in the place of a lost one, by where it breaks. */
const LOSSES: Record<string, () => Response> = {
  'before the answer': () => {
    throw new TypeError('fetch failed');
  },
  'in the answer': () => {
    const cut = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    return new Response(cut, { headers: { 'content-type': 'application/json' } });
  },
  'behind a proxy': () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }),
};

/** A `fetch` that loses an answer, after the server has done what it was asked, the first time that `hits` says so. */
function breaking(
  hits: (request: Request) => boolean,
  lose = LOSSES['before the answer']!,
): { fetch: typeof fetch; keys: (string | null)[] } {
  const keys: (string | null)[] = [];
  let isBroken = false;
  return {
    keys,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const isHit = hits(request);
      if (isHit) keys.push(request.headers.get('idempotency-key'));
      const response = await fetch(request);
      if (!isHit || isBroken) return response;
      isBroken = true;
      await response.body?.cancel();
      return lose();
    },
  };
}

test('a refusal is data, or an error with status, code and text', async () => {
  const { error, response } = await chat.POST('/messages', {
    body: { type: 'channel', to: 'nowhere', topic: 'a', content: 'b' },
  });
  assert.deepEqual([response.status, (error as { code: string }).code], [400, 'STREAM_DOES_NOT_EXIST']);
  await assert.rejects(dataOf(dispatch.GET('/tasks/{taskId}', { params: { path: { taskId: '0'.repeat(24) } } })), {
    name: 'HubbubError',
    status: 404,
    code: '1402',
  });
  const stranger = createDispatchClient({ url: `${server.url}/`, apiKey: 'wrong' });
  await assert.rejects(dataOf(stranger.GET('/organization')), { status: 401, code: '1102' });
});

for (const stream of [false, true])
  test(`events come by ${stream ? 'stream' : 'long poll'}, go on after a break, and from a stored position`, async () => {
    const topic = `topic ${stream}`;
    const path = stream ? '/events/stream' : '/events';
    const { fetch: broken, keys } = breaking(({ url }) => new URL(url).pathname.endsWith(path));
    const client = createChatClient({ ...chatAccount(), fetch: broken });
    const ready = Promise.withResolvers<void>();
    const events = client.events({
      register: { event_types: ['message'], narrow: [['topic', topic]] },
      onRegistered: () => ready.resolve(),
      stream,
    });
    const received: string[] = [];
    const reading = (async () => {
      for await (const event of events) {
        if (isMessage(event)) received.push(event.message.content);
        if (received.length === 2) break;
      }
    })();
    await ready.promise;
    await send('one', topic);
    await send('two', topic);
    await reading;
    assert.deepEqual(received, ['one', 'two']);
    assert.ok(keys.length > 1, 'it has connected again');
    // The second event was not handled to its end: it comes again.
    for await (const event of chat.events({ from: events.position, stream })) {
      assert.ok(isMessage(event));
      assert.equal(event.message.content, 'two');
      break;
    }
  });

test('the type of an event says what else it holds', async () => {
  const ready = Promise.withResolvers<void>();
  const events = chat.events({
    register: { event_types: ['message', 'reaction', 'alert_words'] },
    onRegistered: () => ready.resolve(),
  });
  const seen: string[] = [];
  const reading = (async () => {
    for await (const event of events) {
      // Each branch only compiles because the comparisons narrow the type.
      if (event.type === 'message') seen.push(event.message.content);
      else if (event.type === 'reaction' && event.op === 'add') seen.push(event.emoji_name);
      else if (event.type === 'alert_words') seen.push(event.alert_words.join());
      if (seen.length === 3) break;
    }
  })();
  await ready.promise;
  const { id } = await send('with a reaction');
  await dataOf(
    chat.POST('/messages/{message_id}/reactions', {
      params: { path: { message_id: id } },
      body: { emoji_name: 'tada' },
    }),
  );
  await dataOf(chat.POST('/users/me/alert_words', { body: { alert_words: ['gate'] } }));
  await reading;
  assert.deepEqual(seen, ['with a reaction', 'tada', 'gate']);
});

test('an expired queue is registered anew, and the caller loads its state', async () => {
  let registrations = 0;
  const events = chat.events({
    register: { event_types: ['message'] },
    from: { queueId: 'no-such-queue', lastEventId: 5 },
    onRegistered: async () => {
      registrations++;
      await send('after the gap');
    },
  });
  for await (const event of events) {
    assert.ok(isMessage(event) && event.message.content === 'after the gap');
    break;
  }
  assert.equal(registrations, 1);
  const ending = new AbortController();
  const stopped = (async () => {
    for await (const _event of chat.events({ onRegistered: () => ending.abort(), signal: ending.signal }));
  })();
  await stopped;
  const wrong = createChatClient({ ...chatAccount(), apiKey: 'wrong' });
  await assert.rejects(wrong.events()[Symbol.asyncIterator]().next(), { status: 401 });
});

test('a broken load of the state registers again, and a mistake in it comes out', async () => {
  const nowhere = createChatClient({ ...chatAccount(), url: 'http://127.0.0.1:9', attempts: 1 });
  let loads = 0;
  const events = chat.events({
    register: { event_types: ['message'] },
    onRegistered: async () => {
      if (++loads === 1) await nowhere.GET('/users');
      await send('loaded');
    },
  });
  for await (const event of events) {
    assert.ok(isMessage(event) && event.message.content === 'loaded');
    break;
  }
  assert.equal(loads, 2);
  const mistaken = chat.events({
    onRegistered: () => {
      throw new TypeError('state is undefined');
    },
  });
  await assert.rejects(mistaken[Symbol.asyncIterator]().next(), /state is undefined/);
});

test('another reader of the same queue ends a stream', async () => {
  const ready = Promise.withResolvers<void>();
  const first = chat.events({
    register: { event_types: ['message'] },
    onRegistered: () => ready.resolve(),
    stream: true,
  });
  const events = first[Symbol.asyncIterator]();
  const received = events.next();
  await ready.promise;
  // Its stream is open when it has received a message: the other one comes behind it.
  await send('to the first', 'streams');
  assert.equal((await received).done, false);
  const ended = assert.rejects(events.next(), { code: 'superseded' });
  const position = await until(() => first.position);
  const other = new AbortController();
  const second = chat.events({ from: position, stream: true, signal: other.signal })[Symbol.asyncIterator]();
  const next = second.next();
  await ended;
  other.abort();
  assert.equal((await next).done, true);
});

test('pages of messages and tasks are iterators, in both directions', async () => {
  for (const content of ['1', '2', '3', '4', '5']) await send(content, 'pages');
  const narrow = [
    { operator: 'channel', operand: 'alarms' },
    { operator: 'topic', operand: 'pages' },
  ];
  const contents = async (options: Parameters<ChatClient['messages']>[0]) => {
    const found: string[] = [];
    for await (const { content } of chat.messages({ narrow, apply_markdown: false, pageSize: 2, ...options }))
      found.push(content);
    return found.join('');
  };
  assert.equal(await contents({}), '54321');
  assert.equal(await contents({ from: 'oldest' }), '12345');
  const { messages } = await dataOf(
    chat.GET('/messages', { params: { query: { narrow, anchor: 'oldest', num_before: 0, num_after: 2 } } }),
  );
  assert.equal(await contents({ from: { after: messages[0]!.id } }), '2345');
  assert.equal(await contents({ from: { before: messages[1]!.id } }), '1');

  const { tasks: created } = await dataOf(dispatch.POST('/tasks/batch', { body: { tasks: Array(66).fill(TASK) } }));
  const ids = new Set<string>();
  for await (const { id } of dispatch.tasks({ from: 0 })) ids.add(id);
  assert.ok(created.length === 66 && created.every(({ id }) => ids.has(id)));
});

for (const [where, lose] of Object.entries(LOSSES))
  test(`a request whose answer is lost ${where} is repeated with its key and done once`, async () => {
    const { fetch: broken, keys } = breaking(({ method }) => method === 'POST', lose);
    await send('exactly once', `retries ${where}`, createChatClient({ ...chatAccount(), fetch: broken }));
    assert.equal(keys.length, 2);
    assert.ok(keys[0] && keys[0] === keys[1]);
    const narrow = [['topic', `retries ${where}`]];
    const { messages } = await dataOf(
      chat.GET('/messages', { params: { query: { anchor: 'newest', num_before: 9, num_after: 0, narrow } } }),
    );
    assert.equal(messages.length, 1);
    // A deletion may have happened already: nobody repeats it unasked.
    const lost = breaking(({ method }) => method === 'DELETE', lose);
    const client = createDispatchClient({ url: server.url, apiKey: organization.dispatch.api_key, fetch: lost.fetch });
    const { id } = await dataOf(dispatch.POST('/tasks', { body: TASK }));
    const deleted = dataOf(client.DELETE('/tasks/{taskId}', { params: { path: { taskId: id } } }));
    await assert.rejects(deleted, where === 'behind a proxy' ? { status: 502 } : TypeError);
    assert.equal(lost.keys.length, 1);
  });

test('one attempt is the first', async () => {
  const once = createDispatchClient({ url: 'http://127.0.0.1:9', apiKey: 'none', attempts: 1 });
  await assert.rejects(once.GET('/organization'), TypeError);
});

test('a refusal for the moment is waited for', async () => {
  let asked = 0;
  const client = createDispatchClient({
    url: server.url,
    apiKey: organization.dispatch.api_key,
    fetch: async (input, init) =>
      ++asked === 1 ? new Response('{}', { status: 429, headers: { 'retry-after': '0' } }) : fetch(input, init),
  });
  assert.equal((await dataOf(client.GET('/organization'))).id.length, 24);
  assert.equal(asked, 2);
});

test('files go up and down, and a driver sends proof', async () => {
  const { url, filename } = await chat.upload(new Blob(['closed on Sundays']), 'gates.txt');
  assert.equal(filename, 'gates.txt');
  await send(`[gates](${url})`);
  assert.equal(await (await chat.download(url)).text(), 'closed on Sundays');
  await assert.rejects(chat.download('/user_uploads/2/no/where.txt'), HubbubError);

  await createTeam('North');
  const { organization_id: organizationId } = organization;
  const phone = '+14155570001';
  const made = await createWorkerForCli(server.services, { organizationId, team: 'North', name: 'Dora Driver', phone });
  const { token } = await dataOf(dispatch.POST('/driver/sign-in', { body: { phone, password: made.password } }));
  const driver = createDispatchClient({ url: server.url, workerToken: token });
  const { uploadId } = await driver.upload(new Blob([new Uint8Array(PIXEL)], { type: 'image/png' }));
  assert.equal(uploadId.length, 24);
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('the live fleet comes whole, then each change', async () => {
  const ending = new AbortController();
  const seen: string[] = [];
  for await (const { event, data } of dispatch.live({ signal: ending.signal })) {
    seen.push(event);
    if (event === 'ready') await createTeam('South');
    if (event === 'changes' && JSON.stringify(data).includes('South')) break;
  }
  assert.equal(seen[0], 'snapshot');
});

test('a webhook is answered if it is signed', async () => {
  const secret = organization.dispatch.webhook_secret;
  const body = JSON.stringify({ triggerId: 6, triggerName: 'taskCreated', taskId: 'x' });
  const signature = createHmac('sha512', Buffer.from(secret, 'hex')).update(body).digest('hex');
  const post = (sign: string, handle: () => void = () => undefined) =>
    receiveWebhook(
      new Request('https://you.example/', { method: 'POST', body, headers: { 'x-service-signature': sign } }),
      secret,
      handle,
    );
  let handled = 0;
  assert.equal((await post(signature, () => handled++)).status, 200);
  for (const wrong of [
    '',
    'zz',
    signature.slice(2),
    `${signature}00`,
    signature.replace(/^../, '00').replace(/..$/, '11'),
  ])
    assert.equal((await post(wrong, () => handled++)).status, 401, wrong);
  assert.equal(handled, 1);
  const failing = await post(signature, () => {
    throw new Error('busy');
  });
  assert.equal(failing.status, 500);
  assert.equal(await isSigned(body, signature, ''), false);
  const names: string[] = [];
  const signed = new Request('https://you.example/', {
    method: 'POST',
    body,
    headers: { 'x-service-signature': signature },
  });
  await receiveWebhook(signed, secret, (delivery) => {
    // The trigger tells the type of the data.
    if (delivery.triggerName === 'taskCreated') names.push(delivery.data?.task.shortId ?? 'no task');
  });
  assert.deepEqual(names, ['no task']);
  const check = await receiveWebhook(new Request('https://you.example/?check=word'), secret, () => undefined);
  assert.equal(await check.text(), 'word');
});

test('the package is what a registry takes, and the code of its README runs', async () => {
  await using project = await projectWithClient();
  const { messages } = await publint({ pkgDir: project.installed, strict: true });
  assert.deepEqual(messages, []);
  assert.deepEqual((await readdir(project.installed)).sort(), ['README.md', 'dist', 'package.json']);
  const text = await readFile(path.join(root, 'clients/typescript/README.md'), 'utf8');
  const blocks = blocksOf(text).filter(({ language }) => language === 'ts');
  assert.ok(blocks.length >= 6);
  const run = promisify(execFile);
  for (const [index, block] of blocks.entries()) {
    const file = path.join(project.folder, `block-${index}.mts`);
    await writeFile(file, block.text);
    const env = {
      ...process.env,
      HUBBUB_URL: server.url,
      CHAT_EMAIL: organization.chat.email,
      CHAT_API_KEY: organization.chat.api_key,
      API_KEY: organization.dispatch.api_key,
      WEBHOOK_SECRET: organization.dispatch.webhook_secret,
      NODE_NO_WARNINGS: '1',
    };
    const { stdout } = await run(process.execPath, [file], { env, timeout: 60_000 });
    assert.notEqual(stdout, '', `block ${index} printed nothing`);
  }
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--typeRoots'];
  const types = path.join(root, 'node_modules/@types');
  const files = blocks.map((_, index) => path.join(project.folder, `block-${index}.mts`));
  await run(process.execPath, [compiler, ...options, types, '--types', 'node', ...files], { cwd: project.folder });
});
