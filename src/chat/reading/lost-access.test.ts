import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let gwen: Person;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

/** Whoever holds the entry permission may bring themselves into the private channel. */
const held = (...people: Person[]) => ({ direct_members: people.map(({ id }) => id), direct_subgroups: [] });

async function channel(name: string, people: Person[], params: object = {}): Promise<number> {
  const subscribers = [org.chat.user_id, ...people.map(({ id }) => id)];
  return ok(await owner.post('/channels/create', { name, subscribers, ...params })).id;
}

async function send(person: Person, to: number, topic = 'dock 4', content = 'two vans'): Promise<number> {
  return ok(await person.client.post('/messages', { type: 'channel', to, topic, content })).id;
}

async function remove(name: string, person: Person): Promise<void> {
  ok(await owner.request('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: [person.id] }));
}

async function fetched({ client }: Person, narrow: unknown[]): Promise<number[]> {
  const range = { anchor: 'oldest', num_before: 0, num_after: 100 };
  return ok(await client.get('/messages', { ...range, narrow })).messages.map(({ id }: { id: number }) => id);
}

const TYPES = ['message', 'update_message', 'reaction', 'delete_message', 'user_topic', 'update_message_flags'];

/** Everything that a person may try with messages that they lost, their own among them. */
async function holdsNothing(person: Person, channelId: number, ids: { own: number; other: number }): Promise<void> {
  const { client } = person;
  const both = [ids.own, ids.other];
  for (const id of both) {
    const refusals = [
      await client.get(`/messages/${id}`),
      await client.get(`/messages/${id}/history`),
      await client.patch(`/messages/${id}`, { content: 'mine again' }),
      await client.patch(`/messages/${id}`, { topic: 'taken along', propagate_mode: 'change_all' }),
      await client.delete(`/messages/${id}`),
      await client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
      await client.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
      await client.post('/messages/flags', { messages: [id], op: 'remove', flag: 'starred' }),
    ];
    for (const { status, json } of refusals) assert.deepEqual([status, json.msg], [400, 'Invalid message(s)']);
  }
  ok(await client.post('/messages/flags', { messages: both, op: 'add', flag: 'read' }));
  const narrows = [
    [],
    [['is', 'starred']],
    [['sender', person.id]],
    [['search', 'vans']],
    [['is', 'unread']],
    [['topic', 'dock 4']],
    [['is', 'mentioned']],
    [['has', 'reaction']],
    [['is', 'followed']],
    [['id', ids.own]],
  ];
  for (const narrow of narrows) {
    const found = await fetched(person, narrow);
    assert.deepEqual(
      found.filter((id) => both.includes(id)),
      [],
      JSON.stringify(narrow),
    );
  }
  assert.deepEqual(ok(await client.get('/messages', { message_ids: both })).messages, []);
  assert.deepEqual(ok(await client.get('/messages/matches_narrow', { msg_ids: both, narrow: [] })).messages, {});
  const byChannel = await client.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow: [['channel', channelId]],
  });
  assert.equal(byChannel.json.code, 'BAD_NARROW');
  const byWith = await client.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow: [['with', ids.own]],
  });
  assert.equal(byWith.json.code, 'BAD_NARROW');
  const first = ok(await client.get('/messages', { anchor: 'first_unread', num_before: 9, num_after: 9 }));
  assert.deepEqual(
    first.messages.filter(({ id }: { id: number }) => both.includes(id)),
    [],
  );
  assert.equal((await client.get(`/users/me/${channelId}/topics`)).status, 400);
  const state = ok(
    await client.post('/register', { fetch_event_types: ['starred_messages', 'message', 'user_topic'] }),
  );
  assert.deepEqual(state.starred_messages, []);
  assert.deepEqual(state.user_topics, []);
}

