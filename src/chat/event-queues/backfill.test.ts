import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient, until } from '../../../tests/harness/clients.ts';
import { changeSubscriptions, QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { type Server, startServer } from '../../app.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';

/** Two programs on one database: what one has in memory, the other reads from the log. */
describe('a second process', () => {
  let first: TestServer & AsyncDisposable;
  let second: Server;
  let org: CreatedOrganization;
  let organizationId: string;
  let owner: ChatClient;
  let mara: Person;
  let dock: number;

  before(async () => {
    first = await startTestServer({ eventPollSeconds: 10 });
    org = await first.organization();
    organizationId = org.organization_id;
    owner = new ChatClient(org.chat);
    mara = await makePerson(first, org, { name: 'Mara Member' });
    dock = await makeChannel(first, organizationId, { name: 'dock', subscribers: [org.chat.user_id] });
  });
  after(() => first[Symbol.asyncDispose]());

  async function startSecond(): Promise<ChatClient> {
    const { config, log, clock } = first.services;
    second = await startServer({ config, log, clock, connectionString: first.connectionString });
    return new ChatClient({ site: second.url, email: mara.email, api_key: mara.client.key });
  }

  async function send(client: ChatClient, content: string): Promise<number> {
    const answer = await client.post('/messages', { type: 'stream', to: dock, topic: 'gates', content });
    assert.equal(answer.json.result, 'success', answer.text);
    return answer.json.id;
  }

  test('gives the same events under the same IDs, subscriptions as they were at each of them', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message', 'subscription'] });
    await send(owner, 'before');
    await changeSubscriptions(first, organizationId, 'subscribe', dock, [mara.id]);
    await send(owner, 'during');
    await changeSubscriptions(first, organizationId, 'unsubscribe', dock, [mara.id]);
    await send(owner, 'between');
    await changeSubscriptions(first, organizationId, 'subscribe', dock, [mara.id]);
    await send(owner, 'again');
    const events = await queue.poll();
    assert.deepEqual(
      events.filter(({ type }) => type === 'message').map(({ message }) => message.content),
      ['during', 'again'],
    );
    const client = await startSecond();
    try {
      const there = new QueueReader(client, { queue_id: queue.queueId });
      assert.deepEqual(await there.poll(), events);
    } finally {
      await second.close();
    }
  });

  test('hears of commits of the first, live', async () => {
    const client = await startSecond();
    try {
      const queue = await QueueReader.register(client, { event_types: ['message'] });
      const answer = queue.wait();
      await until(
        async () => ((await second.services.metrics.waitingPolls.get()).values[0]?.value ?? 0) > 0,
        'the poll to wait',
      );
      const id = await send(owner, 'over there');
      assert.deepEqual(
        (await answer).map(({ message }) => message.id),
        [id],
      );
      // And a client that changes the server between two polls misses and repeats nothing.
      const next = await send(owner, 'and here');
      const here = new QueueReader(mara.client, { queue_id: queue.queueId });
      here.lastEventId = queue.lastEventId;
      assert.deepEqual(
        (await here.poll()).map(({ message }) => message.id),
        [next],
      );
      const last = here.lastEventId;
      queue.lastEventId = last;
      const back = await send(owner, 'and back');
      assert.deepEqual(
        (await queue.collect('message', 1)).map(({ message }) => message.id),
        [back],
      );
    } finally {
      await second.close();
    }
  });

  test('a long backlog comes in pieces, complete and in order; what concerns others is skipped', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['user_status'] });
    const count = 30_000;
    await first.services.database.transaction(async (tx) => {
      for (let n = 0; n < count; n++) {
        tx.emit({
          organizationId,
          part: 'chat',
          kind: 'user_status',
          audience: [`user:${n >= 25_000 && n % 2 === 0 ? mara.id : org.chat.user_id}`],
          payload: { type: 'user_status', user_id: n },
          state: false,
        });
      }
    });
    const expected = Array.from({ length: 2500 }, (_, index) => 25_000 + 2 * index);
    const pieces: number[] = [];
    for (;;) {
      const events = await queue.poll();
      if (events.length === 0) break;
      assert.ok(events.length <= 1000);
      pieces.push(...events.map(({ user_id }) => user_id));
    }
    assert.deepEqual(pieces, expected);
    const client = await startSecond();
    try {
      const there = new QueueReader(client, { queue_id: queue.queueId });
      const again: number[] = [];
      for (;;) {
        const events = await there.poll();
        if (events.length === 0) break;
        assert.ok(events.length <= 1000);
        again.push(...events.map(({ user_id }) => user_id));
      }
      assert.deepEqual(again, expected);
    } finally {
      await second.close();
    }
  });

  test('a narrowed queue gets its message after more than a thousand that do not match', async () => {
    await changeSubscriptions(first, organizationId, 'subscribe', dock, [mara.id]);
    const narrow = [['topic', 'wanted']];
    const queue = await QueueReader.register(mara.client, { event_types: ['message'], narrow });
    await send(owner, 'not wanted');
    await first.services.database.transaction(async (tx) => {
      const event = await tx.first(sql<{ audience: string[]; payload: object }>`
        select audience, payload from platform.event_log
        where organization_id = ${organizationId} and kind = 'message' order by id desc limit 1`);
      for (let n = 0; n < 1500; n++)
        tx.emit({ organizationId, part: 'chat', kind: 'message', state: false, ...event! });
    });
    const wanted = await owner.post('/messages', { type: 'stream', to: dock, topic: 'wanted', content: 'here' });
    const client = await startSecond();
    try {
      const there = new QueueReader(client, { queue_id: queue.queueId });
      assert.deepEqual(
        (await there.poll()).map(({ message }) => message.id),
        [wanted.json.id],
      );
    } finally {
      await second.close();
    }
  });

  test('a queue whose events are no longer kept is refused, not shortened', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    await send(owner, 'forgotten');
    await send(owner, 'kept');
    await first.services.database.transaction((tx) =>
      tx.run(sql`
        delete from platform.event_log where organization_id = ${organizationId}
          and id < (select event_id from platform.log_heads where organization_id = ${organizationId})`),
    );
    const client = await startSecond();
    try {
      const answer = await client.get('/events', { queue_id: queue.queueId, last_event_id: -1 });
      assert.equal(answer.json.code, 'BAD_EVENT_QUEUE_ID');
    } finally {
      await second.close();
    }
  });
});
