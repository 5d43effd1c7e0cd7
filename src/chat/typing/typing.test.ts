import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { type PassingEvent, PassingEvents } from '../event-queues/passing-events.ts';
import type { EventQueue } from '../event-queues/queue.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
let mara: Person;
let nils: Person;
let otto: Person;
let yard: number;
let secret: number;
const capable = { stream_typing_notifications: true };

before(async () => {
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  otto = await makePerson(server, org, { name: 'Otto Other' });
  yard = await makeChannel(server, org.organization_id, { name: 'yard', subscribers: [mara.id, nils.id] });
  secret = await makeChannel(server, org.organization_id, {
    name: 'secret',
    subscribers: [mara.id],
    inviteOnly: true,
  });
});

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const queueOf = (person: Person, client_capabilities: object = capable) =>
  QueueReader.register(person.client, {
    event_types: ['typing', 'typing_edit_message', 'saved_snippets'],
    client_capabilities,
  });
const poll = async (queue: QueueReader) => (await queue.poll()).map(({ id: _id, ...event }) => event);
const heads = () =>
  server.services.database.reader.all(sql`select event_id from platform.log_heads order by organization_id`);

test('who types just before anybody in the organization polls is told all the same', async () => {
  const queue = await queueOf(nils);
  ok(await mara.client.post('/typing', { op: 'start', to: [nils.id] }));
  const events = await poll(queue);
  assert.deepEqual(
    events.map(({ type, op }) => [type, op]),
    [['typing', 'start']],
  );
  assert.deepEqual(await poll(queue), []);
});

test('a queue hears nothing that came before its registration', async () => {
  const other = await queueOf(nils);
  ok(await mara.client.post('/typing', { op: 'start', to: [nils.id] }));
  server.clock.advance(1);
  const queue = await queueOf(nils);
  assert.deepEqual(await poll(queue), []);
  assert.equal((await poll(other)).length, 1);
});

test('who types is told to the people of a conversation that want to know, and to nobody else', async () => {
  const [maras, nilss, ottos] = [await queueOf(mara), await queueOf(nils), await queueOf(otto)];
  await Promise.all([maras, nilss, ottos].map(poll));
  const waiting = nilss.wait();
  const before = await heads();
  // client: zulip-terminal names no type.
  ok(await mara.client.post('/typing', { op: 'start', to: [nils.id] }));
  const people = [mara, nils].map(({ id, email }) => ({ user_id: id, email }));
  const event = { type: 'typing', op: 'start', message_type: 'direct', sender: people[0], recipients: people };
  assert.deepEqual(
    (await waiting).map(({ id: _id, ...rest }) => rest),
    [event],
  );
  assert.deepEqual(await poll(maras), [event]);
  assert.deepEqual(await poll(ottos), []);
  ok(await mara.client.post('/typing', { op: 'stop', type: 'direct', to: [nils.id] }));
  assert.deepEqual(await poll(nilss), [{ ...event, op: 'stop' }]);
  assert.deepEqual(await poll(nilss), []);
  ok(await nils.client.patch('/settings', { receives_typing_notifications: false }));
  const quiet = await heads();
  ok(await mara.client.post('/typing', { op: 'start', to: [nils.id] }));
  assert.deepEqual(await poll(nilss), []);
  ok(await nils.client.patch('/settings', { receives_typing_notifications: true }));
  assert.notDeepEqual(before, quiet);
  // Not a row, not an event of the log.
  const last = await heads();
  for (const op of ['start', 'stop']) ok(await mara.client.post('/typing', { op, to: [nils.id] }));
  assert.deepEqual(await heads(), last);
});

test('in channels, for clients that know it', async () => {
  const [able, unable, outside] = [await queueOf(nils), await queueOf(nils, {}), await queueOf(otto)];
  await Promise.all([able, unable, outside].map(poll));
  ok(await mara.client.post('/typing', { op: 'start', type: 'channel', stream_id: yard, topic: ' gates ' }));
  const sender = { user_id: mara.id, email: mara.email };
  const event = { type: 'typing', op: 'start', message_type: 'stream', sender, stream_id: yard, topic: 'gates' };
  assert.deepEqual(await poll(able), [event]);
  for (const queue of [unable, outside]) assert.deepEqual(await poll(queue), []);
  // The older form.
  ok(await mara.client.post('/typing', { op: 'stop', type: 'stream', to: [yard], topic: 'gates' }));
  assert.deepEqual(await poll(able), [{ ...event, op: 'stop' }]);
});

test('their IDs lie between those of the log, and what is old is told to nobody who was away', async () => {
  const queue = await queueOf(nils);
  await poll(queue);
  const type = () => mara.client.post('/typing', { op: 'start', to: [nils.id] });
  const keep = () => nils.client.post('/saved_snippets', { title: 'a', content: 'b' });
  for (const perform of [type, keep, type, type, keep]) ok(await perform());
  const kinds: string[] = [];
  // The reader itself holds that they rise.
  for (let events = await queue.poll(); events.length > 0; events = await queue.poll())
    kinds.push(...events.map((event) => event.type));
  assert.deepEqual(kinds.sort(), ['saved_snippets', 'saved_snippets', 'typing', 'typing', 'typing']);
  ok(await type());
  server.clock.advance(10_001);
  assert.deepEqual(await poll(queue), []);
});

