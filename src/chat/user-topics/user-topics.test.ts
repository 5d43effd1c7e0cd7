import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
const mara = await makePerson(server, org, { name: 'Mara Member' });
const nils = await makePerson(server, org, { name: 'Nils Night' });
const everybody = [ownerId, mara.id, nils.id];
let made = 0;
const channel = async (given: Record<string, unknown> = {}): Promise<number> =>
  ok(await owner.post('/channels/create', { name: `channel ${++made}`, subscribers: everybody, ...given })).id;

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const set = (client: ChatClient, stream_id: number, topic: string, visibility_policy: unknown) =>
  client.post('/user_topics', { stream_id, topic, visibility_policy });
const send = async (client: ChatClient, to: number, topic: string, content = 'hello') =>
  ok(await client.post('/messages', { type: 'channel', to, topic, content }));
const policies = async (client: ChatClient) => {
  const registered = await client.post('/register', {
    event_types: ['user_topic'],
    client_capabilities: { empty_topic_name: true },
  });
  return ok(registered).user_topics.map((each: Record<string, unknown>) => [
    each.stream_id,
    each.topic_name,
    each.visibility_policy,
  ]);
};
const policyIn = async (client: ChatClient, id: number) =>
  (await policies(client)).filter(([stream]: unknown[]) => stream === id).map(([, ...rest]: unknown[]) => rest);
const settings = async (client: ChatClient, given: Record<string, unknown>) =>
  ok(await client.patch('/settings', given));
const deadlocks = async () => {
  const row = await server.services.database.reader.first(sql<{ count: number }>`
    select deadlocks as count from pg_stat_database where datname = current_database()`);
  return row!.count;
};
const FOLLOW = 'automatically_follow_topics_policy';
const UNMUTE = 'automatically_unmute_topics_in_muted_streams_policy';
const NEVER = { [FOLLOW]: 4, [UNMUTE]: 4, automatically_follow_topics_where_mentioned: false };

test('a policy is set whether or not the topic has messages, is told, and is taken back', async () => {
  const id = await channel();
  const queue = await QueueReader.register(mara.client, { event_types: ['user_topic'] });
  const others = await QueueReader.register(nils.client, { event_types: ['user_topic'] });
  const now = Math.floor(server.clock.now().getTime() / 1000);
  for (const policy of [1, 2, 3, 0]) ok(await set(mara.client, id, 'Gates', policy));
  // The same again, and another spelling, change nothing.
  ok(await set(mara.client, id, 'gates', 0));
  const received = await queue.poll();
  assert.deepEqual(
    received.map(({ id: _, last_updated: __, ...event }) => event),
    [1, 2, 3, 0].map((visibility_policy) => ({
      type: 'user_topic',
      stream_id: id,
      topic_name: 'Gates',
      visibility_policy,
    })),
  );
  for (const { last_updated } of received) assert.ok(last_updated >= now && last_updated < now + 60, `${last_updated}`);
  assert.deepEqual(await others.poll(), []);
  assert.deepEqual(await policyIn(mara.client, id), []);
});

test('the names of the empty topic mean it', async () => {
  const id = await channel();
  for (const topic of ['', 'general chat', '(no topic)']) ok(await set(mara.client, id, topic, 3));
  assert.deepEqual(await policyIn(mara.client, id), [['', 3]]);
  const old = await QueueReader.register(mara.client, { event_types: ['user_topic'] });
  ok(await set(mara.client, id, 'general chat', 1));
  assert.equal((await old.poll())[0]!.topic_name, 'general chat');
});

test('wrong parameters are refused', async () => {
  const id = await channel();
  const closed = await channel({ invite_only: true, subscribers: [ownerId] });
  for (const policy of [4, -1, '1.5', 'x', null, [1]])
    assert.equal((await set(mara.client, id, 'gates', policy)).json.code, 'BAD_REQUEST', String(policy));
  assert.equal((await set(mara.client, id, 'x'.repeat(61), 1)).json.msg, 'topic is too long (limit: 60 characters)');
  ok(await set(mara.client, id, '✔'.repeat(60), 1));
  ok(await set(mara.client, id, '✔'.repeat(60), 0));
  for (const missing of [closed, 999_999, -1, Number.MAX_SAFE_INTEGER])
    for (const policy of [0, 1])
      assert.equal((await set(mara.client, missing, 'gates', policy)).json.msg, 'Invalid channel ID');
  for (const name of ['stream_id', 'topic', 'visibility_policy']) {
    const given = { stream_id: id, topic: 'gates', visibility_policy: 1, [name]: undefined };
    const { json } = await mara.client.post('/user_topics', given);
    assert.deepEqual([json.code, json.var_name], ['REQUEST_VARIABLE_MISSING', name]);
  }
});

