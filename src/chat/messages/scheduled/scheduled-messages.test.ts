import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient, until } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { changeState, makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { countMatching } from '../../../../tests/harness/statements.ts';
import { type Server, startServer } from '../../../app.ts';
import { sql } from '../../../platform/db/sql.ts';
import { deliverScheduledMessages } from './deliver-job.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
const mara = await makePerson(server, org, { name: 'Mara Member' });
const nils = await makePerson(server, org, { name: 'Nils Night' });
const gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
const dock = ok(await owner.post('/channels/create', { name: 'dock', subscribers: [ownerId, mara.id, nils.id] })).id;

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const now = () => Math.floor(server.clock.now().getTime() / 1000);
const schedule = (client: ChatClient, given: Record<string, unknown> = {}) =>
  client.post('/scheduled_messages', {
    type: 'channel',
    to: dock,
    topic: 'gates',
    content: 'hello',
    scheduled_delivery_timestamp: now() + 3600,
    ...given,
  });
const scheduledOf = async (client: ChatClient) => ok(await client.get('/scheduled_messages')).scheduled_messages;
const newest = async (client: ChatClient, narrow: unknown[], count = 100) =>
  ok(
    await client.get('/messages', { anchor: 'newest', num_before: count, num_after: 0, narrow, apply_markdown: false }),
  ).messages;
const deliver = () => deliverScheduledMessages(server.services);
const hour = () => server.clock.advance(3_601_000);
const empty = async (client: ChatClient) => {
  for (const { scheduled_message_id } of await scheduledOf(client))
    ok(await client.delete(`/scheduled_messages/${scheduled_message_id}`));
};

test('the empty topic, where the channel says that it takes it', async () => {
  for (const [topics_policy, taken] of [
    ['allow_empty_topic', true],
    ['empty_topic_only', true],
    ['disable_empty_topic', false],
    ['inherit', false],
  ] as const) {
    const given = { name: `by ${topics_policy}`, subscribers: [ownerId], topics_policy };
    const { id } = ok(await owner.post('/channels/create', given));
    for (const topic of ['', '(no topic)'])
      assert.equal((await schedule(owner, { to: id, topic })).json.result, taken ? 'success' : 'error', topics_policy);
  }
  const [first] = await scheduledOf(owner);
  assert.equal(first.topic, '');
  await empty(owner);
});

test('each refusal has its own words, and leaves nothing behind', async () => {
  const hidden = ok(
    await owner.post('/channels/create', { name: 'hidden', subscribers: [ownerId], invite_only: true }),
  ).id;
  const refusals: [Record<string, unknown>, string, string, object?][] = [
    [{ to: 999_999 }, 'STREAM_DOES_NOT_EXIST', "Channel with ID '999999' does not exist", { stream_id: 999_999 }],
    [{ to: hidden }, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${hidden}' does not exist`, { stream_id: hidden }],
    [{ type: 'direct', to: [nils.id, 999_999] }, 'BAD_REQUEST', 'Invalid user ID 999999'],
    [{ type: 'direct', to: [] }, 'BAD_REQUEST', 'Message must have recipients'],
    [{ to: 'dock' }, 'BAD_REQUEST', 'Argument "to" is not valid JSON.'],
    [{ to: [dock, dock + 1] }, 'BAD_REQUEST', 'Expected exactly one channel'],
    [{ type: 'group' }, 'BAD_REQUEST', 'Invalid type'],
    [{ scheduled_delivery_timestamp: now() - 1 }, 'BAD_REQUEST', 'Scheduled delivery time must be in the future.'],
    [{ scheduled_delivery_timestamp: 1e15 }, 'BAD_REQUEST', 'scheduled_delivery_timestamp is too large'],
    [{ topic: '' }, 'BAD_REQUEST', "Topic can't be empty!"],
    [{ topic: ' (no topic) ' }, 'BAD_REQUEST', "Topic can't be empty!"],
    [{ topic: 'general chat' }, 'BAD_REQUEST', "Topic can't be empty!"],
    [{ topic: 'x'.repeat(61) }, 'BAD_REQUEST', 'topic is too long (limit: 60 characters)'],
    [{ topic: undefined }, 'REQUEST_VARIABLE_MISSING', "Missing 'topic' argument", { var_name: 'topic' }],
    [{ content: 'x'.repeat(10_001) }, 'BAD_REQUEST', 'content is too long (limit: 10000 characters)'],
    [{ content: ' \n ' }, 'BAD_REQUEST', 'Message must not be empty'],
  ];
  for (const [given, code, msg, extra = {}] of refusals) {
    const answer = await schedule(mara.client, given);
    assert.deepEqual(answer.json, { result: 'error', code, msg, ...extra }, JSON.stringify(given));
  }
  assert.deepEqual(await scheduledOf(mara.client), []);
});

test('made, listed, changed, cancelled: told to its author alone', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['scheduled_messages'] });
  const others = await QueueReader.register(owner, { event_types: ['scheduled_messages'] });
  const at = now() + 3600;
  const later = ok(await schedule(mara.client, { content: '**hi**', scheduled_delivery_timestamp: at + 60 }));
  const first = ok(
    await schedule(mara.client, {
      type: 'private',
      to: [nils.id, mara.id],
      topic: 'x',
      scheduled_delivery_timestamp: at,
    }),
  );
  const self = ok(await schedule(mara.client, { type: 'direct', to: mara.id, scheduled_delivery_timestamp: at + 90 }));
  const shown = {
    scheduled_message_id: later.scheduled_message_id,
    type: 'stream',
    to: dock,
    topic: 'gates',
    content: '**hi**',
    rendered_content: '<p><strong>hi</strong></p>',
    scheduled_delivery_timestamp: at + 60,
    failed: false,
  };
  const direct = {
    scheduled_message_id: first.scheduled_message_id,
    type: 'private',
    to: [nils.id],
    content: 'hello',
    rendered_content: '<p>hello</p>',
    scheduled_delivery_timestamp: at,
    failed: false,
  };
  const noted = {
    ...direct,
    scheduled_message_id: self.scheduled_message_id,
    to: [mara.id],
    scheduled_delivery_timestamp: at + 90,
  };
  assert.deepEqual(await scheduledOf(mara.client), [direct, shown, noted]);
  const registered = ok(await mara.client.post('/register', { fetch_event_types: ['scheduled_messages'] }));
  assert.deepEqual(registered.scheduled_messages, [direct, shown, noted]);
  const path = `/scheduled_messages/${later.scheduled_message_id}`;
  ok(await mara.client.patch(path, { content: 'changed', topic: 'doors' }));
  ok(await mara.client.patch(path, { type: 'direct', to: [ownerId] }));
  for (const client of [owner, nils.client]) {
    for (const answer of [await client.patch(path, { content: 'mine' }), await client.delete(path)])
      assert.deepEqual([answer.json.code, answer.json.msg], ['BAD_REQUEST', 'Scheduled message does not exist']);
  }
  for (const [given, msg] of [
    [{}, 'Nothing to change'],
    [{ type: 'channel' }, 'Recipient required when updating type of scheduled message.'],
    [{ type: 'channel', to: dock }, 'Topic required when updating scheduled message type to channel.'],
    [{ scheduled_delivery_timestamp: now() - 5 }, 'Scheduled delivery time must be in the future.'],
    [{ to: [999_999] }, 'Invalid user ID 999999'],
  ] as const)
    assert.equal((await mara.client.patch(path, given)).json.msg, msg);
  ok(await mara.client.delete(path));
  assert.equal((await mara.client.delete(path)).json.msg, 'Scheduled message does not exist');
  await empty(mara.client);
  const { topic: _none, ...changed } = { ...shown, content: 'changed', rendered_content: '<p>changed</p>' };
  const type = 'scheduled_messages';
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...event }) => event),
    [
      { type, op: 'add', scheduled_messages: [shown] },
      { type, op: 'add', scheduled_messages: [direct] },
      { type, op: 'add', scheduled_messages: [noted] },
      { type, op: 'update', scheduled_message: { ...changed, topic: 'doors' } },
      { type, op: 'update', scheduled_message: { ...changed, type: 'private', to: [ownerId] } },
      { type, op: 'remove', scheduled_message_id: later.scheduled_message_id },
      { type, op: 'remove', scheduled_message_id: first.scheduled_message_id },
      { type, op: 'remove', scheduled_message_id: self.scheduled_message_id },
    ],
  );
  assert.deepEqual(await others.poll(), []);
});

