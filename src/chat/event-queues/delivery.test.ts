import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { changeSubscriptions, QueueReader, type WireEvent } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let dock: number;
let yard: number;

before(async () => {
  server = await startTestServer({ eventPollSeconds: 5 });
  org = await server.organization();
  organizationId = org.organization_id;
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  dock = await makeChannel(server, organizationId, { name: 'dock', subscribers: [org.chat.user_id, mara.id] });
  yard = await makeChannel(server, organizationId, { name: 'yard', subscribers: [org.chat.user_id] });
});
after(() => server[Symbol.asyncDispose]());

async function send(to: number, content: string): Promise<number> {
  const answer = await owner.post('/messages', { type: 'stream', to, topic: 'gates', content });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

const messageIds = (events: WireEvent[]) =>
  events.filter(({ type }) => type === 'message').map(({ message }) => message.id as number);
const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b);

describe('while much is sent', () => {
  test('a reader gets every message of 50 parallel senders, once, in order', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    const sending = Promise.all(
      Array.from({ length: 50 }, async (_, sender) => {
        const ids: number[] = [];
        for (let n = 0; n < 6; n++) ids.push(await send(dock, `${sender}/${n}`));
        return ids;
      }),
    );
    const received = messageIds(await queue.collect('message', 300));
    const sent = (await sending).flat();
    assert.deepEqual(received, ascending(sent));
    assert.deepEqual(await queue.poll(), []);
    // Read again from the start, it is the same.
    const again = new QueueReader(mara.client, { queue_id: queue.queueId });
    assert.deepEqual(messageIds(await again.poll()), received);
  });

  test('a register in the midst covers everything once: the state up to it, the events after it', async () => {
    let sending = true;
    const sent: number[] = [];
    const senders = Array.from({ length: 8 }, async () => {
      while (sending) sent.push(await send(dock, 'more'));
    });
    const queues = await Promise.all(
      Array.from({ length: 20 }, () =>
        QueueReader.register(mara.client, {
          event_types: ['message'],
          fetch_event_types: ['message', 'update_message_flags'],
        }),
      ),
    );
    sending = false;
    await Promise.all(senders);
    sent.push(await send(dock, 'last'));
    for (const queue of queues) {
      const events: number[] = [];
      while (events.at(-1) !== sent.at(-1)) events.push(...messageIds(await queue.wait()));
      const { max_message_id, unread_msgs } = queue.state;
      const unread = unread_msgs.streams.flatMap(
        ({ unread_message_ids }: { unread_message_ids: number[] }) => unread_message_ids,
      );
      assert.deepEqual(
        [...unread.filter((id: number) => id >= Math.min(...sent)), ...events],
        ascending(sent),
        'unread messages of the state, then events',
      );
      assert.ok(events.every((id) => id > max_message_id));
      assert.equal(unread.at(-1), max_message_id);
    }
  });

  test('subscriptions that change in the midst: what is heard live is what the log says', async () => {
    const queue = await QueueReader.register(nils.client, { event_types: ['message', 'subscription'] });
    let sending = true;
    const senders = [dock, yard, dock].map(async (channel) => {
      while (sending) await send(channel, 'still sending');
    });
    const live: WireEvent[] = [];
    let done = false;
    const reading = (async () => {
      while (!done) live.push(...(await queue.wait()));
      live.push(...(await queue.poll()));
    })();
    for (let n = 0; n < 12; n++) {
      const channel = n % 2 === 0 ? dock : yard;
      await changeSubscriptions(server, organizationId, 'subscribe', channel, [nils.id]);
      await send(channel, 'certainly heard');
      await changeSubscriptions(server, organizationId, 'unsubscribe', channel, [nils.id]);
    }
    sending = false;
    await Promise.all(senders);
    done = true;
    // Something that surely ends the reader's wait.
    await owner.post('/messages', { type: 'direct', to: [nils.id], content: 'stop' });
    await reading;

    const arrived = live.filter(({ type }) => type !== 'heartbeat');
    const again = new QueueReader(nils.client, { queue_id: queue.queueId });
    // So that it is read from the table.
    const follower = server.services.feed.followed(organizationId)!;
    follower.tail.length = 0;
    follower.tailStart = follower.head;
    const logged: WireEvent[] = [];
    for (let events = await again.poll(); events.length > 0; events = await again.poll()) logged.push(...events);
    assert.deepEqual(
      arrived.map(({ id }) => id),
      logged.map(({ id }) => id),
    );
    // Between `remove` and the next `add` of a channel there is none of its messages.
    const subscribed = new Set<number>();
    for (const event of arrived) {
      if (event.type === 'message' && event.message.type === 'stream')
        assert.ok(subscribed.has(event.message.stream_id), `heard ${event.message.display_recipient} unsubscribed`);
      if (event.type !== 'subscription' || !event.subscriptions) continue;
      for (const { stream_id } of event.subscriptions) {
        if (event.op === 'add') subscribed.add(stream_id);
        else subscribed.delete(stream_id);
      }
    }
    assert.equal(arrived.filter(({ op }) => op === 'add').length, 12);
    assert.ok(messageIds(arrived).length > 12);
  });

  test('many queues of many people wait at once, and each hears its own', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) => makePerson(server, org, { name: `Courier ${n}` })),
    );
    const hub = await makeChannel(server, organizationId, {
      name: 'hub',
      subscribers: [org.chat.user_id, ...people.slice(0, 10).map(({ id }) => id)],
    });
    const queues = await Promise.all(
      people.flatMap(({ client }) => [0, 1].map(() => QueueReader.register(client, { event_types: ['message'] }))),
    );
    const answers = queues.map((queue) => queue.wait());
    const id = await send(hub, 'to half of you');
    const direct = await owner.post('/messages', {
      type: 'direct',
      to: people.slice(10).map(({ id: user }) => user),
      content: 'to the others',
    });
    for (const [index, answer] of answers.entries())
      assert.deepEqual(messageIds(await answer), [index < 20 ? id : direct.json.id]);
  });
});

test('a long poll answers when the server stops', async () => {
  await using stopping = await startTestServer();
  const { chat } = await stopping.organization();
  const queue = await QueueReader.register(new ChatClient(chat));
  const answer = queue.wait();
  await new Promise<void>((resolve) => {
    const look = async () => {
      const waiting = (await stopping.services.metrics.waitingPolls.get()).values[0]?.value;
      if (waiting === 1) resolve();
      else setImmediate(look);
    };
    void look();
  });
  const begun = performance.now();
  await stopping.close();
  assert.ok(performance.now() - begun < 8000);
  assert.equal((await answer)[0]!.type, 'heartbeat');
});

test('a narrowed queue gets its message after more than a thousand that do not match', async () => {
  const narrow = [['topic', 'wanted']];
  const queue = await QueueReader.register(mara.client, { event_types: ['message'], narrow });
  await send(dock, 'not wanted');
  await server.services.database.transaction(async (tx) => {
    const event = await tx.first(sql<{ audience: string[]; payload: object }>`
      select audience, payload from platform.event_log
      where organization_id = ${organizationId} and kind = 'message' order by id desc limit 1`);
    for (let n = 0; n < 1500; n++) tx.emit({ organizationId, part: 'chat', kind: 'message', state: false, ...event! });
  });
  const wanted = await owner.post('/messages', { type: 'stream', to: dock, topic: 'wanted', content: 'here' });
  assert.deepEqual(messageIds(await queue.poll()), [wanted.json.id]);
});
