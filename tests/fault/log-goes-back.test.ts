/** A restored backup, or a failover to a standby that had less: the same IDs are given again, to other events. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/platform/db/sql.ts';
import { type Answer, ChatClient, until } from '../harness/clients.ts';
import { QueueReader } from '../harness/events.ts';
import { startTestServer } from '../harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database, feed } = server.services;

/** An organization with a channel, five messages in it, and a queue that has heard of them. */
async function organizationWithQueue() {
  const { organization_id: id, chat: access } = await server.organization();
  const chat = new ChatClient({ ...access, site: server.url });
  await chat.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] });
  const queue = await QueueReader.register(chat, { event_types: ['message'] });
  for (let n = 1; n <= 5; n++) await send(chat, `note ${n}`);
  assert.equal((await queue.collect('message', 5)).length, 5);
  return { id, chat, queue };
}

const send = (chat: ChatClient, content: string) =>
  chat.post('/messages', { type: 'stream', to: 'dock', topic: 'gates', content });

const contents = async (chat: ChatClient): Promise<string[]> =>
  (await chat.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 })).json.messages
    .map(({ content }: { content: string }) => content)
    .filter((content: string) => content.startsWith('<p>note'));

/** Takes the organization's last events and their messages away, as if they had never been. */
async function takeOff(id: string, count: number): Promise<number> {
  return database.transaction(async (tx) => {
    const { eventId } = await tx.position(id);
    await tx.run(sql`
      delete from chat.messages m using platform.event_log e
      where e.organization_id = ${id} and e.id > ${eventId - count} and m.organization_id = ${id}
        and m.id = (e.payload->'message'->>'id')::bigint`);
    await tx.run(sql`delete from platform.event_log where organization_id = ${id} and id > ${eventId - count}`);
    await tx.run(sql`update platform.log_heads set event_id = ${eventId - count} where organization_id = ${id}`);
    return eventId - count;
  });
}

function assertBadQueue(answer: Answer, queue: QueueReader): void {
  assert.deepEqual([answer.status, answer.json.code, answer.json.queue_id], [400, 'BAD_EVENT_QUEUE_ID', queue.queueId]);
}

const ask = (queue: QueueReader, dontBlock: boolean) =>
  queue.client.get('/events', {
    queue_id: queue.queueId,
    last_event_id: queue.lastEventId,
    dont_block: dontBlock,
  });

async function waitingPolls(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^hubbub_event_polls_waiting (\d+)$/m.exec(text)?.[1]);
}

test('a log that stands before what was heard: queues end, caches are forgotten, all goes on from there', async () => {
  const { id, chat, queue } = await organizationWithQueue();
  assert.equal((await contents(chat)).length, 5);
  const held = ask(queue, false);
  await until(async () => (await waitingPolls()) === 1, 'the poll');
  await takeOff(id, 3);
  await feed.poll();
  assertBadQueue(await held, queue);
  assertBadQueue(await ask(queue, true), queue);
  assert.deepEqual(await contents(chat), ['<p>note 1</p>', '<p>note 2</p>']);
  const again = await QueueReader.register(chat, { event_types: ['message'] });
  await send(chat, 'note 6');
  assert.deepEqual(
    (await again.collect('message', 1)).map(({ message }) => message.content),
    ['note 6'],
  );
  assert.deepEqual(await contents(chat), ['<p>note 1</p>', '<p>note 2</p>', '<p>note 6</p>']);
});

test('a log that has grown again beyond what was heard is noticed by its other events', async () => {
  const { id, queue } = await organizationWithQueue();
  const head = await takeOff(id, 3);
  // Another process, after the failover.
  server.clock.advance(1000);
  await database.transaction(async (tx) => {
    await tx.run(sql`
      insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state)
      select ${id}, ${head} + n, ${tx.now}, 'chat', 'message', '{}', '{"type":"message","message":{"id":0}}', false
      from generate_series(1, 4) as n`);
    await tx.run(sql`update platform.log_heads set event_id = ${head + 4} where organization_id = ${id}`);
  });
  await feed.poll();
  assertBadQueue(await ask(queue, true), queue);
});

test('an own commit that gets a number for the second time tells it at once', async (t) => {
  // Before the poll would.
  t.mock.method(feed, 'poll', async () => {});
  const { id, chat, queue } = await organizationWithQueue();
  await takeOff(id, 3);
  server.clock.advance(1000);
  assert.equal((await send(chat, 'note 7')).status, 200);
  await until(async () => (await ask(queue, true)).json.code === 'BAD_EVENT_QUEUE_ID', 'the end of the queue');
  const again = await QueueReader.register(chat, { event_types: ['message'] });
  await send(chat, 'note 8');
  assert.equal((await again.collect('message', 1))[0]!.message.content, 'note 8');
});
