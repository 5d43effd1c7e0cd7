import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../../tests/harness/clients.ts';
import { changeState, makeChannel, makePerson, makeStranger, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { sql } from '../../../platform/db/sql.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { systemGroupIds } from '../../user-groups/access.ts';
import { doSendMessage } from './send.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let gwen: Person;
let floor: number;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  organizationId = org.organization_id;
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  floor = await makeChannel(server, organizationId, {
    name: 'floor',
    subscribers: [org.chat.user_id, mara.id, nils.id],
  });
});
after(() => server[Symbol.asyncDispose]());

interface Stored {
  id: number;
  content: string;
  topic: string;
  rendered_content: string;
  recipient_id: number;
  channel_id: number | null;
  is_me_message: boolean;
  read_by_sender: boolean;
  client: string;
  sender_id: number;
  mentioned_user_ids: number[];
  wildcard: number;
}

async function stored(id: number): Promise<Stored> {
  const row = await server.services.database.reader.first(sql<Stored>`
    select * from chat.messages where organization_id = ${organizationId} and id = ${id}`);
  assert.ok(row, `message ${id} is stored`);
  return row;
}

async function send(client: ChatClient, params: Record<string, unknown>): Promise<number> {
  const answer = await client.post('/messages', params);
  assert.equal(answer.json.result, 'success', answer.text);
  const { automatic_new_visibility_policy: _, ...always } = answer.json;
  assert.deepEqual(Object.keys(always), ['result', 'msg', 'id']);
  return answer.json.id;
}

async function refused(client: ChatClient, params: Record<string, unknown>): Promise<Record<string, unknown>> {
  const counts = async () => [await count('chat.messages'), await count('chat.direct_conversations')];
  const before = await counts();
  const answer = await client.post('/messages', params);
  assert.equal(answer.status, 400, answer.text);
  assert.deepEqual(await counts(), before, 'nothing is stored');
  const { result, ...error } = answer.json;
  assert.equal(result, 'error');
  return error;
}

async function count(table: string): Promise<number> {
  const row = await server.services.database.reader.first(sql<{ n: number }>`
    select count(*) as n from ${sql.raw(table)} where organization_id = ${organizationId}`);
  return row!.n;
}

const bad = (msg: string) => ({ msg, code: 'BAD_REQUEST' });
const toFloor = { type: 'channel', to: 'floor', topic: 'dock 4', content: 'two vans' };

