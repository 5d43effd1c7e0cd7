import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, test } from 'node:test';
import { ChatClient, until } from '../../../tests/harness/clients.ts';
import { EventStreamReader, type StreamRequest } from '../../../tests/harness/event-stream.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { PASSWORD } from '../../../tests/harness/visitors.ts';
import { startServer } from '../../app.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let dock: number;

const PER_PERSON = 5;
const PER_ORGANIZATION = 8;

before(async () => {
  const limits = { eventStreamsPerPerson: PER_PERSON, eventStreamsPerOrganization: PER_ORGANIZATION };
  server = await startTestServer({ eventPollSeconds: 1, ...limits });
  org = await server.organization();
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  dock = await makeChannel(server, org.organization_id, { name: 'dock', subscribers: [org.chat.user_id, mara.id] });
});
after(() => server[Symbol.asyncDispose]());

const authorizationOf = ({ email, key }: ChatClient) => `Basic ${btoa(`${email}:${key}`)}`;

async function open(client: ChatClient, queueId: string, request: StreamRequest = {}, url = server.url) {
  const headers = { authorization: authorizationOf(client), ...request.headers };
  const reader = await EventStreamReader.open(url, queueId, { ...request, headers });
  readers.push(reader);
  return reader;
}

async function send(content = 'now', more: object = {}): Promise<number> {
  const answer = await owner.post('/messages', { type: 'stream', to: dock, topic: 'gates', content, ...more });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

const readers: EventStreamReader[] = [];

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await until(async () => (await openStreams()) === 0, 'the end of all streams');
});

const openStreams = async () => (await server.services.metrics.eventStreams.get()).values[0]?.value ?? 0;

