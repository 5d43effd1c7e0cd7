import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import type { LiveEvent } from '../../web/shared/live/event-source.ts';
import { Live } from '../../web/shared/live/live.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { makeChannel } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { PASSWORD } from '../harness/visitors.ts';

/* The chat's stream, shared by tabs of one browser, on a real server. A tab is an object; locks and visibility are the browser's part. */

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let browser: SessionBrowser;
let channel: number;
let locks: Locks;
const visibility = Object.assign(new EventTarget(), { hidden: false });
/** Addresses of streams that were asked for. */
let asked: string[] = [];

/** Exclusive locks, given in the order in which they were asked for (Web Locks). */
class Locks {
  #last: Promise<unknown> = Promise.resolve();

  request(_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
    const held = this.#last.then(() => (signal.aborted ? undefined : hold()));
    this.#last = held;
    return held;
  }
}

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  browser = new SessionBrowser(server.url);
  assert.equal((await browser.signIn(org.chat.email, PASSWORD)).status, 200);
  const { fetch } = globalThis;
  const inBrowser = (path: string, init: RequestInit = {}) => {
    if (!path.startsWith('/')) return fetch(path, init);
    if (path.includes('/events/stream')) asked.push(path);
    return fetch(`${server.url}${path}`, { ...init, headers: { ...init.headers, ...browser.headers() } });
  };
  const globals = { fetch: inBrowser, document: visibility, addEventListener: () => undefined };
  Object.assign(globalThis, globals);
  Object.defineProperty(globalThis, 'navigator', { get: () => ({ locks }), configurable: true });
  channel = await makeChannel(server, org.organization_id, { name: 'dock', subscribers: [org.chat.user_id] });
});
after(() => server[Symbol.asyncDispose]());

const tabs = new Set<Tab>();

afterEach(() => {
  for (const tab of tabs) tab.close();
  visibility.hidden = false;
});

const owner = () => new ChatClient(org.chat);

async function send(): Promise<number> {
  const answer = await owner().post('/messages', { type: 'stream', to: channel, topic: 'gates', content: 'now' });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

async function register(): Promise<{ queueId: string; lastEventId: number }> {
  const form = new URLSearchParams({ event_types: '["message"]' });
  const { status, json } = await browser.request('POST', '/api/v1/register', form, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  if (status !== 200) throw Object.assign(new Error(json.msg), { status });
  return { queueId: json.queue_id, lastEventId: json.last_event_id };
}

interface Known {
  queueId: string;
  messages: number[];
}

/** A tab that shows the messages since its browser registered. */
class Tab {
  known: Known | undefined;
  registered = 0;
  signedOut = 0;
  readonly live: Live;

  constructor(name: string) {
    this.live = new Live({
      name,
      path: (isWatched) => this.#path(isWatched),
      watchedSilenceMs: 10_000,
      onEvent: (event) => this.#take(event),
      handOver: () => this.known,
      takeOver: (known) => {
        this.known = known as Known;
      },
      onRefused: ({ status, body }) => {
        assert.equal(status, 400);
        if ((body as { code: string }).code === 'BAD_EVENT_QUEUE_ID') this.live.startAnew();
      },
      onStartAnew: () => {
        this.known = undefined;
      },
      onSignedOut: () => this.signedOut++,
      onSignedIn: () => {},
    });
    tabs.add(this);
  }

  async #path(isWatched: boolean): Promise<string> {
    if (!this.known) {
      this.registered++;
      const { queueId, lastEventId } = await register();
      this.known = { queueId, messages: [] };
      this.live.startAfter(String(lastEventId));
    }
    const query = new URLSearchParams({ queue_id: this.known.queueId, heartbeat_seconds: isWatched ? '3' : '25' });
    return `/api/v1/events/stream?${query}`;
  }

  #take({ data }: LiveEvent): void {
    const { type, message } = data as { type: string; message: { id: number } };
    if (type === 'message') this.known!.messages.push(message.id);
  }

  close(): void {
    this.live.close();
    tabs.delete(this);
  }
}

/** Opens tabs of a browser of its own, one after the other. */
async function open(name: string, count: number): Promise<Tab[]> {
  locks = new Locks();
  asked = [];
  const opened: Tab[] = [];
  for (let n = 0; n < count; n++) {
    opened.push(new Tab(name));
    await until(() => opened[n]!.known && opened[n]!.live.closedSince.value === undefined, `tab ${n}`);
  }
  return opened;
}