describe('to a channel', () => {
  test('by name, ID and lists of one, under both type words', async () => {
    for (const type of ['stream', 'channel']) {
      for (const to of ['floor', '"floor"', ['floor'], floor, String(floor), [floor], 'FLOOR', ' floor ']) {
        const message = await stored(await send(mara.client, { ...toFloor, type, to }));
        assert.equal(message.channel_id, floor);
        assert.equal(message.topic, 'dock 4');
        assert.equal(message.rendered_content, '<p>two vans</p>');
        assert.equal(message.sender_id, mara.id);
      }
    }
  });

  test('the topic under its old name', async () => {
    const { topic, ...untitled } = toFloor;
    assert.equal((await stored(await send(mara.client, { ...untitled, subject: topic }))).topic, 'dock 4');
  });

  test('without a topic only to a channel that has none', async () => {
    const { topic: _, ...untitled } = toFloor;
    for (const params of [untitled, { ...untitled, topics: 'dock 4' }])
      assert.deepEqual(await refused(mara.client, params), { msg: 'Missing topic', code: 'BAD_REQUEST' });
    const single = await makeChannel(server, organizationId, { name: 'single', subscribers: [mara.id] });
    const changed = await owner.patch(`/streams/${single}`, { topics_policy: 'empty_topic_only' });
    assert.equal(changed.json.result, 'success', changed.text);
    assert.equal((await stored(await send(mara.client, { ...untitled, to: 'single' }))).topic, '');
  });

  test('every name of the empty topic', async () => {
    for (const topic of ['', '   ', '(no topic)', 'general chat']) {
      assert.equal((await stored(await send(mara.client, { ...toFloor, topic }))).topic, '', JSON.stringify(topic));
    }
  });

  test('a topic is trimmed and cut to 60 characters, not to code units', async () => {
    const cases: [string, string][] = [
      ['  dock 4 ', 'dock 4'],
      ['x'.repeat(60), 'x'.repeat(60)],
      ['x'.repeat(61), `${'x'.repeat(57)}...`],
      ['🚚'.repeat(60), '🚚'.repeat(60)],
      ['🚚'.repeat(61), `${'🚚'.repeat(57)}...`],
    ];
    for (const [topic, retained] of cases) {
      assert.equal((await stored(await send(mara.client, { ...toFloor, topic }))).topic, retained);
    }
    assert.deepEqual(
      await refused(mara.client, { ...toFloor, topic: 'do\u0007ck' }),
      bad('Invalid character in topic, at position 3!'),
    );
    assert.deepEqual(
      await refused(mara.client, { ...toFloor, topic: 'two\nlines' }),
      bad('Invalid character in topic, at position 4!'),
    );
  });

  test("the channel's policy of topics", async () => {
    const make = (name: string, topicsPolicy: string) =>
      makeChannel(server, organizationId, { name, topicsPolicy, subscribers: [mara.id] });
    const titled = await make('titled', 'disable_empty_topic');
    const untitled = await make('untitled', 'empty_topic_only');
    const free = await make('free', 'allow_empty_topic');
    for (const topic of ['', '(no topic)', 'general chat']) {
      assert.deepEqual(
        await refused(mara.client, { ...toFloor, to: titled, topic }),
        bad('Topics are required in this channel.'),
      );
    }
    await send(mara.client, { ...toFloor, to: titled });
    assert.deepEqual(
      await refused(mara.client, { ...toFloor, to: untitled }),
      bad('Only the general chat topic is allowed in this channel.'),
    );
    await send(mara.client, { ...toFloor, to: untitled, topic: '' });
    await changeState(server, organizationId, (tx) =>
      tx.run(sql`update chat.realms set settings = '{"topics_policy": "disable_empty_topic"}'
        where organization_id = ${organizationId}`),
    );
    assert.deepEqual(
      await refused(mara.client, { ...toFloor, topic: '' }),
      bad('Topics are required in this organization.'),
    );
    await send(mara.client, { ...toFloor, to: free, topic: '' });
    await changeState(server, organizationId, (tx) =>
      tx.run(sql`update chat.realms set settings = '{}' where organization_id = ${organizationId}`),
    );
  });

  test('a channel that is not there, and a private one that the sender may not know of, look alike', async () => {
    const secret = await makeChannel(server, organizationId, {
      name: 'secret',
      inviteOnly: true,
      subscribers: [nils.id],
    });
    for (const name of ['nowhere', 'secret']) {
      assert.deepEqual(await refused(mara.client, { ...toFloor, to: name }), {
        msg: `Channel '${name}' does not exist`,
        code: 'STREAM_DOES_NOT_EXIST',
        stream: name,
      });
    }
    for (const id of [secret, secret + 1_000_000, -1, Number.MAX_SAFE_INTEGER]) {
      assert.deepEqual(await refused(mara.client, { ...toFloor, to: id }), {
        msg: `Channel with ID '${id}' does not exist`,
        code: 'STREAM_DOES_NOT_EXIST',
        stream_id: id,
      });
    }
    await send(nils.client, { ...toFloor, to: secret });
    // An administrator knows of it, and still does not write into it.
    assert.deepEqual(
      await refused(owner, { ...toFloor, to: secret }),
      bad("Not authorized to send to channel 'secret'"),
    );
    const other = await server.organization();
    const stranger = await makePerson(server, other, { name: 'Sten Stranger' });
    const answer = await stranger.client.post('/messages', { ...toFloor, to: floor });
    assert.equal(answer.json.code, 'STREAM_DOES_NOT_EXIST');
  });

  test('only who is in can_send_message_group, bots with their owner, guests where they are subscribed', async () => {
    const groups = await systemGroupIds(server.services.state.of(organizationId));
    const notices = await makeChannel(server, organizationId, {
      name: 'notices',
      subscribers: [mara.id],
      permissions: { can_send_message_group: groups['role:administrators'] },
    });
    await send(owner, { ...toFloor, to: notices });
    assert.deepEqual(
      await refused(mara.client, { ...toFloor, to: notices }),
      bad("Not authorized to send to channel 'notices'"),
    );
    const ownersBot = await makePerson(server, org, { name: 'Owners Bot', botOwnerId: org.chat.user_id });
    const marasBot = await makePerson(server, org, { name: 'Maras Bot', botOwnerId: mara.id });
    await send(ownersBot.client, { ...toFloor, to: notices });
    await refused(marasBot.client, { ...toFloor, to: notices });
    assert.equal((await refused(gwen.client, toFloor)).code, 'STREAM_DOES_NOT_EXIST');
    await makeChannel(server, organizationId, { name: 'visitors', subscribers: [gwen.id] });
    await send(gwen.client, { ...toFloor, to: 'visitors' });
  });

  test('an archived channel takes no messages', async () => {
    const old = await makeChannel(server, organizationId, { name: 'old', subscribers: [mara.id] });
    await changeState(server, organizationId, (tx) =>
      tx.run(
        sql`update chat.channels set is_archived = true where organization_id = ${organizationId} and id = ${old}`,
      ),
    );
    assert.deepEqual(
      await refused(mara.client, { ...toFloor, to: old }),
      bad("Not authorized to send to channel 'old'"),
    );
  });
});