for (const [what, params, removed] of [
  ['a private channel', { invite_only: true, history_public_to_subscribers: true }, () => mara],
  ['a private channel with protected history', { invite_only: true, history_public_to_subscribers: false }, () => mara],
  ['a public channel, a guest', {}, () => gwen],
] as const) {
  test(`whoever is removed from ${what}, loses it in every path`, async () => {
    const person = removed();
    const name = `lost: ${what}`;
    const id = await channel(name, [person, nils], params);
    const own = await send(person, id);
    const other = await send(nils, id, 'dock 4', `three vans @**${person === gwen ? 'Gwen Guest' : 'Mara Member'}**`);
    ok(await person.client.post('/messages/flags', { messages: [own, other], op: 'add', flag: 'starred' }));
    ok(await person.client.post('/user_topics', { stream_id: id, topic: 'dock 4', visibility_policy: 3 }));
    ok(await nils.client.post(`/messages/${own}/reactions`, { emoji_name: 'tada' }));
    assert.deepEqual(await fetched(person, [['is', 'starred']]), [own, other]);
    await remove(name, person);
    const queue = await QueueReader.register(person.client, { event_types: TYPES });
    await holdsNothing(person, id, { own, other });
    ok(await nils.client.patch(`/messages/${other}`, { content: 'four vans, secretly' }));
    ok(await nils.client.post(`/messages/${own}/reactions`, { emoji_name: 'smile' }));
    ok(await owner.patch(`/messages/${other}`, { topic: 'a secret name', propagate_mode: 'change_all' }));
    await holdsNothing(person, id, { own, other });
    ok(await owner.delete(`/messages/${other}`));
    const received = await queue.poll();
    assert.deepEqual(
      received.filter(({ type }) => type !== 'update_message_flags'),
      [],
    );
    // A person who returns has it again, as far as history goes back.
    ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [person.id] }));
    assert.equal((await person.client.get(`/messages/${own}`)).json.message.subject, 'a secret name');
    assert.deepEqual(await fetched(person, [['is', 'starred']]), [own]);
    ok(await person.client.post('/messages/flags', { messages: [own], op: 'remove', flag: 'starred' }));
    ok(await person.client.post('/user_topics', { stream_id: id, topic: 'dock 4', visibility_policy: 0 }));
  });
}

describe('who may bring themselves in', () => {
  test('reads on after a removal; where history is protected, what came to them', async () => {
    const params = { invite_only: true, history_public_to_subscribers: true, can_subscribe_group: held(mara) };
    const open = await channel('entry', [mara, nils], params);
    const retained = await channel('entry, protected', [mara, nils], {
      ...params,
      history_public_to_subscribers: false,
    });
    const before = [await send(nils, open), await send(nils, retained), await send(mara, retained)];
    for (const name of ['entry', 'entry, protected']) await remove(name, mara);
    const later = [await send(nils, open), await send(nils, retained)];
    const queue = await QueueReader.register(mara.client, { event_types: TYPES });
    const seen = ok(await mara.client.get('/messages', { message_ids: [...before, ...later] })).messages;
    assert.deepEqual(
      seen.map(({ id }: { id: number }) => id),
      [...before, later[0]],
    );
    assert.equal((await mara.client.get(`/messages/${later[1]}`)).status, 400);
    ok(await nils.client.patch(`/messages/${before[1]}`, { content: 'to whom it came' }));
    ok(await nils.client.patch(`/messages/${later[1]}`, { content: 'not to Mara' }));
    assert.deepEqual(
      (await queue.poll()).map(({ type, message_id }) => [type, message_id]),
      [['update_message', before[1]]],
    );
    ok(await mara.client.patch(`/messages/${before[2]}`, { content: 'mine' }));
  });

  test('keeps messages that move into the private channel, and is told where they are', async () => {
    const from = await channel('from here', [mara, nils, gwen]);
    for (const permission of ['can_subscribe_group', 'can_add_subscribers_group']) {
      const to = await channel(`into ${permission}`, [], {
        invite_only: true,
        history_public_to_subscribers: true,
        [permission]: held(mara),
      });
      const id = await send(nils, from, permission);
      const queues = [];
      for (const { client } of [mara, nils, gwen])
        queues.push(await QueueReader.register(client, { event_types: ['update_message', 'delete_message'] }));
      ok(await owner.patch(`/messages/${id}`, { stream_id: to }));
      const received = [];
      for (const queue of queues)
        received.push((await queue.poll()).map(({ type, new_stream_id }) => [type, new_stream_id]));
      assert.deepEqual(received, [
        [['update_message', to]],
        [['delete_message', undefined]],
        [['delete_message', undefined]],
      ]);
      assert.equal((await mara.client.get(`/messages/${id}`)).status, 200);
      assert.equal((await nils.client.get(`/messages/${id}`)).status, 400);
    }
  });
});