test('the background job sends it at its time', async () => {
  const queue = await QueueReader.register(nils.client, { event_types: ['message'] });
  // The job goes by the database's clock; of the next second nothing may be left by the time of the request.
  const { scheduled_message_id } = ok(
    await schedule(mara.client, { content: 'by itself', scheduled_delivery_timestamp: now() + 2 }),
  );
  const [event] = await queue.collect('message', 1);
  assert.equal(event!.message.content, 'by itself');
  assert.equal(event!.message.sender_id, mara.id);
  assert.notEqual(event!.message.id, scheduled_message_id + 1e9);
  assert.deepEqual(await scheduledOf(mara.client), []);
});

test('it is sent as any message is: mentions, policies, read by its sender as asked or as client and recipient suggest', async () => {
  const web = new ChatClient(
    { site: server.url, email: mara.email, api_key: mara.client.key },
    { 'user-agent': 'website' },
  );
  const events = await QueueReader.register(mara.client, {
    event_types: ['message', 'user_topic', 'scheduled_messages'],
  });
  for (const [client, given] of [
    [mara.client, { topic: 'a1', content: `@**Nils Night**` }],
    [mara.client, { topic: 'a1', content: 'script, asked', read_by_sender: true }],
    [web, { topic: 'a1', content: 'web' }],
    [web, { topic: 'a1', content: 'web, asked', read_by_sender: false }],
    [mara.client, { type: 'direct', to: [mara.id], content: 'note' }],
  ] as const)
    ok(await schedule(client, given));
  hour();
  await deliver();
  const received = await events.poll();
  const sent = received.filter(({ type }) => type === 'message');
  assert.deepEqual(
    sent.map(({ message, flags }) => [message.content, message.client, flags.includes('read')]),
    [
      ['@**Nils Night**', 'node', false],
      ['script, asked', 'node', true],
      ['web', 'website', true],
      ['web, asked', 'website', false],
      ['note', 'node', true],
    ],
  );
  assert.equal(received.filter(({ type, op }) => type === 'scheduled_messages' && op === 'remove').length, 5);
  assert.ok(
    received.some(
      ({ type, topic_name, visibility_policy }) =>
        type === 'user_topic' && topic_name === 'a1' && visibility_policy === 3,
    ),
  );
  const [mention] = (await newest(nils.client, [['topic', 'a1']])).filter((each: { flags: string[] }) =>
    each.flags.includes('mentioned'),
  );
  assert.equal(mention.content, '@**Nils Night**');
});