test('it comes between the events of the log as it happened', async () => {
  const queue = await QueueReader.register(nils.client, { event_types: ['typing', 'message'] });
  const sendText = (content: string) => mara.client.post('/messages', { type: 'direct', to: [nils.id], content });
  const type = async (op: string) => ok(await mara.client.post('/typing', { op, to: [nils.id] }));
  await type('start');
  ok(await sendText('one'));
  ok(await sendText('two'));
  await type('start');
  ok(await sendText('three'));
  await type('stop');
  const received: string[] = [];
  let last = -1;
  while (received.length < 6) {
    for (const { id, type, op, message } of await queue.poll()) {
      assert.ok(id > last, `${id} after ${last}`);
      last = id;
      received.push(type === 'typing' ? op : message.content);
    }
  }
  assert.deepEqual(received, ['start', 'one', 'two', 'start', 'three', 'stop']);
});

test('of very many the newest are kept, and of those what is not too old', () => {
  let now = 1_000_000;
  const passing = new PassingEvents(() => now);
  const empty = passing.size;
  const event = (userId: number): PassingEvent => ({
    organizationId: org.organization_id,
    kind: 'typing',
    userIds: [userId],
    isOfChannel: false,
    payload: {},
  });
  const queue = (id: string) =>
    ({
      id,
      userId: 7,
      createdAt: new Date(0),
      options: { eventTypes: null, capabilities: {} },
    }) as unknown as EventQueue;
  for (let n = 0; n < 2500; n++) passing.add(event(7), n);
  const retained = passing.take(queue('a')).length;
  assert.ok(retained > 850 && retained <= 1000, String(retained));
  const each = (passing.size - empty) / retained;
  assert.deepEqual(passing.take(queue('a')), []);
  now += 10_000;
  passing.add(event(7), 2500);
  assert.equal(passing.take(queue('b')).length, 1);
  assert.equal(passing.size, empty + each);
});

test('what is refused', async () => {
  const refused = async (client: ChatClient, params: object, msg: string) => {
    const { status, json } = await client.post('/typing', { op: 'start', ...params });
    assert.deepEqual([status, json.msg], [400, msg]);
  };
  await refused(mara.client, { op: 'pause', to: [nils.id] }, 'Invalid op');
  await refused(mara.client, { type: 'telepathy', to: [nils.id] }, 'Invalid type');
  await refused(mara.client, {}, "Missing 'to' argument");
  await refused(mara.client, { to: [] }, "Empty 'to' list");
  await refused(mara.client, { to: [987_654] }, 'Invalid user ID 987654');
  const channel = { type: 'channel', topic: 'gates' };
  await refused(mara.client, channel, "Missing 'stream_id' argument");
  await refused(mara.client, { type: 'channel', stream_id: yard }, "Missing 'topic' argument");
  await refused(nils.client, { ...channel, stream_id: secret }, 'Invalid channel ID');
  await refused(owner, { ...channel, stream_id: 987_654 }, 'Invalid channel ID');
  const settings = { send_private_typing_notifications: false, send_stream_typing_notifications: false };
  ok(await otto.client.patch('/settings', settings));
  await refused(otto.client, { to: [nils.id] }, 'User has disabled typing notifications for direct messages');
  await refused(
    otto.client,
    { ...channel, stream_id: yard },
    'User has disabled typing notifications for channel messages',
  );
});

test('editing is told for one message, by its sender alone', async () => {
  const { id } = ok(await mara.client.post('/messages', { type: 'stream', to: yard, topic: 'gates', content: 'open' }));
  const direct = ok(await mara.client.post('/messages', { type: 'direct', to: [nils.id], content: 'open' })).id;
  const [queue, outside] = [await queueOf(nils, {}), await queueOf(otto, {})];
  await Promise.all([queue, outside].map(poll));
  ok(await mara.client.post(`/messages/${id}/typing`, { op: 'start' }));
  ok(await mara.client.post(`/messages/${direct}/typing`, { op: 'stop' }));
  const event = { type: 'typing_edit_message', sender_id: mara.id };
  assert.deepEqual(await poll(queue), [
    { ...event, op: 'start', message_id: id, recipient: { type: 'channel', channel_id: yard, topic: 'gates' } },
    { ...event, op: 'stop', message_id: direct, recipient: { type: 'direct', user_ids: [mara.id, nils.id] } },
  ]);
  assert.deepEqual(await poll(outside), []);
  for (const [client, message, msg] of [
    [nils.client, id, "You don't have permission to edit this message"],
    [otto.client, direct, 'Invalid message(s)'],
  ] as const)
    assert.equal((await client.post(`/messages/${message}/typing`, { op: 'start' })).json.msg, msg);
  ok(await mara.client.patch('/settings', { send_stream_typing_notifications: false }));
  assert.equal(
    (await mara.client.post(`/messages/${id}/typing`, { op: 'start' })).json.msg,
    'User has disabled typing notifications for this type of message',
  );
});
