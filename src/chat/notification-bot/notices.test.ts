import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { changeState, makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let mara: Person;
let who: string;
let channels = 0;
let floor: number;
let floorName: string;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  who = `@_**Mara Member|${mara.id}**`;
});
after(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ id: floor, name: floorName } = await channel());
});

async function channel(more: object = {}) {
  const name = `floor ${++channels}`;
  const subscribers = [org.chat.user_id, mara.id];
  return { name, id: await makeChannel(server, org.organization_id, { name, subscribers, ...more }) };
}

function ok({ json, text }: Answer) {
  assert.equal(json.result, 'success', text);
  return json;
}

const send = async (topic: string, to = floor): Promise<number> =>
  ok(await owner.post('/messages', { type: 'channel', to, topic, content: 'two vans' })).id;

const move = async (id: number, params: Record<string, unknown>) =>
  ok(await mara.client.patch(`/messages/${id}`, params));

/** Returns the bot's messages in a channel: topic and content. */
async function entry(channelId = floor): Promise<[string, string][]> {
  const { messages } = ok(
    await owner.get('/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: [['channel', channelId]],
      apply_markdown: false,
    }),
  );
  return messages
    .filter(({ sender_full_name }: { sender_full_name: string }) => sender_full_name === 'Notification Bot')
    .map(({ subject, content }: { subject: string; content: string }) => [subject, content]);
}

describe('a move', () => {
  test('is told in the new topic, and in the old one only where asked', async () => {
    const [one, two] = [await send('gates'), await send('gates')];
    await move(one, { topic: 'doors' });
    assert.deepEqual(await entry(), [['doors', `A message was moved here from #**${floorName}>gates** by ${who}.`]]);
    const params = { topic: 'doors', send_notification_to_old_thread: true, send_notification_to_new_thread: false };
    await move(two, params);
    assert.deepEqual((await entry()).slice(1), [
      ['gates', `This topic was moved to #**${floorName}>doors** by ${who}.`],
    ]);
    // The same again changes nothing, so nothing is told twice.
    assert.equal((await mara.client.patch(`/messages/${two}`, params)).json.msg, 'Nothing to change');
    assert.equal((await entry()).length, 2);
  });

  test('of several messages, and into another channel', async () => {
    const yard = await channel();
    const ids = [await send('gates'), await send('gates'), await send('gates')];
    await move(ids[1]!, { stream_id: yard.id, propagate_mode: 'change_later', send_notification_to_old_thread: true });
    assert.deepEqual(await entry(yard.id), [
      ['gates', `2 messages were moved here from #**${floorName}>gates** by ${who}.`],
    ]);
    assert.deepEqual(await entry(), [
      ['gates', `2 messages were moved from this topic to #**${yard.name}>gates** by ${who}.`],
    ]);
  });

  test('names no private channel outside it', async () => {
    const closed = await channel({ inviteOnly: true });
    const both = { send_notification_to_old_thread: true, propagate_mode: 'change_all' };
    await move(await send('gates'), { stream_id: closed.id, ...both });
    assert.deepEqual(await entry(), [['gates', `This topic was moved to a private channel by ${who}.`]]);
    const id = await send('keys', closed.id);
    await move(id, { stream_id: floor, ...both });
    assert.deepEqual((await entry()).slice(1), [
      ['keys', `This topic was moved here from a private channel by ${who}.`],
    ]);
  });

  test('with a protected history tells neither topics nor numbers', async () => {
    const closed = await channel({ inviteOnly: true });
    await changeState(server, org.organization_id, (tx) =>
      tx.run(sql`update chat.channels set history_public_to_subscribers = false
        where organization_id = ${org.organization_id} and id = ${closed.id}`),
    );
    const ids = [await send('gates', closed.id), await send('gates', closed.id), await send('gates', closed.id)];
    await move(ids[1]!, { topic: 'doors', propagate_mode: 'change_later' });
    assert.deepEqual(await entry(closed.id), [['doors', `Messages were moved here from another topic by ${who}.`]]);
  });

  test('of a topic to another way to write it is not told', async () => {
    await move(await send('gates'), { topic: 'Gates', propagate_mode: 'change_all' });
    assert.deepEqual(await entry(), []);
  });
});

test('resolving a topic and taking that back is told once each, unasked, and is no move', async () => {
  const [id] = [await send('gates'), await send('gates')];
  const quietly = { propagate_mode: 'change_all', send_notification_to_new_thread: false };
  await move(id, { topic: '✔ gates', ...quietly, send_notification_to_old_thread: true });
  assert.deepEqual(await entry(), [['✔ gates', `${who} has marked this topic as resolved.`]]);
  await move(id, { topic: 'gates', ...quietly });
  assert.deepEqual((await entry()).slice(-1), [['gates', `${who} has marked this topic as unresolved.`]]);
  // One message of several: a move.
  await move(id, { topic: '✔ gates' });
  assert.match((await entry()).at(-1)![1], /^A message was moved here from /);
});