const have = (some: readonly Tab[], ids: readonly number[]) =>
  until(() => some.every(({ known }) => String(known?.messages) === String(ids)), `messages ${ids}`);

test('one stream is shared by all tabs, a new one has the state of the others, and the next holder goes on at once', async () => {
  const [first, second] = (await open('shared', 2)) as [Tab, Tab];
  assert.deepEqual([first.registered, second.registered, asked.length], [1, 0, 1]);
  const ids = [await send()];
  await have([first, second], ids);
  const third = new Tab('shared');
  await have([third], ids);
  first.close();
  const closed = performance.now();
  await until(() => asked.length === 2, 'the next holder');
  assert.ok(performance.now() - closed < 1000);
  ids.push(await send());
  await have([second, third], ids);
  assert.deepEqual([second.registered, third.registered], [0, 0]);
  assert.ok(second.live.isHolder.value && !third.live.isHolder.value);
});

test('when its queue is gone, one tab registers anew, and all have its state', async () => {
  const all = await open('anew', 3);
  await have(all, []);
  const id = await send();
  await have(all, [id]);
  const { queueId } = all[0]!.known!;
  assert.equal((await owner().delete('/events', { queue_id: queueId })).status, 200);
  await until(() => all.every(({ known }) => known && known.queueId !== queueId), 'another queue');
  assert.equal(new Set(all.map(({ known }) => known!.queueId)).size, 1);
  assert.deepEqual(
    all.map(({ registered }) => registered),
    [2, 0, 0],
  );
  const next = await send();
  await have(all, [next]);
});

test('heartbeats come often while a tab is visible', async () => {
  visibility.hidden = true;
  const [, second] = (await open('visible', 2)) as [Tab, Tab];
  assert.deepEqual(
    asked.map((path) => path.includes('heartbeat_seconds=25')),
    [true],
  );
  visibility.hidden = false;
  visibility.dispatchEvent(new Event('visibilitychange'));
  await until(() => asked.length === 2, 'a stream for visible tabs');
  assert.match(asked[1]!, /heartbeat_seconds=3/);
  const id = await send();
  await have([second], [id]);
});

test('a state that is discarded at an event is not continued after it, nor after those that came with it', async () => {
  locks = new Locks();
  const { queueId } = await register();
  const ids = [await send(), await send()];
  const received: number[] = [];
  const live: Live = new Live({
    name: 'discarded',
    path: `/api/v1/events/stream?queue_id=${queueId}&last_event_id=-1`,
    onEvent: ({ data }) => {
      const { type, message } = data as { type: string; message: { id: number } };
      if (type !== 'message') return;
      received.push(message.id);
      if (received.length === 1) live.startAnew();
    },
    onSignedOut: () => assert.fail('nobody signed out'),
    onSignedIn: () => undefined,
  });
  try {
    await until(() => received.length > 2, 'all messages again');
    assert.deepEqual(received, [ids[0], ...ids]);
  } finally {
    live.close();
  }
});

test('a tab that is closed while it loads gives that up, and the next one loads', async () => {
  locks = new Locks();
  const loading: AbortSignal[] = [];
  const load = (_isWatched: boolean, signal: AbortSignal) => {
    loading.push(signal);
    return new Promise<string>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const nothing = () => undefined;
  const open = () =>
    new Live({ name: 'loading', path: load, onEvent: nothing, onSignedOut: nothing, onSignedIn: nothing });
  const [first, second] = [open(), open()];
  try {
    await until(() => loading.length === 1, 'the first');
    first.close();
    await until(() => loading.length === 2, 'the second');
    assert.deepEqual(
      loading.map(({ aborted }) => aborted),
      [true, false],
    );
  } finally {
    second.close();
  }
});

test('a session that ended ends all tabs', async () => {
  const all = await open('signed out', 2);
  const { cookie } = browser;
  assert.equal((await browser.delete('/api/session')).status, 204);
  browser.cookie = cookie;
  await until(() => all.every(({ signedOut }) => signedOut === 1), 'the end of the session');
  // A tab that waits for a sign-in passes the lock on when it is closed.
  all[0]!.close();
  await until(() => all[1]!.live.isHolder.value, 'the next holder');
});