describe('a stream', () => {
  test('has the events of the queue with the IDs that a long poll gives', async () => {
    const queue = await QueueReader.register(mara.client);
    const before = await send('before it is open');
    const reader = await open(mara.client, queue.queueId);
    const head = reader.head.toLowerCase();
    assert.match(head, /\r\ncontent-type: text\/event-stream; charset=utf-8/);
    assert.match(head, /\r\nx-accel-buffering: no/);
    assert.match(head, /\r\ncache-control: no-store/);
    const live = await send('live: ü 🚚');
    await reader.receives(({ messageIds }) => messageIds.length === 2, 'two messages');
    assert.deepEqual(reader.messageIds, [before, live]);
    const polled = await new QueueReader(mara.client, { queue_id: queue.queueId }).poll();
    assert.deepEqual(
      reader.events.map(({ data }) => data),
      polled,
    );
    for (const { id, kind, data } of reader.events) assert.deepEqual([id, kind], [String(data.id), 'message']);
  });

  test('goes on by ID without a gap or a repeat, however often its connection is killed', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message', 'reaction'] });
    const sent: number[] = [];
    let sending = true;
    const senders = Array.from({ length: 4 }, async () => {
      while (sending) sent.push(await send('x'.repeat(2000)));
    });
    const received: number[] = [];
    let lastEventId = -1;
    const read = async (isEnough: (reader: EventStreamReader) => boolean) => {
      const byHeader = received.length % 2 === 0;
      // An `EventSource` keeps the address that it began with: the header wins.
      const headers: Record<string, string> =
        byHeader && lastEventId >= 0 ? { 'last-event-id': String(lastEventId) } : {};
      const reader = await open(mara.client, queue.queueId, { lastEventId: byHeader ? -1 : lastEventId, headers });
      await reader.receives(isEnough, 'messages');
      reader.connection.close();
      received.push(...reader.messageIds);
      lastEventId = reader.lastEventId ?? lastEventId;
    };
    for (let kill = 0; kill < 12; kill++) await read(({ events }) => events.length > kill % 3);
    sending = false;
    await Promise.all(senders);
    const last = await send('last');
    sent.push(last);
    await read(({ messageIds }) => messageIds.includes(last));
    assert.deepEqual(
      received,
      sent.toSorted((a, b) => a - b),
    );
  });

  test('numbers the last of several events that are one in the log', async () => {
    const ids = [await send('one'), await send('two'), await send('three')];
    const queue = await QueueReader.register(mara.client, { event_types: ['delete_message'] });
    const reader = await open(mara.client, queue.queueId);
    await server.services.database.transaction(async (tx) => {
      tx.emit({
        organizationId: org.organization_id,
        part: 'chat',
        kind: 'delete_message',
        audience: [`channel:${dock}`],
        payload: { type: 'delete_message', message_ids: ids, message_type: 'stream', stream_id: dock, topic: 'gates' },
        state: false,
      });
    });
    await reader.receives(({ events }) => events.length === 3, 'three deletions');
    const last = reader.events[2]!.data.id;
    assert.deepEqual(
      reader.events.map(({ id, data }) => [id, data.message_id]),
      [
        [undefined, ids[0]],
        [undefined, ids[1]],
        [String(last), ids[2]],
      ],
    );
    assert.deepEqual(
      await new QueueReader(mara.client, { queue_id: queue.queueId }).poll({ last_event_id: last, dont_block: true }),
      [],
    );
  });

  test('brings its reader on in the log when others alone are concerned', async () => {
    const queue = await QueueReader.register(nils.client);
    const reader = await open(nils.client, queue.queueId);
    await send('not for Nils');
    await reader.receives(({ events }) => events.some(({ data }) => data.type === 'heartbeat'), 'a heartbeat', 5);
    const { length } = reader.events;
    // Nothing further: no second one.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.equal(reader.events.length, length);
  });

  test('goes on when an event has no number left for a heartbeat', async () => {
    const queue = await QueueReader.register(nils.client);
    const reader = await open(nils.client, queue.queueId, { lastEventId: 1023 });
    // Longer than a poll holds.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.deepEqual(reader.events, []);
    const sent = await owner.post('/messages', { type: 'direct', to: [nils.id], content: 'Still there?' });
    await reader.receives(({ messageIds }) => messageIds.includes(sent.json.id), 'a message');
  });

  test('says every 3 s that it is there where that is asked for', async () => {
    const queue = await QueueReader.register(mara.client);
    const often = await open(mara.client, queue.queueId, { query: { heartbeat_seconds: '3' } });
    const other = await QueueReader.register(mara.client);
    const usual = await open(mara.client, other.queueId);
    const start = performance.now();
    await often.receives(({ comments }) => comments === 3, 'comments', 8);
    assert.ok(performance.now() - start > 3000);
    assert.ok(usual.comments < 3);
  });

  test('keeps its queue', async () => {
    const queue = await QueueReader.register(mara.client);
    const reader = await open(mara.client, queue.queueId);
    for (let hours = 0; hours < 30; hours += 10) {
      server.clock.advance(10 * 3_600_000);
      const isRenewed = async () => {
        const row = await server.services.database.reader.first(sql<{ polledAt: Date }>`
          select polled_at as "polledAt" from chat.event_queues where id = ${queue.queueId}`);
        return server.clock.now().getTime() - row!.polledAt.getTime() < 60_000;
      };
      await until(isRenewed, 'a queue that is renewed');
    }
    const id = await send();
    await reader.receives(({ messageIds }) => messageIds.includes(id), 'a message');
  });

  test('writes no rows of queues each time that somebody signs out', async () => {
    const queue = await QueueReader.register(mara.client);
    const reader = await open(mara.client, queue.queueId);
    const versionOf = async () => {
      const row = await server.services.database.reader.first(sql<{ version: string }>`
        select xmin::text as version from chat.event_queues where id = ${queue.queueId}`);
      return row!.version;
    };
    const before = await versionOf();
    const lena = await makePerson(server, org, { name: 'Lena Leaves' });
    const last = await open(lena.client, (await QueueReader.register(lena.client)).queueId);
    await server.services.database.transaction((tx) =>
      revokeCredentialsOf(tx, org.organization_id, 'chat', String(lena.id)),
    );
    assert.equal(await last.ends(), 'session_ended');
    // An event after the one that ended it.
    const id = await send();
    await reader.receives(({ messageIds }) => messageIds.includes(id), 'a message');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(await versionOf(), before);
  });

  test('is for bots too, with their keys', async () => {
    const made = await owner.post('/bots', { full_name: 'Gate bot', short_name: 'gate', bot_type: 1 });
    assert.equal(made.status, 200, made.text);
    const { api_key, user_id } = made.json;
    const { members } = (await owner.get('/users')).json;
    const { email } = members.find((member: { user_id: number }) => member.user_id === user_id);
    const bot = new ChatClient({ ...org.chat, email, api_key });
    const queue = await QueueReader.register(bot);
    const reader = await open(bot, queue.queueId);
    const sent = await owner.post('/messages', { type: 'direct', to: [user_id], content: 'Open the gate' });
    await reader.receives(({ messageIds }) => messageIds.includes(sent.json.id), 'a message to a bot');
  });

  test('has an end where only its head is asked for', async () => {
    const { queueId } = await QueueReader.register(mara.client);
    const path = `${server.url}/api/v1/events/stream?queue_id=${queueId}&last_event_id=-1`;
    const answer = await fetch(path, { method: 'HEAD', headers: { authorization: authorizationOf(mara.client) } });
    assert.deepEqual([answer.status, await answer.text()], [200, '']);
  });

  test('has what is in no log: who types', async () => {
    const queue = await QueueReader.register(mara.client);
    const reader = await open(mara.client, queue.queueId);
    const typing = { op: 'start', type: 'direct', to: [mara.id] };
    assert.equal((await owner.post('/typing', typing)).json.result, 'success');
    await reader.receives(({ events }) => events.some(({ data }) => data.type === 'typing'), 'somebody who types');
  });

  test('of one queue there is one: the newer reader has it', async () => {
    const queue = await QueueReader.register(mara.client);
    const first = await open(mara.client, queue.queueId);
    const second = await open(mara.client, queue.queueId);
    assert.equal(await first.ends(), 'superseded');
    const poll = queue.wait();
    assert.equal(await second.ends(), 'superseded');
    await send();
    assert.ok((await poll).length > 0);
  });
});

