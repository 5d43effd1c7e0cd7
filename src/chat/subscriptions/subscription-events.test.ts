import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader, type WireEvent } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { Role } from '../http/caller.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

let organization: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let ann: Person;
let bob: Person;
let eve: Person;

before(async () => {
  organization = await server.organization();
  organizationId = organization.organization_id;
  owner = new ChatClient(organization.chat);
  ann = await makePerson(server, organization, { name: 'Ann Member' });
  bob = await makePerson(server, organization, { name: 'Bob Member' });
  eve = await makePerson(server, organization, { name: 'Eve Peer' });
});

const path = '/users/me/subscriptions';
const without = ({ id: _, ...event }: WireEvent) => event;
const sendText = async (channelId: number, content: string): Promise<number> => {
  const { json } = await owner.post('/messages', { type: 'stream', to: channelId, topic: 'gate', content });
  assert.equal(json.result, 'success', json.msg);
  return json.id;
};

test('unsubscribing marks what was unread there as read, for nobody else and nowhere else', async () => {
  const everybody = [organization.chat.user_id, ann.id, bob.id];
  const gate = await makeChannel(server, organizationId, { name: 'gate', subscribers: everybody });
  const other = await makeChannel(server, organizationId, { name: 'other gate', subscribers: everybody });
  const first = await sendText(gate, 'read');
  const unread = [await sendText(gate, 'unread'), await sendText(gate, 'unread too')];
  await sendText(other, 'elsewhere');
  assert.equal((await ann.client.post('/messages/flags', { op: 'add', flag: 'read', messages: [first] })).status, 200);
  const queues = await Promise.all(
    [ann, bob].map(({ client }) => QueueReader.register(client, { event_types: ['update_message_flags'] })),
  );
  assert.equal((await ann.client.delete(path, { subscriptions: ['gate'] })).status, 200);
  const event = (messages: number[]) => ({
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages,
    all: false,
  });
  assert.deepEqual((await queues[0]!.poll()).map(without), [event(unread)]);
  assert.deepEqual(await queues[1]!.poll(), []);
  const { state } = await QueueReader.register(ann.client, { fetch_event_types: ['message', 'update_message_flags'] });
  assert.deepEqual(
    state.unread_msgs.streams.map(({ stream_id }: { stream_id: number }) => stream_id),
    [other],
  );
});

test('peers are told of who joins and leaves, the people themselves of nothing but their own', async () => {
  await makeChannel(server, organizationId, { name: 'pier', subscribers: [eve.id] });
  const queues = await Promise.all(
    [ann, bob, eve].map(({ client }) => QueueReader.register(client, { event_types: ['subscription'] })),
  );
  const ops = async () =>
    Promise.all(
      queues.map(async (queue) =>
        (await queue.poll()).map(({ op, user_ids }) => (user_ids === undefined ? op : [op, user_ids])),
      ),
    );
  const both = { subscriptions: [{ name: 'pier' }], principals: [ann.id, bob.id] };
  assert.equal((await owner.post(path, both)).status, 200);
  assert.deepEqual(await ops(), [['add'], ['add'], [['peer_add', [ann.id, bob.id]]]]);
  // A person who leaves together with others still sees the list of a public channel.
  assert.equal((await owner.delete(path, { ...both, subscriptions: ['pier'] })).status, 200);
  assert.deepEqual(await ops(), [
    ['remove', ['peer_remove', [bob.id]]],
    ['remove', ['peer_remove', [ann.id]]],
    [['peer_remove', [ann.id, bob.id]]],
  ]);
  assert.equal((await ann.client.post(path, { subscriptions: [{ name: 'pier' }] })).status, 200);
  assert.deepEqual(await ops(), [['add'], [['peer_add', [ann.id]]], [['peer_add', [ann.id]]]]);
  assert.equal((await ann.client.delete(path, { subscriptions: ['pier'] })).status, 200);
  assert.deepEqual(await ops(), [['remove'], [['peer_remove', [ann.id]]], [['peer_remove', [ann.id]]]]);
});

test("the last message before leaving stays in one's history, the first after it does not come in", async () => {
  const mole = await makeChannel(server, organizationId, {
    name: 'mole',
    subscribers: [organization.chat.user_id, ann.id],
  });
  const last = await sendText(mole, 'before leaving');
  assert.equal((await ann.client.delete(path, { subscriptions: ['mole'] })).status, 200);
  await sendText(mole, 'after leaving');
  const { json } = await ann.client.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 });
  assert.deepEqual(
    json.messages
      .filter(({ stream_id }: { stream_id: number }) => stream_id === mole)
      .map(({ id }: { id: number }) => id),
    [last],
  );
});