test('what was set before a channel became unknown can be taken back', async () => {
  const id = await channel();
  ok(await set(mara.client, id, 'gates', 3));
  ok(await owner.patch(`/streams/${id}`, { is_private: true }));
  ok(await mara.client.delete('/users/me/subscriptions', { subscriptions: [`channel ${made}`] }));
  assert.deepEqual(await policyIn(mara.client, id), []);
  assert.equal((await set(mara.client, id, 'gates', 1)).json.msg, 'Invalid channel ID');
  ok(await set(mara.client, id, 'gates', 0));
  assert.equal((await set(mara.client, id, 'gates', 0)).json.msg, 'Invalid channel ID');
});

test('the narrows of followed and muted topics follow', async () => {
  const id = await channel();
  await settings(mara.client, NEVER);
  const gates = (await send(mara.client, id, 'gates')).id;
  const doors = (await send(mara.client, id, 'doors')).id;
  const found = async (operand: string) => {
    const narrow = [
      { operator: 'is', operand },
      { operator: 'channel', operand: id },
    ];
    const { messages } = ok(
      await mara.client.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow }),
    );
    return messages.map((message: { id: number }) => message.id);
  };
  assert.deepEqual([await found('followed'), await found('muted')], [[], []]);
  ok(await set(mara.client, id, 'GATES', 3));
  ok(await set(mara.client, id, 'doors', 1));
  assert.deepEqual([await found('followed'), await found('muted')], [[gates], [doors]]);
  const data = [{ stream_id: id, property: 'is_muted', value: true }];
  ok(await mara.client.post('/users/me/subscriptions/properties', { subscription_data: data }));
  ok(await set(mara.client, id, 'doors', 2));
  assert.deepEqual([await found('followed'), await found('muted')], [[gates], []]);
  ok(await set(mara.client, id, 'doors', 0));
  assert.deepEqual(await found('muted'), [doors]);
});

test('the older forms: a list of muted topics, and a way to mute', async () => {
  const id = await channel();
  const name = `channel ${made}`;
  const legacy = await QueueReader.register(nils.client, { event_types: ['muted_topics'] });
  const modern = await QueueReader.register(nils.client, { event_types: ['muted_topics', 'user_topic'] });
  const all = await QueueReader.register(nils.client);
  const mute = (given: Record<string, unknown>) => nils.client.patch('/users/me/subscriptions/muted_topics', given);
  ok(await set(nils.client, id, 'gates', 3));
  ok(await mute({ stream: name, topic: 'doors', op: 'add' }));
  ok(await mute({ stream_id: id, topic: 'gates', op: 'add' }));
  ok(await mute({ stream_id: id, topic: 'doors', op: 'remove' }));
  const now = Math.floor(server.clock.now().getTime() / 1000);
  const lists = (await legacy.poll()).map((event) => event.muted_topics);
  // Each tells the whole list as it is when it is read.
  const [[[, , at]]] = lists as [[[string, string, number]]];
  assert.ok(at === now || at === now - 1);
  assert.deepEqual(lists, Array(3).fill([[name, 'gates', at]]));
  for (const queue of [modern, all])
    assert.deepEqual(
      (await queue.poll()).map(({ type, visibility_policy }) => [type, visibility_policy]),
      [3, 1, 1, 0].map((policy) => ['user_topic', policy]),
    );
  const complaints: [Record<string, unknown>, string][] = [
    [{ topic: 'x', op: 'add' }, "Please supply 'stream'."],
    [{ topic: 'x', op: 'add', stream: name, stream_id: id }, "Please choose one: 'stream' or 'stream_id'."],
    [{ topic: 'x', op: 'add', stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
    [{ topic: 'x', op: 'add', stream_id: 999_999 }, 'Invalid channel ID'],
    [{ topic: 'x', op: 'toggle', stream_id: id }, 'Invalid op'],
  ];
  for (const [given, text] of complaints) assert.equal((await mute(given)).json.msg, text);
});

test('who starts a topic follows it, by default, and hears of that before the message', async () => {
  const id = await channel();
  const pat = await makePerson(server, org, { name: 'Pat Policies' });
  ok(await pat.client.post('/users/me/subscriptions', { subscriptions: [{ name: `channel ${made}` }] }));
  const queue = await QueueReader.register(pat.client, { event_types: ['message', 'user_topic'] });
  assert.equal((await send(pat.client, id, 'gates')).automatic_new_visibility_policy, 3);
  assert.deepEqual(
    (await queue.poll()).map(({ type }) => type),
    ['user_topic', 'message'],
  );
  assert.ok(!('automatic_new_visibility_policy' in (await send(pat.client, id, 'gates'))));
  await send(nils.client, id, 'doors');
  assert.ok(!('automatic_new_visibility_policy' in (await send(pat.client, id, 'DOORS'))));
  assert.deepEqual(await policyIn(pat.client, id), [['gates', 3]]);
  // Once all its messages are gone, it is new again.
  ok(await set(pat.client, id, 'gates', 0));
  const narrow = [
    { operator: 'topic', operand: 'gates' },
    { operator: 'channel', operand: id },
  ];
  const { messages } = ok(await owner.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow }));
  for (const message of messages) ok(await owner.delete(`/messages/${message.id}`));
  assert.equal((await send(pat.client, id, 'gates')).automatic_new_visibility_policy, 3);
});