describe('a stream ends within a second', () => {
  test('with its session', async () => {
    const browser = new SessionBrowser(server.url);
    assert.equal((await browser.signIn(org.chat.email, PASSWORD)).status, 200);
    const queue = await QueueReader.register(owner);
    const reader = await EventStreamReader.open(server.url, queue.queueId, { headers: browser.headers() });
    assert.doesNotMatch(reader.head, /x-ratelimit/i);
    const id = await send();
    await reader.receives(({ messageIds }) => messageIds.includes(id), 'a message');
    assert.equal((await browser.delete('/api/session')).status, 204);
    assert.equal(await reader.ends(), 'session_ended');
  });

  test('with a session that runs out', async () => {
    const browser = new SessionBrowser(server.url);
    assert.equal((await browser.signIn(org.chat.email, PASSWORD)).status, 200);
    const endsAt = new Date(server.clock.now().getTime() + 30_000);
    await server.services.database.transaction((tx) =>
      tx.run(sql`update platform.credentials set expires_at = ${endsAt}
        where kind = 'session' and created_at = (select max(created_at) from platform.credentials where kind = 'session')`),
    );
    const queue = await QueueReader.register(owner);
    const reader = await EventStreamReader.open(server.url, queue.queueId, { headers: browser.headers() });
    readers.push(reader);
    server.clock.advance(20_000);
    const id = await send();
    await reader.receives(({ messageIds }) => messageIds.includes(id), 'a message');
    server.clock.advance(11_000);
    assert.equal(await reader.ends(), 'session_ended');
  });

  test('with its queue that newer ones push out', async () => {
    const lena = await makePerson(server, org, { name: 'Lena Loop' });
    const oldest = await QueueReader.register(lena.client);
    const [reader, next] = [await open(lena.client, oldest.queueId), await QueueReader.register(lena.client)];
    await server.services.database.transaction(async (tx) => {
      await tx.run(sql`update chat.event_queues set polled_at = polled_at - interval '10 seconds'
        where id = ${oldest.queueId}`);
      await tx.run(sql`
        insert into chat.event_queues (organization_id, id, user_id, base_event_id, options, idle_seconds, created_at, polled_at)
        select organization_id, id || n, user_id, base_event_id, options, idle_seconds, created_at, polled_at
        from chat.event_queues, generate_series(1, 498) n where id = ${next.queueId}`);
    });
    await QueueReader.register(lena.client);
    assert.equal(await reader.ends(), 'queue_ended');
  });

  test('with its key, and in another process', async () => {
    const { config, log, clock } = server.services;
    const { connectionString } = server;
    const there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString });
    try {
      const lena = await makePerson(server, org, { name: 'Lena Late' });
      const [queue, other] = [await QueueReader.register(lena.client), await QueueReader.register(lena.client)];
      const own = [await open(lena.client, queue.queueId), await open(lena.client, other.queueId, {}, there.url)];
      const left = await QueueReader.register(mara.client);
      const mine = await open(mara.client, left.queueId, {}, there.url);
      await server.services.database.transaction((tx) =>
        revokeCredentialsOf(tx, org.organization_id, 'chat', String(lena.id)),
      );
      const ends = own.map((reader) => reader.ends());
      assert.deepEqual(await Promise.all(ends), ['session_ended', 'session_ended']);
      const id = await send();
      await mine.receives(({ messageIds }) => messageIds.includes(id), 'a message of another process');
      assert.equal((await mara.client.delete('/events', { queue_id: left.queueId })).json.result, 'success');
      assert.equal(await mine.ends(), 'queue_ended');
    } finally {
      await there.close();
    }
  });

  test('with the account, with what a guest may know, and with the queue', async () => {
    const people = await Promise.all([
      makePerson(server, org, { name: 'Ada' }),
      makePerson(server, org, { name: 'Ben', role: 600 }),
      makePerson(server, org, { name: 'Cleo' }),
    ]);
    const queues = await Promise.all(people.map(({ client }) => QueueReader.register(client)));
    const own = await Promise.all(people.map(({ client }, n) => open(client, queues[n]!.queueId)));
    assert.equal((await owner.delete(`/users/${people[0]!.id}`)).status, 200);
    assert.equal(await own[0]!.ends(), 'session_ended');
    const { user_groups } = (await owner.get('/user_groups')).json;
    const limit = async (name: string) => {
      const { id } = user_groups.find((group: { name: string }) => group.name === name);
      const answer = await owner.patch('/realm', { can_access_all_users_group: { new: id } });
      assert.equal(answer.status, 200, answer.text);
    };
    await limit('role:members');
    assert.equal(await own[1]!.ends(), 'queue_ended');
    await limit('role:everyone');
    assert.equal((await people[2]!.client.delete('/events', { queue_id: queues[2]!.queueId })).status, 200);
    assert.equal(await own[2]!.ends(), 'queue_ended');
  });

  test('with the server, which says so', async () => {
    await using stopping = await startTestServer();
    const { chat } = await stopping.organization();
    const client = new ChatClient(chat);
    const queue = await QueueReader.register(client);
    const reader = await open(client, queue.queueId, {}, stopping.url);
    await stopping.close();
    await reader.connection.ended();
    assert.equal(reader.endReason, 'closing');
  });
});