describe('a change of a channel', () => {
  const boss = () => `@_**${ownerName}|${org.chat.user_id}**`;
  let ownerName: string;
  const change = async (params: Record<string, unknown>) => ok(await owner.patch(`/streams/${floor}`, params));
  before(async () => {
    ownerName = ok(await owner.get('/users/me')).full_name;
  });

  test('its name and description', async () => {
    await change({ new_name: 'the *yard', description: 'Where `vans` stand' });
    await change({ description: '' });
    const described = (from: string, to: string) =>
      `${boss()} changed the description of this channel.\n\nOld description:\n\n${from}\n\nNew description:\n\n${to}`;
    const quote = '```quote\nWhere `vans` stand\n```';
    assert.deepEqual(await entry(), [
      [
        'channel events',
        `${boss()} renamed this channel from \`${floorName}\` to #the *yard.\n\n${described('*No description.*', quote)}`,
      ],
      ['channel events', described(quote, '*No description.*')],
    ]);
    // The same description again is no change.
    await change({ description: '' });
    assert.equal((await entry()).length, 2);
  });

  test('its privacy, and who may post', async () => {
    await change({ is_private: true, history_public_to_subscribers: true });
    const { user_groups } = ok(await owner.get('/user_groups'));
    const moderators = user_groups.find(({ name }: { name: string }) => name === 'role:moderators').id;
    await change({ can_send_message_group: { new: moderators } });
    const people = { direct_members: [mara.id], direct_subgroups: [moderators] };
    await change({ can_send_message_group: { new: people } });
    await change({ can_send_message_group: { new: people } });
    assert.deepEqual(
      (await entry()).map(([, content]) => content),
      [
        `${boss()} changed who may read this channel from **public** to **private, shared history**.`,
        `${boss()} changed who may post in this channel from **everyone** to **moderators**.`,
        `${boss()} changed who may post in this channel from **moderators** to **moderators**, ${who}.`,
      ],
    );
  });

  test('is told in the language of the organization, and of other changes not at all', async () => {
    await change({ message_retention_days: 30 });
    assert.deepEqual(await entry(), []);
    await changeState(server, org.organization_id, (tx) =>
      tx.run(sql`update platform.organizations set language = 'de' where id = ${org.organization_id}`),
    );
    await move(await send('Tor'), { topic: '✔ Tor' });
    await change({ is_web_public: false, is_private: true });
    assert.deepEqual(await entry(), [
      ['✔ Tor', `${who} hat dieses Thema als erledigt markiert.`],
      [
        'Änderungen am Kanal',
        `${boss()} hat geändert, wer diesen Kanal liest: bisher **öffentlich**, jetzt **privat, geschützter Verlauf**.`,
      ],
    ]);
  });
});

test('the notice of a resolved topic is read at once by those who have it so, and stays unread for the others', async () => {
  // By policy and whether the topic is followed: whether the notice is read.
  const cases = [
    ['always', true, true],
    ['always', false, true],
    ['except_followed', true, false],
    ['except_followed', false, true],
    // The default of the setting.
    [undefined, true, false],
    [undefined, false, true],
    ['never', true, false],
    ['never', false, false],
  ] as const;
  const people = await Promise.all(cases.map((_, n) => makePerson(server, org, { name: `Reader ${n}` })));
  const onlooker = await makePerson(server, org, { name: 'Otto Onlooker' });
  const { id: place } = await channel({ subscribers: [org.chat.user_id, mara.id, ...people.map(({ id }) => id)] });
  const id = await send('gates', place);
  for (const [n, [policy, follows]] of cases.entries()) {
    const { client } = people[n]!;
    if (policy) ok(await client.patch('/settings', { resolved_topic_notice_auto_read_policy: policy }));
    if (follows) ok(await client.post('/user_topics', { stream_id: place, topic: 'gates', visibility_policy: 3 }));
  }
  const queues = await Promise.all(
    [...people, onlooker].map(({ client }) =>
      QueueReader.register(client, { event_types: ['message', 'update_message_flags'], all_public_streams: true }),
    ),
  );
  for (const topic of ['✔ gates', 'gates']) {
    await move(id, { topic, propagate_mode: 'change_all', send_notification_to_new_thread: false });
    for (const [n, [policy, follows, isRead]] of cases.entries()) {
      const what = `${policy}, ${follows ? 'followed' : 'not followed'}, ${topic}`;
      const { messages } = ok(
        await people[n]!.client.get('/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [['channel', place]],
        }),
      );
      const notice = messages.at(-1);
      assert.equal(notice.sender_full_name, 'Notification Bot');
      assert.equal(notice.flags.includes('read'), isRead, what);
      const events = await queues[n]!.wait();
      assert.deepEqual(
        events.map(({ type, flag, messages: ids }) => [type, flag, ids]),
        [['message', undefined, undefined], ...(isRead ? [['update_message_flags', 'read', [notice.id]]] : [])],
        what,
      );
    }
    assert.deepEqual(
      (await queues.at(-1)!.wait()).map(({ type }) => type),
      ['message'],
    );
  }
  // Another notice of the bot, and what people write, stay unread.
  await move(id, { topic: 'doors', propagate_mode: 'change_all', send_notification_to_new_thread: true });
  const { messages } = ok(
    await people[1]!.client.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['channel', place]],
    }),
  );
  assert.deepEqual(messages.at(-1).flags, []);
});