test('of two who start a topic at once, one does', async () => {
  const id = await channel();
  await settings(nils.client, { [FOLLOW]: 3 });
  await settings(owner, { [FOLLOW]: 3 });
  const answers = await Promise.all([nils.client, owner].map((client) => send(client, id, 'race')));
  assert.equal(answers.filter((answer) => answer.automatic_new_visibility_policy === 3).length, 1);
});

test('setting, sending and reacting at once do not wait for each other in a circle', async () => {
  const id = await channel();
  await settings(mara.client, { [FOLLOW]: 1 });
  const first = (await send(owner, id, 'busy')).id;
  const before = await deadlocks();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => [
      set(mara.client, id, 'busy', n % 3),
      mara.client.post('/messages', { type: 'channel', to: id, topic: 'busy', content: `number ${n}` }),
      mara.client.post(`/messages/${first}/reactions`, { emoji_name: ['tada', 'heart', 'rocket', 'eyes'][n % 4] }),
    ]).flat(),
  );
  assert.ok(answers.every(({ json }) => json.result === 'success' || json.code === 'REACTION_ALREADY_EXISTS'));
  // PostgreSQL would have broken such a circle, and the loser would have been tried again: it counts those.
  assert.equal(await deadlocks(), before);
});

test('each setting follows or unmutes by what was done', async () => {
  const quinn = await makePerson(server, org, { name: 'Quinn Quiet' });
  const react = async (id: number, emoji_name: string) =>
    ok(await quinn.client.post(`/messages/${id}/reactions`, { emoji_name }));
  // Result of each value for reacting, sending to others' topics and starting a topic.
  const expected: [Record<string, number>, boolean, (number | undefined)[]][] = [
    [{ [FOLLOW]: 1, [UNMUTE]: 4 }, false, [3, 3, 3]],
    [{ [FOLLOW]: 2, [UNMUTE]: 4 }, false, [undefined, 3, 3]],
    [{ [FOLLOW]: 3, [UNMUTE]: 4 }, false, [undefined, undefined, 3]],
    [{ [FOLLOW]: 4, [UNMUTE]: 1 }, false, [undefined, undefined, undefined]],
    [{ [FOLLOW]: 4, [UNMUTE]: 1 }, true, [2, 2, 2]],
    [{ [FOLLOW]: 4, [UNMUTE]: 2 }, true, [undefined, 2, 2]],
    [{ [FOLLOW]: 4, [UNMUTE]: 3 }, true, [undefined, undefined, 2]],
    [{ [FOLLOW]: 4, [UNMUTE]: 4 }, true, [undefined, undefined, undefined]],
    [{ [FOLLOW]: 3, [UNMUTE]: 2 }, true, [undefined, 2, 3]],
  ];
  for (const [given, isMuted, [reacted, sent, started]] of expected) {
    const id = await channel({ subscribers: [...everybody, quinn.id] });
    await settings(quinn.client, given);
    const data = [{ stream_id: id, property: 'is_muted', value: isMuted }];
    ok(await quinn.client.post('/users/me/subscriptions/properties', { subscription_data: data }));
    const others = (await send(owner, id, 'reacted')).id;
    await send(owner, id, 'sent');
    await react(others, 'tada');
    const label = JSON.stringify([given, isMuted]);
    assert.equal((await send(quinn.client, id, 'sent')).automatic_new_visibility_policy, sent, label);
    assert.equal((await send(quinn.client, id, 'started')).automatic_new_visibility_policy, started, label);
    const policy = Object.fromEntries(await policyIn(quinn.client, id));
    assert.deepEqual([policy.reacted, policy.sent, policy.started], [reacted, sent, started], label);
  }
});