test('who does not read is closed, and goes on by ID', async () => {
  const { queueId } = await QueueReader.register(mara.client, { event_types: ['message'] });
  const headers = { authorization: authorizationOf(mara.client) };
  const asked = await EventStreamReader.ask(server.url, queueId, { headers });
  await once(asked.connection.socket, 'readable');
  await send('€'.repeat(9000));
  // More than networks keep.
  await server.services.database.transaction(async (tx) => {
    const event = await tx.first(sql<{ audience: string[]; payload: object }>`
      select audience, payload from platform.event_log
      where organization_id = ${org.organization_id} and kind = 'message' order by id desc limit 1`);
    const copy = {
      organizationId: org.organization_id,
      part: 'chat' as const,
      kind: 'message',
      state: false,
      ...event!,
    };
    for (let n = 0; n < 900; n++) tx.emit(copy);
  });
  await until(async () => (await openStreams()) === 0, 'the end of a stream that nobody reads', 30);
  readers.push(asked);
  asked.connection.listen().socket.resume();
  await asked.connection.ended();
  const queue = new QueueReader(mara.client, { queue_id: queueId });
  const all: number[] = [];
  for (let events = await queue.poll(); events.length > 0; events = await queue.poll())
    all.push(...events.map(({ id }) => id));
  assert.equal(all.length, 901);
  const idsOf = ({ events }: EventStreamReader) =>
    events.filter(({ kind }) => kind === 'message').map(({ data }) => data.id);
  assert.ok(idsOf(asked).length < all.length, 'all of it was kept for who does not read');
  const reader = await open(mara.client, queueId, { lastEventId: asked.lastEventId });
  await reader.receives(() => reader.lastEventId === all.at(-1), 'the rest', 30);
  assert.deepEqual([...idsOf(asked), ...idsOf(reader)], all);
});

test('a page may open its stream again and again: only requests count', async () => {
  await using limited = await startTestServer({ rateLimits: true, sessionRequestsPerMinute: 10 });
  const { chat } = await limited.organization();
  const page = new SessionBrowser(limited.url);
  assert.equal((await page.signIn(chat.email, PASSWORD)).status, 200);
  const { queueId } = await QueueReader.register(new ChatClient(chat));
  for (let n = 0; n < 12; n++)
    (await EventStreamReader.open(limited.url, queueId, { headers: page.headers() })).close();
});