test('what was changed goes out as it is then; what was cancelled does not', async () => {
  const retained = ok(await schedule(mara.client, { topic: 'b1' }));
  const gone = ok(await schedule(mara.client, { topic: 'b1', content: 'cancelled' }));
  const put = ok(await schedule(mara.client, { topic: 'b1', content: 'put off' }));
  ok(await mara.client.patch(`/scheduled_messages/${retained.scheduled_message_id}`, { content: 'as changed' }));
  ok(await mara.client.delete(`/scheduled_messages/${gone.scheduled_message_id}`));
  ok(
    await mara.client.patch(`/scheduled_messages/${put.scheduled_message_id}`, {
      scheduled_delivery_timestamp: now() + 7200,
    }),
  );
  hour();
  await deliver();
  assert.deepEqual(
    (await newest(owner, [['topic', 'b1']])).map(({ content }: { content: string }) => content),
    ['as changed'],
  );
  await empty(mara.client);
});

test('what cannot be sent is kept with its reason, and its author is told by the notification bot', async () => {
  const gone = ok(await owner.post('/channels/create', { name: 'gone', subscribers: [ownerId, mara.id] })).id;
  const closed = ok(
    await owner.post('/channels/create', { name: 'closed', subscribers: [ownerId, mara.id], invite_only: true }),
  ).id;
  const quit = await makePerson(server, org, { name: 'Quentin Quit' });
  const queue = await QueueReader.register(mara.client, { event_types: ['scheduled_messages', 'message'] });
  ok(await schedule(mara.client, { to: gone, topic: 'x' }));
  ok(await schedule(mara.client, { to: closed, topic: 'x' }));
  ok(await schedule(mara.client, { type: 'direct', to: [quit.id] }));
  ok(await schedule(quit.client, { type: 'direct', to: [mara.id] }));
  ok(await owner.delete(`/streams/${gone}`));
  ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['closed'], principals: [mara.id] }));
  ok(await owner.delete(`/users/${quit.id}`));
  hour();
  await deliver();
  await deliver();
  const failed = await scheduledOf(mara.client);
  assert.deepEqual(
    failed.map((each: { failed: boolean }) => each.failed),
    [true, true, true],
  );
  const received = await queue.poll();
  assert.equal(received.filter(({ op, scheduled_message }) => op === 'update' && scheduled_message.failed).length, 3);
  const notices = (await newest(mara.client, [['is', 'dm']])).filter(
    ({ sender_full_name }: { sender_full_name: string }) => sender_full_name === 'Notification Bot',
  );
  assert.deepEqual(
    notices.map(({ content }: { content: string }) => content.split('\n> ')[1]),
    [
      "Not authorized to send to channel 'gone'",
      `Channel with ID '${closed}' does not exist`,
      "'Quentin Quit' is no longer active in this organization.",
    ],
  );
  const rows = await server.services.database.reader.all(sql<{ failure: string }>`
    select failure from chat.scheduled_messages where sender_id = ${quit.id}`);
  assert.deepEqual(rows, [{ failure: 'Account is deactivated' }]);
  // It goes out when it has a new time and its reason is gone; without a new time it stays.
  const path = `/scheduled_messages/${failed[1].scheduled_message_id}`;
  assert.equal(
    (await mara.client.patch(path, { content: 'x' })).json.msg,
    'Scheduled delivery time must be in the future.',
  );
  ok(await mara.client.patch(path, { to: dock, topic: 'again', scheduled_delivery_timestamp: now() + 60 }));
  assert.equal((await scheduledOf(mara.client)).at(-1).failed, false);
  hour();
  await deliver();
  assert.equal((await newest(owner, [['topic', 'again']])).length, 1);
  await empty(mara.client);
});