test('whoever is named follows, unless the topic is muted, the channel is not theirs, or they do not want it', async () => {
  const id = await channel({ subscribers: [ownerId, mara.id] });
  await settings(owner, NEVER);
  const named = { ...NEVER, automatically_follow_topics_where_mentioned: true };
  await settings(mara.client, named);
  await settings(nils.client, named);
  const name = async (topic: string) => send(owner, id, topic, '@**Mara Member** and @**Nils Night**, look');
  const queue = await QueueReader.register(mara.client, { event_types: ['message', 'user_topic'] });
  await name('gates');
  assert.deepEqual(
    (await queue.poll()).map(({ type }) => type),
    ['user_topic', 'message'],
  );
  ok(await set(mara.client, id, 'doors', 1));
  await name('doors');
  assert.deepEqual(await policyIn(mara.client, id), [
    ['doors', 1],
    ['gates', 3],
  ]);
  assert.deepEqual(await policyIn(nils.client, id), []);
  await settings(mara.client, NEVER);
  await name('walls');
  assert.equal((await policyIn(mara.client, id)).length, 2);
});

test('a bot follows nothing', async () => {
  const id = await channel();
  const bot = await makePerson(server, org, { name: 'Bolt Bot', botOwnerId: ownerId });
  assert.ok(!('automatic_new_visibility_policy' in (await send(bot.client, id, 'automatic'))));
  assert.deepEqual(await policies(bot.client), []);
});

test('a retry is told what the first request was told', async () => {
  const id = await channel();
  await settings(nils.client, { [FOLLOW]: 3 });
  const given = { type: 'channel', to: id, topic: 'once', content: 'hello' };
  const ask = () => nils.client.post('/messages', given, { 'idempotency-key': 'topic-once' });
  const [one, other] = await Promise.all([ask(), ask()]);
  assert.deepEqual(one.json, other.json);
  assert.equal(ok(one).automatic_new_visibility_policy, 3);
});

test('policies go where the whole topic goes', async () => {
  const id = await channel();
  const open = await channel({ subscribers: [ownerId] });
  const closed = await channel({ subscribers: [ownerId, nils.id], invite_only: true });
  for (const client of [owner, mara.client, nils.client]) await settings(client, NEVER);
  const first = (await send(owner, id, 'tour')).id;
  const second = (await send(owner, id, 'tour')).id;
  ok(await set(mara.client, id, 'tour', 3));
  ok(await set(nils.client, id, 'tour', 1));
  const queue = await QueueReader.register(mara.client, { event_types: ['user_topic', 'update_message'] });
  // A part of the topic takes nothing along; resolving it, all.
  ok(await owner.patch(`/messages/${first}`, { topic: 'part' }));
  ok(await owner.patch(`/messages/${second}`, { topic: '✔ tour', propagate_mode: 'change_all' }));
  assert.deepEqual(
    (await queue.poll()).map(({ type, topic_name, visibility_policy }) => [type, topic_name, visibility_policy]),
    [
      ['update_message', undefined, undefined],
      ['update_message', undefined, undefined],
      ['user_topic', 'tour', 0],
      ['user_topic', '✔ tour', 3],
    ],
  );
  assert.deepEqual(await policyIn(nils.client, id), [['✔ tour', 1]]);
  // Into a topic with messages: the louder of both.
  ok(await set(mara.client, id, 'part', 1));
  ok(await owner.patch(`/messages/${second}`, { topic: 'part', propagate_mode: 'change_all' }));
  assert.deepEqual(await policyIn(mara.client, id), [['part', 3]]);
  assert.deepEqual(await policyIn(nils.client, id), []);
  // To another channel, for those who read it.
  ok(await owner.patch(`/messages/${second}`, { stream_id: open, propagate_mode: 'change_all' }));
  assert.deepEqual(await policyIn(mara.client, open), [['part', 3]]);
  ok(await set(nils.client, open, 'part', 2));
  await queue.poll();
  ok(await owner.patch(`/messages/${second}`, { stream_id: closed, propagate_mode: 'change_all' }));
  assert.deepEqual(await policyIn(nils.client, closed), [['part', 2]]);
  assert.deepEqual(
    (await queue.poll()).map(({ type, stream_id, visibility_policy }) => [type, stream_id, visibility_policy]),
    [['user_topic', open, 0]],
  );
});
