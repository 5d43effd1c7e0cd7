import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
const mara = await makePerson(server, org, { name: 'Mara Member' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const create = async (name: string, given = {}): Promise<number> =>
  ok(await owner.post('/channels/create', { name, subscribers: [ownerId, mara.id], ...given })).id;
const send = async (to: number, topic: string): Promise<number> =>
  ok(await owner.post('/messages', { type: 'channel', to, topic, content: 'hello' })).id;

test('a topic, a channel, everything: only that becomes read, and is told', async () => {
  const [dock, yard] = [await create('dock'), await create('yard')];
  const ids = [await send(dock, 'gates'), await send(dock, 'doors'), await send(dock, ''), await send(yard, 'gates')];
  ids.push(ok(await owner.post('/messages', { type: 'direct', to: [mara.id], content: 'hello' })).id);
  const unread = async () => {
    const narrow = [['is', 'unread']];
    const { messages } = ok(
      await mara.client.get('/messages', { anchor: 'newest', num_before: 99, num_after: 0, narrow }),
    );
    return messages.map(({ id }: { id: number }) => ids.indexOf(id));
  };
  const queue = await QueueReader.register(mara.client, { event_types: ['update_message_flags'] });
  ok(await mara.client.post('/mark_topic_as_read', { stream_id: dock, topic_name: 'GATES' }));
  assert.deepEqual(await unread(), [1, 2, 3, 4]);
  ok(await mara.client.post('/mark_topic_as_read', { stream_id: dock, topic_name: 'general chat' }));
  assert.deepEqual(await unread(), [1, 3, 4]);
  ok(await mara.client.post('/mark_stream_as_read', { stream_id: dock }));
  assert.deepEqual(await unread(), [3, 4]);
  assert.equal(ok(await mara.client.post('/mark_all_as_read')).complete, true);
  assert.deepEqual(await unread(), []);
  assert.equal(ok(await mara.client.post('/mark_all_as_read')).complete, true);
  const received = await queue.poll();
  assert.deepEqual(
    received.map(({ op, flag, all, messages }) => [op, flag, all, messages.map((id: number) => ids.indexOf(id))]),
    [[0], [2], [1], [3, 4]].map((messages) => ['add', 'read', false, messages]),
  );
});

test('what is not there, or hidden, is refused', async () => {
  const hidden = await create('hidden', { subscribers: [ownerId], invite_only: true });
  await send(hidden, 'x');
  const dock = await create('another');
  for (const [path, given, msg] of [
    ['/mark_stream_as_read', { stream_id: 999_999 }, 'Invalid channel ID'],
    ['/mark_stream_as_read', { stream_id: hidden }, 'Invalid channel ID'],
    ['/mark_topic_as_read', { stream_id: hidden, topic_name: 'x' }, 'Invalid channel ID'],
    ['/mark_topic_as_read', { stream_id: dock, topic_name: 'x' }, "No such topic 'x'"],
    ['/mark_topic_as_read', { stream_id: dock }, "Missing 'topic_name' argument"],
  ] as const)
    assert.equal((await mara.client.post(path, given)).json.msg, msg);
});