describe('to people', () => {
  const hello = { type: 'direct', content: 'hello' };

  test('by ID, e-mail address, lists of them and addresses between commas; one conversation for the same people', async () => {
    const recipients = new Set<number>();
    for (const type of ['direct', 'private']) {
      for (const to of [
        nils.id,
        [nils.id],
        [nils.id, mara.id],
        nils.email,
        `"${nils.email}"`,
        [nils.email],
        nils.email.toUpperCase(),
        `user${nils.id}@127.0.0.1`,
        `${nils.email}, ${mara.email}`,
      ]) {
        const message = await stored(await send(mara.client, { type, to, topic: 'ignored', content: 'hello' }));
        assert.equal(message.channel_id, null);
        assert.equal(message.topic, '');
        recipients.add(message.recipient_id);
      }
    }
    recipients.add((await stored(await send(nils.client, { ...hello, to: [mara.id] }))).recipient_id);
    assert.equal(recipients.size, 1);
    const crew: number[] = [];
    for (let index = 0; index < 8; index++) crew.push((await makePerson(server, org, { name: `Crew ${index}` })).id);
    await send(mara.client, { ...hello, to: crew });
    assert.deepEqual(await refused(mara.client, { ...hello, to: [...crew, 999_999] }), bad('Invalid user ID 999999'));
    const three = await stored(await send(mara.client, { ...hello, to: [nils.id, org.chat.user_id] }));
    assert.ok(!recipients.has(three.recipient_id));
  });

  test('a new conversation that many begin at once is one', async () => {
    const lone = await makePerson(server, org, { name: 'Lone Lander' });
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send(index % 2 ? mara.client : lone.client, { ...hello, to: [index % 2 ? lone.id : mara.id] }),
      ),
    );
    const conversations = new Set(await Promise.all(ids.map(async (id) => (await stored(id)).recipient_id)));
    assert.equal(conversations.size, 1);
  });

  test('nobody, unknown people and people of another organization', async () => {
    const stranger = await makeStranger(server);
    assert.deepEqual(await refused(mara.client, { ...hello, to: [] }), bad('Message must have recipients'));
    assert.deepEqual(await refused(mara.client, { ...hello, to: ' , ' }), bad('Message must have recipients'));
    for (const id of [999_999, 0, -5, stranger.id, Number.MAX_SAFE_INTEGER]) {
      assert.deepEqual(await refused(mara.client, { ...hello, to: [id] }), bad(`Invalid user ID ${id}`));
      assert.deepEqual(await refused(mara.client, { ...hello, to: [nils.id, id] }), bad(`Invalid user ID ${id}`));
    }
    for (const email of ['nobody@couriers.example', 'floor', stranger.email]) {
      assert.deepEqual(await refused(mara.client, { ...hello, to: email }), bad(`Invalid email '${email}'`));
    }
    const both = 'Recipient lists may contain emails or user IDs, but not both.';
    assert.deepEqual(await refused(mara.client, { ...hello, to: [nils.id, nils.email] }), bad(both));
    for (const to of [{ id: nils.id }, [null], [1.5], [[nils.id]], [true], [{}]])
      assert.deepEqual(await refused(mara.client, { ...hello, to }), bad('Invalid data type for recipients'));
    const crowd = Array.from({ length: 201 }, (_, index) => index);
    assert.equal((await refused(mara.client, { ...hello, to: crowd })).code, 'BAD_REQUEST');
    assert.deepEqual(
      await refused(mara.client, { ...hello, to: crowd.map((n) => `u${n}@x.example`).join(',') }),
      bad('to is too long (limit: 200 items)'),
    );
  });

  test('a hidden address is that of nobody', async () => {
    const shy = await makePerson(server, org, { name: 'Shy Sorter' });
    await changeState(server, organizationId, (tx) =>
      tx.run(sql`update chat.users set email_address_visibility = 3
        where organization_id = ${organizationId} and id = ${shy.id}`),
    );
    assert.deepEqual(await refused(mara.client, { ...hello, to: shy.email }), bad(`Invalid email '${shy.email}'`));
    await send(owner, { ...hello, to: shy.email });
    await send(mara.client, { ...hello, to: `user${shy.id}@127.0.0.1` });
  });

  test('not to deactivated people', async () => {
    const gone = await makePerson(server, org, { name: 'Gone Gustav' });
    await changeState(server, organizationId, (tx) =>
      tx.run(
        sql`update chat.users set is_active = false where organization_id = ${organizationId} and id = ${gone.id}`,
      ),
    );
    assert.deepEqual(
      await refused(mara.client, { ...hello, to: [gone.id] }),
      bad("'Gone Gustav' is no longer active in this organization."),
    );
    assert.equal((await gone.client.post('/messages', toFloor)).json.code, 'USER_DEACTIVATED');
  });

  test('not by who was deactivated since the request came', async () => {
    const author = { organizationId, userId: (await makePerson(server, org, { name: 'Late Lena' })).id, role: 400 };
    const { database } = server.services;
    await changeState(server, organizationId, (tx) =>
      tx.run(sql`update chat.users set is_active = false where id = ${author.userId}`),
    );
    const draft = { type: 'direct', to: [mara.id], topic: '', content: 'bye', client: 'test', local: null };
    const sent = database.transaction((tx) =>
      doSendMessage(
        tx.of(organizationId),
        server.services,
        uncachedFacts(tx.of(organizationId)),
        { ...author, isBot: false } as never,
        draft as never,
      ),
    );
    await assert.rejects(sent, { code: 'USER_DEACTIVATED' });
  });

  test("the organization's rules of direct messages", async () => {
    const groups = await systemGroupIds(server.services.state.of(organizationId));
    const set = (settings: object) =>
      changeState(server, organizationId, (tx) =>
        tx.run(
          sql`update chat.realms set settings = ${JSON.stringify(settings)} where organization_id = ${organizationId}`,
        ),
      );
    const newcomer = await makePerson(server, org, { name: 'Nora Newcomer' });
    await set({ direct_message_permission_group: groups['role:administrators'] });
    const refusal = bad('This conversation does not include any users who can authorize it.');
    assert.deepEqual(await refused(mara.client, { ...hello, to: [nils.id] }), refusal);
    await send(mara.client, { ...hello, to: [org.chat.user_id] });
    await send(mara.client, { ...hello, to: [mara.id] });
    await set({ direct_message_initiator_group: groups['role:administrators'] });
    await send(mara.client, { ...hello, to: [nils.id] });
    assert.deepEqual(
      await refused(mara.client, { ...hello, to: [newcomer.id] }),
      bad('You do not have permission to initiate direct message conversations.'),
    );
    await send(owner, { ...hello, to: [newcomer.id] });
    await send(newcomer.client, { ...hello, to: [org.chat.user_id] });
    await set({});
  });
});

