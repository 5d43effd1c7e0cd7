import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader, type WireEvent } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { Role } from '../http/caller.ts';
import { systemGroupIds } from '../user-groups/access.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

let organization: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let groups: Record<string, number>;
let observer: Person;
let names = 0;

before(async () => {
  organization = await server.organization();
  organizationId = organization.organization_id;
  owner = new ChatClient(organization.chat);
  groups = await systemGroupIds(server.services.state.of(organizationId));
  observer = await makePerson(server, organization, { name: 'Olga Observer' });
});

const person = (role?: Role): Promise<Person> =>
  makePerson(server, organization, { name: `Pat ${++names}`, ...(role ? { role } : {}) });

const without = ({ id: _, ...event }: WireEvent) => event;

/** The events of one kind that a queue received, without their IDs. */
async function received(queue: QueueReader, type: string) {
  return (await queue.poll()).filter((event) => event.type === type).map(without);
}

async function succeeds(answer: ReturnType<ChatClient['get']>): Promise<void> {
  assert.equal((await answer).json.result, 'success', (await answer).text);
}

/** The members of the system groups, as a client that registers now gets them. */
async function membersNow(): Promise<Map<number, number[]>> {
  const { state } = await QueueReader.register(observer.client, { fetch_event_types: ['realm_user_groups'] });
  return new Map(state.realm_user_groups.map((group: { id: number; members: number[] }) => [group.id, group.members]));
}

describe('system groups', () => {
  test('new people, roles, deactivation and a return change members; applied, the events give what registering gives', async () => {
    const members = await membersNow();
    const queue = await QueueReader.register(observer.client, { event_types: ['user_group'] });
    const made = await owner.post('/users', {
      email: 'ida@couriers.example',
      full_name: 'Ida Incoming',
      password: 'a long enough password',
    });
    const id: number = made.json.user_id;
    await succeeds(owner.patch(`/users/${id}`, { role: Role.moderator }));
    await succeeds(owner.delete(`/users/${id}`));
    await succeeds(owner.post(`/users/${id}/reactivate`));
    const full = groups['role:fullmembers']!;
    const moderators = groups['role:moderators']!;
    const events = (await queue.poll()).map(without);
    assert.deepEqual(
      events.map(({ op, group_id, user_ids }) => [op, group_id, user_ids]),
      [
        ['add_members', full, [id]],
        ['remove_members', full, [id]],
        ['add_members', moderators, [id]],
        ['remove_members', moderators, [id]],
        ['add_members', moderators, [id]],
      ],
    );
    for (const { op, group_id, user_ids } of events) {
      const own = members.get(group_id)!.filter((member) => !user_ids.includes(member));
      members.set(group_id, op === 'add_members' ? [...own, ...user_ids].sort((a, b) => a - b) : own);
    }
    assert.deepEqual(members, await membersNow());
  });

  test('bots leave with their owner', async () => {
    const pat = await person();
    const bot = await makePerson(server, organization, { name: `Bot ${++names}`, botOwnerId: pat.id });
    const queue = await QueueReader.register(observer.client, { event_types: ['user_group'] });
    await succeeds(owner.delete(`/users/${pat.id}`));
    const [event] = await received(queue, 'user_group');
    assert.deepEqual([event!.op, event!.user_ids], ['remove_members', [pat.id, bot.id]]);
  });
});

describe('a changed role', () => {
  const ids = (event: { streams: { stream_id: number }[] }) => event.streams.map(({ stream_id }) => stream_id);

  test('tells guests and members of the channels that they come to know, and no longer know', async () => {
    const pat = await person();
    const open = await makeChannel(server, organizationId, { name: 'open yard', subscribers: [observer.id] });
    const own = await makeChannel(server, organizationId, { name: 'own yard', subscribers: [pat.id] });
    const secret = await makeChannel(server, organizationId, {
      name: 'secret yard',
      subscribers: [observer.id],
      inviteOnly: true,
    });
    const byGroup = await makeChannel(server, organizationId, {
      name: 'members only yard',
      subscribers: [observer.id],
      inviteOnly: true,
      permissions: { can_subscribe_group: groups['role:members']! },
    });
    const queue = await QueueReader.register(pat.client, { event_types: ['stream'] });
    await succeeds(owner.patch(`/users/${pat.id}`, { role: Role.guest }));
    const [gone, ...none] = await received(queue, 'stream');
    assert.deepEqual(none, []);
    assert.equal(gone!.op, 'delete');
    assert.deepEqual(gone!.stream_ids, ids(gone as never));
    for (const id of [open, byGroup]) assert.ok(gone!.stream_ids.includes(id));
    for (const id of [own, secret]) assert.ok(!gone!.stream_ids.includes(id));

    await succeeds(owner.patch(`/users/${pat.id}`, { role: Role.member }));
    const [back] = await received(queue, 'stream');
    assert.equal(back!.op, 'create');
    assert.deepEqual(ids(back as never), gone!.stream_ids);
    const { json } = await pat.client.get(`/streams/${byGroup}`);
    assert.deepEqual(
      back!.streams.find(({ stream_id }: { stream_id: number }) => stream_id === byGroup),
      without(json.stream),
    );

    await succeeds(owner.patch(`/users/${pat.id}`, { role: Role.administrator }));
    const [all] = await received(queue, 'stream');
    assert.ok(ids(all as never).includes(secret));
  });

  test('a demoted guest no longer receives what is for members, on a queue of before', async () => {
    const pat = await person();
    const hall = await makeChannel(server, organizationId, { name: 'hall', subscribers: [observer.id] });
    const queue = await QueueReader.register(pat.client, {
      event_types: ['message', 'stream'],
      all_public_streams: true,
    });
    const sendText = () =>
      observer.client.post('/messages', { type: 'stream', to: hall, topic: 'news', content: 'for members' });
    await succeeds(sendText());
    assert.equal((await received(queue, 'message')).length, 1);
    await succeeds(owner.patch(`/users/${pat.id}`, { role: Role.guest }));
    await succeeds(sendText());
    await succeeds(owner.patch(`/streams/${hall}`, { description: 'for members too' }));
    const events = await queue.poll();
    assert.deepEqual(
      events.map(({ type, op }) => [type, op]),
      [['stream', 'delete']],
    );
  });
});

describe('subscribers', () => {
  test('lose the deactivated and have those who return, for everybody who knows the channel', async () => {
    const pat = await person();
    const yard = await makeChannel(server, organizationId, { name: 'crane', subscribers: [pat.id, observer.id] });
    const secret = await makeChannel(server, organizationId, {
      name: 'secret crane',
      subscribers: [pat.id],
      inviteOnly: true,
    });
    const subscribersOf = async (channelId: number): Promise<number[]> =>
      (await owner.get(`/streams/${channelId}/members`)).json.subscribers;
    const queue = await QueueReader.register(observer.client, { event_types: ['subscription'] });
    const ownersQueue = await QueueReader.register(owner, { event_types: ['subscription'] });
    for (const [change, op, present] of [
      [() => owner.delete(`/users/${pat.id}`), 'peer_remove', false],
      [() => owner.post(`/users/${pat.id}/reactivate`), 'peer_add', true],
    ] as const) {
      await succeeds(change());
      const event = (id: number) => ({ type: 'subscription', op, stream_ids: [id], user_ids: [pat.id] });
      assert.deepEqual(await received(queue, 'subscription'), [event(yard)]);
      assert.deepEqual(await received(ownersQueue, 'subscription'), [event(yard), event(secret)]);
      assert.equal((await subscribersOf(yard)).includes(pat.id), present);
    }
  });
});
