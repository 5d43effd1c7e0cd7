import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { changeSubscriptions } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { presentUnread } from './messages.ts';
import { loadUnread, MAX_UNREAD } from './unread-queries.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let dock: number;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  organizationId = org.organization_id;
  owner = new ChatClient(org.chat);
  await owner.post('/messages', { type: 'direct', to: [org.chat.user_id], content: 'before the others came' });
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  dock = await makeChannel(server, organizationId, { name: 'dock', subscribers: [org.chat.user_id, mara.id] });
});
after(() => server[Symbol.asyncDispose]());

async function send(client: ChatClient, params: Record<string, unknown>): Promise<number> {
  const answer = await client.post('/messages', {
    type: 'stream',
    to: dock,
    topic: 'gates',
    content: 'open',
    ...params,
  });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

async function unread(client: ChatClient, capabilities: object = {}) {
  const answer = await client.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
    client_capabilities: capabilities,
  });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.unread_msgs;
}

test('what is unread, by conversation', async () => {
  const first = await send(owner, {});
  const named = await send(owner, { topic: 'GATES', content: 'Ask @**Mara Member**' });
  const everyone = await send(owner, { topic: 'yard', content: 'Hear, @**all**' });
  const nameless = await send(owner, { topic: '' });
  await send(mara.client, { content: 'my own', read_by_sender: true });
  const ownUnread = await send(mara.client, { topic: 'later', read_by_sender: false });
  const pm = await send(owner, { type: 'direct', to: [mara.id], topic: undefined });
  const group = await send(nils.client, { type: 'direct', to: [mara.id, org.chat.user_id], topic: undefined });
  await send(owner, { type: 'direct', to: [nils.id], topic: undefined });

  const received = await unread(mara.client);
  const byTopic = (topics: { topic: string; unread_message_ids: number[] }[]) =>
    Object.fromEntries(topics.map(({ topic, unread_message_ids }) => [topic, unread_message_ids]));
  assert.deepEqual(byTopic(received.streams), {
    GATES: [first, named],
    yard: [everyone],
    'general chat': [nameless],
    later: [ownUnread],
  });
  assert.deepEqual(received.pms, [
    { other_user_id: org.chat.user_id, sender_id: org.chat.user_id, unread_message_ids: [pm] },
  ]);
  const people = [mara.id, nils.id, org.chat.user_id].sort((a, b) => a - b);
  assert.deepEqual(received.huddles, [{ user_ids_string: people.join(','), unread_message_ids: [group] }]);
  assert.deepEqual(received.mentions, [named, everyone]);
  assert.deepEqual([received.count, received.old_unreads_missing], [7, false]);
  assert.ok('' in byTopic((await unread(mara.client, { empty_topic_name: true })).streams));

  // Messages in the read ranges are read.
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
      select ${organizationId}, ${mara.id}, recipient_id, int8multirange(int8range(${named}, ${everyone}, '[]'))
      from chat.channels where organization_id = ${organizationId} and id = ${dock}`),
  );
  const less = await unread(mara.client);
  assert.deepEqual(byTopic(less.streams), { gates: [first], 'general chat': [nameless], later: [ownUnread] });
  assert.deepEqual(less.mentions, []);

  // Channels that were left do not count, nor does what came before one was back.
  await changeSubscriptions(server, organizationId, 'unsubscribe', dock, [mara.id]);
  await send(owner, { topic: 'missed' });
  assert.deepEqual((await unread(mara.client)).streams, []);
  await changeSubscriptions(server, organizationId, 'subscribe', dock, [mara.id]);
  assert.deepEqual((await unread(mara.client)).streams, []);
  const back = await send(owner, { topic: 'back' });
  assert.deepEqual(byTopic((await unread(mara.client)).streams), { back: [back] });
});

test('of many, the newest are read, and no more of a conversation than is needed', async () => {
  const away = await makePerson(server, org, { name: 'Aki Away' });
  const [busy, ...calm] = await Promise.all(
    Array.from({ length: 21 }, (_, n) =>
      makeChannel(server, organizationId, { name: `yard ${n}`, subscribers: [away.id] }),
    ),
  );
  // In turns: of each channel one, and of the busy one ten.
  const ids = await server.services.database.transaction((tx) =>
    tx.all(sql<{ id: number; isBusy: boolean }>`
      insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
        rendered_content, plain_text, sent_at)
      select ${organizationId}, nextval('chat.message_ids'), c.recipient_id, c.id, 'a', ${org.chat.user_id}, 'test', 'a', 'a', 'a', now()
      from generate_series(1, 30) as turn, unnest(${calm}::bigint[] || array_fill(${busy}::bigint, array[10])) as channel
      join chat.channels c on c.organization_id = ${organizationId} and c.id = channel
      order by turn, channel returning id, channel_id = ${busy} as "isBusy"`),
  );
  let statements = 0;
  const plain = server.services.database.reader.of(organizationId);
  const counting: Reader = {
    organizationId,
    all<Row>(statement: Sql<Row>) {
      statements++;
      return plain.all(statement);
    },
    first: (statement) => plain.first(statement),
    of: () => counting,
  };
  const newest = async (max: number, firstOfGap: number) => {
    statements = 0;
    const rows = await loadUnread(counting, away.id, [], { max, firstOfGap });
    return rows.flatMap((row) => row.ids).sort((a, b) => b - a);
  };
  const all = ids.map(({ id }) => id).sort((a, b) => b - a);
  assert.deepEqual(await newest(1000, 301), all, 'all that there are');
  assert.equal(statements, 1);
  assert.deepEqual(await newest(1000, 300), all, 'the busy one could have more');
  assert.equal(statements, 2);
  assert.deepEqual(await newest(40, 20), all.slice(0, 41));
  assert.equal(statements, 1, 'twenty of the busy one reach back over two turns, which have sixty');
  assert.deepEqual(await newest(40, 9), all.slice(0, 41));
  assert.equal(statements, 2, 'nine reach back over no more than one, which has thirty');
  assert.deepEqual(await newest(2, 1), all.slice(0, 3));
});

test('of too many, the oldest are left out, and that is said', () => {
  const ids = Array.from({ length: MAX_UNREAD }, (_, index) => index + 10);
  const direct = { channelId: null, topic: '', userIds: [1, 2], mentions: [] };
  const received = presentUnread(
    [
      { ...direct, ids },
      { channelId: 5, topic: 'gates', userIds: null, ids: [3], mentions: [3] },
    ],
    1,
    'general chat',
  );
  assert.deepEqual([received.count, received.old_unreads_missing], [MAX_UNREAD, true]);
  assert.deepEqual([received.streams, received.mentions, received.pms[0]!.other_user_id], [[], [], 2]);
});