describe('refuses', () => {
  const refusal = async (request: Partial<StreamRequest> & { queueId: string; client?: ChatClient }) => {
    const { queueId, client, ...rest } = request;
    const query = new URLSearchParams({
      queue_id: queueId,
      last_event_id: String(rest.lastEventId ?? -1),
      ...rest.query,
    });
    const answer = await fetch(`${server.url}/api/v1/events/stream?${query}`, {
      headers: { ...(client && { authorization: authorizationOf(client) }), ...rest.headers },
    });
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) assert.fail('it was granted');
    return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) };
  };

  test('queues that are unknown, deleted or of others, and IDs that they never gave', async () => {
    const queue = await QueueReader.register(mara.client);
    const { queueId } = queue;
    const bad = {
      result: 'error',
      msg: `Bad event queue ID: ${queueId}`,
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id: queueId,
    };
    for (const client of [nils.client, owner]) assert.deepEqual((await refusal({ queueId, client })).json, bad);
    assert.equal((await refusal({ queueId: 'none', client: mara.client })).json.code, 'BAD_EVENT_QUEUE_ID');
    assert.deepEqual((await refusal({ queueId, client: mara.client, lastEventId: 2 ** 40 })).json, bad);
    const other = await server.organization();
    assert.deepEqual((await refusal({ queueId, client: new ChatClient(other.chat) })).json, bad);
    assert.equal((await mara.client.delete('/events', { queue_id: queueId })).status, 200);
    assert.deepEqual((await refusal({ queueId, client: mara.client })).json, bad);
  });

  test('what it does not take', async () => {
    const { queueId } = await QueueReader.register(mara.client);
    const { client } = mara;
    const code = async (request: Partial<StreamRequest>) => {
      const { status, json } = await refusal({ queueId, client, ...request });
      return [status, json.code, json.msg];
    };
    for (const id of ['x', '1.5', '', '9007199254740993'])
      assert.deepEqual(await code({ headers: { 'last-event-id': id } }), [
        400,
        'BAD_REQUEST',
        'The header Last-Event-ID is not an integer',
      ]);
    for (const seconds of ['1', '0', '10', '"3"', 'x'])
      assert.equal((await code({ query: { heartbeat_seconds: seconds } }))[1], 'BAD_REQUEST', seconds);
    assert.deepEqual(await code({ query: { dont_block: 'true' } }), [
      400,
      'BAD_REQUEST',
      'Unexpected argument: dont_block',
    ]);
    const answer = await client.get('/events/stream', { queue_id: queueId });
    assert.deepEqual([answer.status, answer.json.var_name], [400, 'last_event_id']);
  });

  test('whoever has no key, and a page of somebody else with the cookie', async () => {
    const browser = new SessionBrowser(server.url);
    assert.equal((await browser.signIn(org.chat.email, PASSWORD)).status, 200);
    const { queueId } = await QueueReader.register(owner);
    assert.equal((await refusal({ queueId })).status, 401);
    const foreign: Record<string, string | undefined>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': undefined, origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': undefined, origin: 'null' },
    ];
    for (const headers of foreign) {
      const { status, json } = await refusal({ queueId, headers: browser.headers(headers) });
      assert.deepEqual([status, json.code], [403, 'CSRF_FAILED'], JSON.stringify(headers));
    }
    const own = await EventStreamReader.open(server.url, queueId, { headers: browser.headers() });
    readers.push(own);
    assert.doesNotMatch(own.head, /access-control-allow-credentials/i);
  });

  test('more streams than a person or an organization may have open', async () => {
    const many = async (client: ChatClient, count: number) => {
      for (let n = 0; n < count; n++) await open(client, (await QueueReader.register(client)).queueId);
    };
    await many(mara.client, PER_PERSON);
    const { queueId } = await QueueReader.register(mara.client);
    const own = await refusal({ queueId, client: mara.client });
    assert.deepEqual([own.status, own.json.code], [429, 'RATE_LIMIT_HIT']);
    assert.equal(own.json.msg, `You have ${PER_PERSON} event streams open, which is the most that may be`);
    assert.equal(own.headers.get('retry-after'), '5');
    await many(nils.client, PER_ORGANIZATION - PER_PERSON);
    const theirs = await refusal({ queueId: (await QueueReader.register(owner)).queueId, client: owner });
    assert.equal(theirs.status, 429);
    assert.match(theirs.json.msg, /^Your organization has 8 event streams open/);
    readers[0]!.close();
    await until(async () => (await openStreams()) === PER_ORGANIZATION - 1, 'a free place');
    await many(owner, 1);
  });
});
