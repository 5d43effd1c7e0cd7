import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Registry } from 'prom-client';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { Caches } from '../caches.ts';
import { sql } from '../db/sql.ts';
import { Feed } from './feed.ts';
import { Follower } from './follower.ts';
import type { AppendedEvent } from './log.ts';
import { Tails } from './tails.ts';

const CACHE_MB = 16;
const server = await startTestServer({ cacheMb: CACHE_MB });
after(() => server[Symbol.asyncDispose]());
const { database, log } = server.services;

test('an organization that nobody asks for is followed no more after its time, and again when somebody does', async () => {
  const ids = [(await server.organization()).organization_id, (await server.organization()).organization_id] as const;
  const feed = new Feed({
    reader: database.reader,
    log,
    availability: database.availability,
    tails: new Tails(new Caches(1, new Registry())),
    idlePolls: 3,
  });
  const left: [string, string][] = [];
  feed.onForget((organizationIds, why) => left.push(...[...organizationIds].map((id): [string, string] => [id, why])));
  for (const id of ids) await feed.follow(id);
  for (let poll = 0; poll < 6; poll++) {
    assert.ok(feed.followed(ids[0]));
    await feed.poll();
  }
  assert.deepEqual(left, [[ids[1], 'idle']]);
  assert.equal(feed.followed(ids[1]), undefined);
  const head = (await feed.follow(ids[1])).head;
  assert.ok(head > 0);
  feed.stop();
});

test('the newest events of all organizations together keep to their share, and who is behind misses none', async () => {
  const content = 'x'.repeat(9000);
  const count = 20;
  const readers: { queue: QueueReader; sent: number[] }[] = [];
  for (let n = 0; n < 3; n++) {
    const owner = new ChatClient((await server.organization()).chat);
    const queue = await QueueReader.register(owner, { event_types: ['message'] });
    const sent: number[] = [];
    for (let message = 0; message < count; message++) {
      const { json } = await owner.post('/messages', { type: 'direct', to: [owner.email], content });
      sent.push(json.id);
    }
    readers.push({ queue, sent });
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const retained = (what: string) =>
    Number(new RegExp(`^hubbub_cache_${what}{cache="newest events"} (.*)$`, 'm').exec(metrics)?.[1]);
  assert.ok(retained('bytes') <= (CACHE_MB * 2 ** 20 * 4) / 100, `${retained('bytes')} bytes`);
  assert.ok(retained('entries') > 0 && retained('entries') < 3 * count, `${retained('entries')} events`);
  for (const { queue, sent } of readers) {
    const received = await queue.collect('message', count);
    assert.deepEqual(
      received.map(({ message }) => message.id),
      sent,
    );
  }
});

const eventOf = (id: number, more: Partial<AppendedEvent> = {}): AppendedEvent => ({
  ...{
    organizationId: 'a',
    id,
    at: new Date(id),
    part: 'dispatch',
    kind: 'task',
    audience: [],
    payload: {},
    state: false,
  },
  ...more,
});

test('what events hold is counted to its depth, as the notes of a task’s recipients; what is forgotten is let go', () => {
  const caches = new Caches(1, new Registry());
  const tails = new Tails(caches);
  const notes = 'x'.repeat(1000);
  const of = { organizationId: 'a', tail: [] as AppendedEvent[], tailStart: 0 };
  for (let id = 1; id <= 200; id++)
    tails.push(of, [
      eventOf(id, { payload: { data: { task: { recipients: [{ notes }], destination: { address: { notes } } } } } }),
    ]);
  const most = (2 ** 20 * 4) / 100;
  assert.ok(JSON.stringify(of.tail).length <= most, `${of.tail.length} events`);
  assert.deepEqual([of.tail.length > 0, of.tail[0]!.id, of.tail.at(-1)!.id], [true, of.tailStart + 1, 200]);
  caches.forget(new Set(['a']));
  assert.deepEqual([of.tail, of.tailStart], [[], 200]);
});

test('a log that has gone back shows at its last event, also when that has gone for want of room', () => {
  let lost = 0;
  const follower = new Follower(
    'a',
    { event_id: 5, state_event_id: 5, at: new Date(5), kind: 'task' },
    {
      ...{
        reader: database.reader,
        availability: database.availability,
        tails: new Tails(new Caches(1, new Registry())),
      },
      deliver: () => undefined,
      lost: () => lost++,
    },
  );
  const large = eventOf(6, { payload: { notes: 'x'.repeat(100_000) } });
  follower.accept([large]);
  assert.deepEqual([follower.head, follower.tail, follower.tailStart], [6, [], 6]);
  follower.accept([large]);
  assert.equal(lost, 0);
  for (const [n, other] of [eventOf(6, { at: new Date(7) }), eventOf(6, { kind: 'worker' })].entries()) {
    follower.accept([other]);
    assert.equal(lost, n + 1);
  }
  follower.stop();
});

test('a change of state with traffic behind it is not newer than what says it: nobody asks again for nothing', async () => {
  const { organization_id: organizationId } = await server.organization();
  const { state } = server.services;
  for (const states of [[true, false, false], [false], [false, true, false], [true]]) {
    await database.transaction(async (tx) => {
      for (const each of states) {
        const { id: _id, at: _at, ...event } = eventOf(0, { organizationId, part: 'platform', state: each });
        tx.emit(event);
      }
    });
    await state.confirm(organizationId);
    const head = await database.reader.first(sql<{ changedAt: number }>`
      select state_event_id as "changedAt" from platform.log_heads where organization_id = ${organizationId}`);
    assert.equal(await state.stateVersion(organizationId), head!.changedAt, states.join());
  }
});
