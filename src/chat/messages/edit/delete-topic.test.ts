import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { findChannel } from '../../channels/access.ts';
import { readerView } from '../../reading/reader-view.ts';
import { doDeleteTopic } from './delete-topic-batches.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
const mara = await makePerson(server, org, { name: 'Mara Member' });
const anna = await makePerson(server, org, { name: 'Anna Admin', role: 200 });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const create = async (name: string, given = {}): Promise<number> =>
  ok(await owner.post('/channels/create', { name, subscribers: [ownerId, mara.id], ...given })).id;
const send = async (to: number, topic: string): Promise<number> =>
  ok(await owner.post('/messages', { type: 'channel', to, topic, content: 'hello' })).id;
const remove = (client: ChatClient, id: number, topic_name: string) =>
  client.post(`/streams/${id}/delete_topic`, { topic_name });
const CAPABILITIES = { bulk_message_deletion: true };

test('a topic goes in any spelling, and nothing else; told are the messages and the new oldest one', async () => {
  const dock = await create('dock');
  const queue = await QueueReader.register(mara.client, {
    event_types: ['delete_message', 'stream'],
    client_capabilities: CAPABILITIES,
  });
  const first = await send(dock, 'Gates');
  const retained = await send(dock, 'doors');
  const second = await send(dock, 'gates');
  assert.deepEqual(ok(await remove(anna.client, dock, 'GATES')), { result: 'success', msg: '', complete: true });
  // Safe to repeat, and so is a topic that never was.
  assert.equal(ok(await remove(owner, dock, 'gates')).complete, true);
  const { messages } = ok(
    await owner.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 9, narrow: [['channel', dock]] }),
  );
  assert.deepEqual(
    messages.map(({ id }: { id: number }) => id),
    [retained],
  );
  const received = await queue.poll();
  assert.deepEqual(
    received.map(({ id: _id, ...event }) => event),
    [
      { type: 'delete_message', message_ids: [first, second], message_type: 'stream', stream_id: dock, topic: 'gates' },
      { type: 'stream', op: 'update', property: 'first_message_id', value: retained, stream_id: dock, name: 'dock' },
    ],
  );
});

test('a long one goes batch by batch, the newest first, and may be left when the time is over', async () => {
  const yard = await create('yard');
  const oldest = await send(yard, 'long');
  const { recipient_id: recipientId } = (await server.services.database.reader.first(sql<{ recipient_id: number }>`
    select recipient_id from chat.channels where id = ${yard}`))!;
  await server.services.database.transaction(async (tx) => {
    await tx.run(sql`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at)
      select ${org.organization_id}, nextval('chat.message_ids'), ${recipientId}, ${yard}, 'long', ${ownerId}, 'x', 'x', 'x',
        'x', now() from generate_series(1, 1499)`);
  });
  const left = () =>
    server.services.database.reader.all(
      sql<{ id: number }>`select id from chat.messages where channel_id = ${yard} order by id`,
    );
  const complete = await server.services.database.transaction(async (tx) => {
    const facts = uncachedFacts(tx.of(org.organization_id));
    const channel = await findChannel(facts, yard);
    const view = await readerView(facts, { organizationId: org.organization_id, userId: ownerId });
    return doDeleteTopic(tx.of(view.organizationId), view, channel!, 'long', 0);
  });
  assert.equal(complete, false);
  const rest = await left();
  assert.deepEqual([rest.length, rest[0]!.id], [500, oldest]);
  assert.equal(ok(await remove(owner, yard, 'long')).complete, true);
  assert.deepEqual(await left(), []);
});

test('it is for administrators, in living channels that they read', async () => {
  const id = await create('own');
  await send(id, 'x');
  const refused = await remove(mara.client, id, 'x');
  assert.deepEqual([refused.status, refused.json.code], [403, 'UNAUTHORIZED_PRINCIPAL']);
  const closed = await create('closed', { invite_only: true });
  await send(closed, 'x');
  const archived = await create('archived');
  await send(archived, 'x');
  ok(await owner.delete(`/streams/${archived}`));
  for (const channel of [closed, archived, 999_999])
    assert.equal((await remove(anna.client, channel, 'x')).json.msg, 'Invalid channel ID');
  assert.equal((await owner.post(`/streams/${id}/delete_topic`)).json.code, 'REQUEST_VARIABLE_MISSING');
  assert.equal((await remove(owner, id, 'x'.repeat(61))).json.msg, 'topic is too long (limit: 60 characters)');
  const { messages } = ok(await mara.client.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 }));
  assert.equal(messages.filter(({ subject }: { subject: string }) => subject === 'x').length, 3);
});