describe('content', () => {
  test('blanks at its end and empty lines before it go; nothing else', async () => {
    assert.equal(
      (await stored(await send(mara.client, { ...toFloor, content: '\n \n    code\nx \n\n' }))).content,
      '    code\nx',
    );
    for (const content of ['', '  ', '\n\t\n']) {
      assert.deepEqual(await refused(mara.client, { ...toFloor, content }), bad('Message must not be empty'));
    }
  });

  test('10000 characters at most; longer is cut with a mark', async () => {
    assert.equal(
      (await stored(await send(mara.client, { ...toFloor, content: 'é'.repeat(10_000) }))).content,
      'é'.repeat(10_000),
    );
    const cut = (await stored(await send(mara.client, { ...toFloor, content: '🚚'.repeat(10_001) }))).content;
    assert.equal([...cut].length, 10_000);
    assert.ok(cut.endsWith('🚚\n[message truncated]'));
  });

  test('NUL and lone surrogates are refused', async () => {
    assert.equal((await refused(mara.client, { ...toFloor, content: 'a\u0000b' })).code, 'BAD_REQUEST');
    assert.equal((await refused(mara.client, { ...toFloor, to: ['\ud800'] })).code, 'BAD_REQUEST');
  });

  test('/me', async () => {
    assert.equal((await stored(await send(mara.client, { ...toFloor, content: '/me waves' }))).is_me_message, true);
    assert.equal((await stored(await send(mara.client, { ...toFloor, content: '/me' }))).is_me_message, false);
  });

  test('names become mentions, and only of what the sender may know of', async () => {
    await makeChannel(server, organizationId, { name: 'vault', inviteOnly: true, subscribers: [nils.id] });
    const id = await send(mara.client, { ...toFloor, content: '@**Nils Night** see #**floor** and #**vault**' });
    const message = await stored(id);
    assert.deepEqual(message.mentioned_user_ids, [nils.id]);
    assert.match(message.rendered_content, new RegExp(`data-user-id="${nils.id}"`));
    assert.match(message.rendered_content, /class="stream"[^>]*>#floor</);
    assert.match(message.rendered_content, /#<strong>vault</);
    const flags = await server.services.database.reader.all(sql`
      select user_id, flags from chat.message_flags where organization_id = ${organizationId} and message_id = ${id}`);
    assert.deepEqual(flags, [{ user_id: nils.id, flags: 4 }]);
  });

  test('wildcards in large channels are for those whom the organization lets', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 16 }, (_, index) => makePerson(server, org, { name: `Crowd ${index}` })),
    );
    await makeChannel(server, organizationId, { name: 'small', subscribers: crowd.slice(0, 15).map(({ id }) => id) });
    await makeChannel(server, organizationId, { name: 'large', subscribers: crowd.map(({ id }) => id) });
    const [sender] = crowd;
    assert.equal(
      (await stored(await send(sender!.client, { ...toFloor, to: 'small', content: '@**all** up' }))).wildcard,
      1,
    );
    assert.deepEqual(
      await refused(sender!.client, { ...toFloor, to: 'large', content: '@**all** up' }),
      bad('You do not have permission to use channel wildcard mentions in this channel.'),
    );
    await send(owner, { ...toFloor, to: 'large', content: '@**everyone** up' });
    await send(sender!.client, { ...toFloor, to: 'large', content: '@_**all** quietly' });
    for (const person of crowd) await send(person.client, { ...toFloor, to: 'large', topic: 'busy' });
    assert.equal(
      (await stored(await send(sender!.client, { ...toFloor, to: 'large', content: '@**topic** hi' }))).wildcard,
      2,
    );
    assert.deepEqual(
      await refused(sender!.client, { ...toFloor, to: 'large', topic: 'busy', content: '@**topic** hi' }),
      bad('You do not have permission to use topic wildcard mentions in this topic.'),
    );
  });
});

