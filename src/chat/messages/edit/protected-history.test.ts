import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let pia: Person;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  pia = await makePerson(server, org, { name: 'Pia Packer' });
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

const TYPES = ['update_message', 'delete_message', 'user_topic'];
const listen = ({ client }: Person) => QueueReader.register(client, { event_types: TYPES });

/** A private channel with protected history; `pia` comes after two messages in a topic, and before two more. */
async function channelWithNewcomer(name: string): Promise<{ channel: number; ids: number[] }> {
  const subscribers = [org.chat.user_id, mara.id, nils.id];
  const params = { invite_only: true, history_public_to_subscribers: false };
  const { id: channel } = ok(await owner.post('/channels/create', { name, subscribers, ...params }));
  const send = async (content: string): Promise<number> =>
    ok(await mara.client.post('/messages', { type: 'channel', to: channel, topic: 'tour 7', content })).id;
  const ids = [await send('one'), await send('two')];
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [pia.id] }));
  ids.push(await send('three'), await send('four'));
  return { channel, ids };
}

/** All of the topic, and without a notice. */
const QUIETLY = { propagate_mode: 'change_all', send_notification_to_new_thread: false };

test('a whole topic that moves tells each of what they see', async () => {
  const { channel, ids } = await channelWithNewcomer('kept');
  const [older, newcomer] = [await listen(nils), await listen(pia)];
  ok(await owner.patch(`/messages/${ids[0]}`, { topic: 'tour 8', ...QUIETLY }));
  const received = async (queue: QueueReader) =>
    (await queue.poll()).map(({ type, message_id, message_ids, subject }) => [type, message_id, message_ids, subject]);
  assert.deepEqual(await received(older), [['update_message', ids[0], ids, 'tour 8']]);
  assert.deepEqual(await received(newcomer), [['update_message', ids[2], ids.slice(2), 'tour 8']]);

  // One's own content changes with the topic: whoever does not see that message hears of the move alone.
  ok(await mara.client.patch(`/messages/${ids[1]}`, { topic: 'tour 9', ...QUIETLY, content: 'TWO' }));
  const [whole] = await older.poll();
  const [part] = await newcomer.poll();
  assert.deepEqual([whole!.message_id, whole!.message_ids, whole!.content], [ids[1], ids, 'TWO']);
  assert.deepEqual([part!.message_id, part!.message_ids, part!.subject], [ids[2], ids.slice(2), 'tour 9']);
  for (const field of ['content', 'orig_content', 'rendered_content', 'orig_rendered_content'])
    assert.ok(!(field in part!), field);

  // In another channel too, and what is lost by it is only what was there.
  const subscribers = [org.chat.user_id, nils.id];
  const { id: office } = ok(
    await owner.post('/channels/create', {
      name: 'office',
      subscribers,
      invite_only: true,
      history_public_to_subscribers: true,
    }),
  );
  const author = await listen(mara);
  ok(await owner.patch(`/messages/${ids[0]}`, { stream_id: office, ...QUIETLY }));
  const gone = async (queue: QueueReader) =>
    (await queue.poll())
      .filter(({ type }) => type !== 'user_topic')
      .map(({ type, message_id, message_ids }) => [type, message_ids ?? message_id]);
  assert.deepEqual(await gone(older), [['update_message', ids]]);
  assert.deepEqual(
    await gone(newcomer),
    ids.slice(2).map((id) => ['delete_message', id]),
  );
  assert.deepEqual(
    await gone(author),
    ids.map((id) => ['delete_message', id]),
  );
  assert.equal((await owner.get(`/users/me/${channel}/topics`)).json.topics.length, 0);
});

test("a newcomer's move takes along what the newcomer sees", async () => {
  const { ids } = await channelWithNewcomer('kept, moved by a newcomer');
  ok(await nils.client.get(`/messages/${ids[0]}`));
  ok(await pia.client.patch(`/messages/${ids[2]}`, { topic: 'tour 8', ...QUIETLY }));
  const topics = ok(await nils.client.get('/messages', { message_ids: ids })).messages.map(
    ({ subject }: { subject: string }) => subject,
  );
  assert.deepEqual(topics, ['tour 7', 'tour 7', 'tour 8', 'tour 8']);
});

test('the limit of time counts what the mover sees', async () => {
  const { ids } = await channelWithNewcomer('kept, with a limit');
  server.clock.advance(8 * 86_400_000);
  const { id } = ok(
    await pia.client.post('/messages', {
      type: 'channel',
      to: 'kept, with a limit',
      topic: 'tour 7',
      content: 'now',
    }),
  );
  const answer = await pia.client.patch(`/messages/${id}`, { topic: 'tour 8', ...QUIETLY });
  assert.equal(answer.json.code, 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', answer.text);
  assert.equal(answer.json.total_messages_in_topic, ids.length - 2 + 1);
});

test('a topic that moved is named to those alone who saw something in it', async () => {
  const { channel, ids } = await channelWithNewcomer('kept, followed');
  for (const id of ids.slice(2)) ok(await owner.delete(`/messages/${id}`));
  const policy = { stream_id: channel, topic: 'tour 7', visibility_policy: 3 };
  for (const { client } of [nils, pia]) ok(await client.post('/user_topics', policy));
  const [older, newcomer] = [await listen(nils), await listen(pia)];
  ok(await owner.patch(`/messages/${ids[0]}`, { topic: 'a secret name', ...QUIETLY }));
  const topics = (await older.poll()).filter(({ type }) => type === 'user_topic');
  assert.deepEqual(
    topics.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]),
    [
      ['tour 7', 0],
      ['a secret name', 3],
    ],
  );
  assert.deepEqual(await newcomer.poll(), []);
});