test('settings outlive the subscription: told of as before, and in force again after a return', async () => {
  const tower = await makeChannel(server, organizationId, { name: 'tower', subscribers: [ann.id, bob.id] });
  const changes = [
    { stream_id: tower, property: 'wildcard_mentions_notify', value: true },
    { stream_id: tower, property: 'color', value: '#123456' },
    { stream_id: tower, property: 'pin_to_top', value: true },
    { stream_id: tower, property: 'is_muted', value: true },
  ];
  const set = await ann.client.post('/users/me/subscriptions/properties', { subscription_data: changes });
  assert.equal(set.status, 200, set.text);
  const registered = async () =>
    (await QueueReader.register(ann.client, { fetch_event_types: ['subscription'] })).state;
  const own = (list: { stream_id: number }[]) => list.find(({ stream_id }) => stream_id === tower) as never;
  const wanted = { wildcard_mentions_notify: true, color: '#123456', pin_to_top: true, is_muted: true };
  const settings = ({ wildcard_mentions_notify, color, pin_to_top, is_muted }: typeof wanted) => ({
    wildcard_mentions_notify,
    color,
    pin_to_top,
    is_muted,
  });
  assert.equal((await ann.client.delete(path, { subscriptions: ['tower'] })).status, 200);
  assert.deepEqual(settings(own((await registered()).unsubscribed)), wanted);

  const queues = await Promise.all(
    [ann, bob].map(({ client }) => QueueReader.register(client, { event_types: ['subscription'] })),
  );
  assert.equal((await bob.client.delete(path, { subscriptions: ['tower'] })).status, 200);
  for (const queue of queues) await queue.poll();
  const principals = [ann.id, bob.id];
  assert.equal((await owner.post(path, { subscriptions: [{ name: 'tower' }], principals })).status, 200);
  const [[annsEvent], [bobsEvent]] = (await Promise.all(queues.map((queue) => queue.poll()))) as [
    WireEvent[],
    WireEvent[],
  ];
  assert.deepEqual(settings(annsEvent!.subscriptions[0]), wanted);
  assert.equal(bobsEvent!.subscriptions[0].wildcard_mentions_notify, null);
  assert.deepEqual(settings(own((await registered()).subscriptions)), wanted);

  // A color chosen anew wins.
  assert.equal((await ann.client.delete(path, { subscriptions: ['tower'] })).status, 200);
  const chosen = [{ name: 'tower', color: '#abcdef' }];
  assert.equal((await ann.client.post(path, { subscriptions: chosen })).status, 200);
  assert.deepEqual(settings(own((await registered()).subscriptions)), { ...wanted, color: '#abcdef' });
});

describe('who has access through a group', () => {
  async function makeGroup(members: readonly number[], subgroups: readonly number[] = []): Promise<number> {
    return server.services.database.transaction(async (tx) => {
      const group = await tx.first(sql<{ id: number }>`
        insert into chat.user_groups (organization_id, name, description)
        values (${organizationId}, ${`group of ${[...members, ...subgroups]}`}, '') returning id`);
      await tx.run(sql`
        insert into chat.user_group_members (organization_id, group_id, user_id)
        select ${organizationId}, ${group!.id}, id from unnest(${members}::bigint[]) as id`);
      await tx.run(sql`
        insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
        select ${organizationId}, ${group!.id}, id from unnest(${subgroups}::bigint[]) as id`);
      return group!.id;
    });
  }

  test('is told that a channel becomes private, and of every later change; others and guests are not', async () => {
    const guest = await makePerson(server, organization, { name: 'Gus Guest', role: Role.guest });
    const inside = await makeGroup([ann.id, guest.id]);
    const around = await makeGroup([], [inside]);
    const shed = await makeChannel(server, organizationId, {
      name: 'shed',
      subscribers: [organization.chat.user_id],
      permissions: { can_subscribe_group: { direct_members: [guest.id, bob.id], direct_subgroups: [around] } },
    });
    const queues = await Promise.all(
      [ann, bob, eve, guest].map(({ client }) =>
        QueueReader.register(client, { event_types: ['stream', 'subscription'] }),
      ),
    );
    const received = async () =>
      Promise.all(queues.map(async (queue) => (await queue.poll()).map(({ op, property }) => property ?? op)));
    assert.equal((await owner.patch(`/streams/${shed}`, { is_private: true })).status, 200);
    assert.deepEqual(await received(), [['invite_only'], ['invite_only'], ['delete'], []]);
    assert.equal((await owner.patch(`/streams/${shed}`, { new_name: 'closed shed' })).status, 200);
    assert.deepEqual(await received(), [['name'], ['name'], [], []]);
    assert.equal((await owner.delete(path, { subscriptions: ['closed shed'] })).status, 200);
    assert.deepEqual(await received(), [['peer_remove'], ['peer_remove'], [], []]);
    assert.equal((await owner.delete(`/streams/${shed}`)).status, 200);
    assert.deepEqual(await received(), [['delete'], ['delete'], [], []]);
  });

  test('is told of a new private channel, by a system group too', async () => {
    const groups = (await ann.client.get('/user_groups')).json.user_groups as { name: string; id: number }[];
    const members = groups.find(({ name }) => name === 'role:members')!.id;
    const moderators = groups.find(({ name }) => name === 'role:moderators')!.id;
    const mod = await makePerson(server, organization, { name: 'Mo Moderator', role: Role.moderator });
    const queues = await Promise.all(
      [eve, mod].map(({ client }) => QueueReader.register(client, { event_types: ['stream'] })),
    );
    const received = async () => Promise.all(queues.map(async (queue) => (await queue.poll()).map(({ op }) => op)));
    const make = (name: string, can_subscribe_group: number) =>
      owner.post('/channels/create', { name, subscribers: [], invite_only: true, can_subscribe_group });
    assert.equal((await make('for members', members)).status, 200);
    assert.deepEqual(await received(), [['create'], ['create']]);
    assert.equal((await make('for moderators', moderators)).status, 200);
    assert.deepEqual(await received(), [[], ['create']]);
  });
});