describe('read_by_sender', () => {
  const byClient = async (person: Person, agent: string, params: object) => {
    const client = new ChatClient(
      { site: server.url, email: person.client.email, api_key: person.client.key },
      { 'user-agent': agent },
    );
    return (await stored(await send(client, { ...toFloor, ...params }))).read_by_sender;
  };

  test('its default follows from client and recipient', async () => {
    const bot = await makePerson(server, org, { name: 'Read Bot', botOwnerId: mara.id });
    assert.equal(await byClient(mara, 'website/1', {}), true);
    assert.equal(await byClient(mara, 'ZulipMobile/30.0.274 (Android 14)', {}), true);
    assert.equal(await byClient(mara, 'ZulipTerminal/0.7', {}), true);
    assert.equal(await byClient(mara, 'ZulipPython/0.9.1 (Debian)', {}), false);
    assert.equal(await byClient(mara, 'ZulipPython/0.9.1 (Debian)', { type: 'direct', to: [mara.id] }), true);
    assert.equal(await byClient(mara, 'ZulipPython/0.9.1 (Debian)', { type: 'direct', to: [nils.id] }), false);
    assert.equal(await byClient(bot, 'website/1', {}), false);
  });

  test('it is what the sender says', async () => {
    assert.equal(await byClient(mara, 'website/1', { read_by_sender: false }), false);
    assert.equal(await byClient(mara, 'script/1', { read_by_sender: true }), true);
  });
});