test('several processes at once send each one once', async () => {
  const count = 60;
  const { config, log, clock } = server.services;
  const there: Server = await startServer({
    config: { ...config, port: 0 },
    log,
    clock,
    connectionString: server.connectionString,
  });
  try {
    for (let n = 0; n < count; n++)
      ok(await schedule(n % 2 ? mara.client : nils.client, { topic: 'many', content: `${n}` }));
    hour();
    await Promise.all([
      deliver(),
      deliverScheduledMessages(there.services),
      deliver(),
      deliverScheduledMessages(there.services),
    ]);
    await until(async () => (await scheduledOf(mara.client)).length + (await scheduledOf(nils.client)).length === 0);
    const sent = (await newest(owner, [['topic', 'many']])).map(({ content }: { content: string }) => Number(content));
    assert.deepEqual(
      sent.toSorted((a: number, b: number) => a - b),
      Array.from({ length: count }, (_, n) => n),
    );
  } finally {
    await there.close();
  }
});

test('what is due together is written together and in order, around what cannot be sent and what writes more', async () => {
  ok(await owner.post('/channels/create', { name: 'gone', subscribers: [ownerId, mara.id] }));
  const { stream_id: gone } = ok(await owner.get('/get_stream_id', { stream: 'gone' }));
  for (let n = 0; n < 30; n++) {
    const given = n === 10 ? { to: gone } : n === 20 ? { content: '20 @**Nils Night**' } : {};
    ok(await schedule(mara.client, { topic: 'together', content: `${n}`, ...given }));
  }
  ok(await owner.delete(`/streams/${gone}`));
  ok(await nils.client.patch('/settings', { automatically_follow_topics_where_mentioned: true }));
  // The topic is there, and its author's policy for it is settled.
  ok(await mara.client.post('/messages', { type: 'channel', to: dock, topic: 'together', content: 'first' }));
  hour();
  const writes = await countMatching(/insert into chat\.messages\b/, deliver);
  const sent = (await newest(owner, [['topic', 'together']])).map(({ content }: { content: string }) => content);
  const expected = Array.from({ length: 30 }, (_, n) => (n === 20 ? '20 @**Nils Night**' : `${n}`));
  expected.splice(10, 1);
  assert.deepEqual(sent, ['first', ...expected]);
  assert.ok(writes <= 6, `${writes} statements`);
  assert.deepEqual(
    (await scheduledOf(mara.client)).map(({ to }: { to: number }) => to),
    [gone],
  );
  await empty(mara.client);
});

test('a person has no more of them than the limit, and an Idempotency-Key makes one', async () => {
  const params = { type: 'channel', to: dock, topic: 'x', content: 'x', scheduled_delivery_timestamp: now() + 60 };
  const [first, second] = [1, 2].map(() => owner.post('/scheduled_messages', params, { 'idempotency-key': 'once' }));
  assert.deepEqual(ok(await first!), ok(await second!));
  assert.equal((await scheduledOf(owner)).length, 1);
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`
      insert into chat.scheduled_messages (organization_id, sender_id, user_ids, content, rendered_content, deliver_at, client)
      select ${org.organization_id}, ${ownerId}, array[${ownerId}::bigint], 'x', 'x', now() + interval '1 year', 'x'
      from generate_series(1, 999)`),
  );
  assert.equal((await schedule(owner)).json.msg, 'You cannot have more than 1000 scheduled messages.');
  assert.equal((await schedule(gwen.client, { to: dock })).json.code, 'STREAM_DOES_NOT_EXIST');
});