test('wrong and missing parameters', async () => {
  for (const name of ['type', 'to', 'content']) {
    const { [name]: _, ...rest } = toFloor as Record<string, unknown>;
    assert.deepEqual(await refused(mara.client, rest), {
      msg: `Missing '${name}' argument`,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    });
  }
  for (const wrong of [
    { type: 'smoke' },
    { to: [] },
    { to: ['floor', 'fresh'] },
    { to: '' },
    { to: {} },
    { to: [[1]] },
    { to: [1, 'a'] },
    { to: 'true' },
    { to: 1.5 },
    { to: '1e999' },
    { to: '99999999999999999999' },
    { read_by_sender: 'maybe' },
    { queue_id: 'q'.repeat(201), local_id: '1' },
  ]) {
    const { code } = await refused(mara.client, { ...toFloor, ...wrong });
    assert.match(String(code), /^(BAD_REQUEST|STREAM_DOES_NOT_EXIST)$/, JSON.stringify(wrong));
  }
  for (const to of [{ id: 1 }, [null], [1.5], [[1]], [true]])
    assert.equal((await refused(mara.client, { ...toFloor, to })).msg, 'Invalid data type for channel');
  const answer = await mara.client.post('/messages', { ...toFloor, colour: 'red' });
  assert.deepEqual(answer.json.ignored_parameters_unsupported, ['colour']);
});

test('without credentials', async () => {
  const answer = await fetch(`${server.url}/api/v1/messages`, { method: 'POST' });
  assert.equal(answer.status, 401);
});
