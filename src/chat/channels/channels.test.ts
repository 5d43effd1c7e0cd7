import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { changeState, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { Role } from '../http/caller.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import { findChannel, maySendTo } from './access.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;

let organization: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let stranger: ChatClient;
let admin: Person;
let ann: Person;
let bob: Person;
let guest: Person;

before(async () => {
  organization = await server.organization();
  organizationId = organization.organization_id;
  owner = new ChatClient(organization.chat);
  stranger = new ChatClient((await server.organization()).chat);
  admin = await makePerson(server, organization, { name: 'Ada Admin', role: Role.administrator });
  ann = await makePerson(server, organization, { name: 'Ann Member' });
  bob = await makePerson(server, organization, { name: 'Bob Member' });
  guest = await makePerson(server, organization, { name: 'Gus Guest', role: Role.guest });
});

let made = 0;
const newName = () => `channel ${++made}`;

async function create(client: ChatClient, params: object): Promise<{ id: number; name: string }> {
  const name = newName();
  const answer = await client.post('/channels/create', { name, subscribers: [], ...params });
  assert.equal(answer.status, 200, answer.text);
  return { id: answer.json.id, name };
}

const stream = async (client: ChatClient, id: number) => (await client.get(`/streams/${id}`)).json.stream;

/** The last of channels and subscriptions: notices of changes come after them. */
async function lastEvents(count: number): Promise<{ audience: string[]; payload: Record<string, unknown> }[]> {
  const rows = await services.database.reader.all(sql<{ audience: string[]; payload: Record<string, unknown> }>`
    select audience, payload from platform.event_log where organization_id = ${organizationId} and kind in ('stream', 'subscription')
    order by id desc limit ${count}`);
  return rows.reverse();
}

test('POST /channels/create makes a channel as it is described and answers its ID', async () => {
  const { id, name } = await create(owner, {
    description: 'Where *vans* are.\nAll of them',
    subscribers: [ann.id, bob.id, ann.id],
    invite_only: true,
    history_public_to_subscribers: true,
    message_retention_days: 30,
    topics_policy: 'empty_topic_only',
  });
  const found = await stream(ann.client, id);
  assert.deepEqual(
    {
      name: found.name,
      description: found.description,
      rendered: found.rendered_description,
      invite_only: found.invite_only,
      history: found.history_public_to_subscribers,
      retention: found.message_retention_days,
      policy: found.topics_policy,
      count: found.subscriber_count,
      first: found.first_message_id,
      active: found.is_recently_active,
    },
    {
      name,
      description: 'Where *vans* are. All of them',
      rendered: '<p>Where <em>vans</em> are. All of them</p>',
      invite_only: true,
      history: true,
      retention: 30,
      policy: 'empty_topic_only',
      count: 2,
      first: null,
      active: true,
    },
  );
  const { subscribers } = (await ann.client.get(`/streams/${id}/members`)).json;
  assert.deepEqual(subscribers, [ann.id, bob.id]);
});

test('a name is free again once its channel is archived', async () => {
  const { id, name } = await create(ann.client, { subscribers: [ann.id] });
  const taken = await bob.client.post('/channels/create', { name: name.toUpperCase(), subscribers: [] });
  assert.deepEqual([taken.status, taken.json.code], [400, 'CHANNEL_ALREADY_EXISTS']);
  assert.equal(
    (await bob.client.delete(`/streams/${id}`)).json.msg,
    'You do not have permission to administer this channel.',
  );
  assert.equal((await ann.client.delete(`/streams/${id}`)).status, 200);
  const [event] = await lastEvents(1);
  assert.deepEqual(event!.payload, {
    type: 'stream',
    op: 'delete',
    streams: [{ stream_id: id, name }],
    stream_ids: [id],
    archives: true,
  });
  assert.equal(
    (await ann.client.get('/users/me/subscriptions')).json.subscriptions.some(
      (one: { name: string }) => one.name === name,
    ),
    false,
  );
  const names = async (params: object) =>
    (await ann.client.get('/streams', { ...params })).json.streams.map((one: { name: string }) => one.name);
  assert.equal((await names({})).includes(name), false);
  assert.equal((await names({ exclude_archived: false })).includes(name), true);
  assert.equal((await bob.client.post('/channels/create', { name, subscribers: [] })).status, 200);
});

interface ChannelEvent {
  type: string;
  op: string;
  stream_id?: number;
  stream_ids?: number[];
  user_ids?: number[];
  streams?: { stream_id: number }[];
  subscriptions?: { stream_id: number; subscribers: number[] }[];
  property?: string;
  value?: unknown;
}

test('an archived channel lives again, and who knows of archived ones hears of a change where others hear of a channel', async () => {
  const { id, name } = await create(ann.client, { subscribers: [ann.id, bob.id] });
  const queue = async (client: ChatClient, capabilities: object) => {
    const types = ['stream', 'subscription'];
    const asked = { event_types: types, fetch_event_types: types, client_capabilities: capabilities };
    return (await client.post('/register', asked)).json as { queue_id: string };
  };
  const eventsOf = async (client: ChatClient, { queue_id }: { queue_id: string }) => {
    const { events } = (await client.get('/events', { queue_id, last_event_id: -1, dont_block: true })).json;
    return events as ChannelEvent[];
  };
  const [knowing, plain, peer] = [
    await queue(bob.client, { archived_channels: true }),
    await queue(bob.client, {}),
    await queue(admin.client, {}),
  ];
  const refused = await bob.client.patch(`/streams/${id}`, { is_archived: true });
  assert.equal(refused.json.msg, 'You do not have permission to administer this channel.');
  const archived = await ann.client.patch(`/streams/${id}`, { is_archived: true, description: 'Until spring' });
  assert.equal(archived.status, 200, archived.text);
  // Nothing else of it can be changed meanwhile.
  assert.equal((await ann.client.patch(`/streams/${id}`, { description: 'No' })).json.msg, 'Invalid channel ID');
  const other = (await bob.client.post('/channels/create', { name, subscribers: [] })).json.id;
  const taken = await ann.client.patch(`/streams/${id}`, { is_archived: false });
  assert.deepEqual([taken.status, taken.json.code], [400, 'CHANNEL_ALREADY_EXISTS']);
  await bob.client.patch(`/streams/${other}`, { new_name: `${name} of others` });
  const [back, again] = await Promise.all(
    [1, 2].map(() => ann.client.patch(`/streams/${id}`, { is_archived: false, new_name: `${name} anew` })),
  );
  assert.ok([back!.status, again!.status].includes(200), back!.text);
  const own = (list: ChannelEvent[]) =>
    list.filter((e) => (e.stream_id ?? e.streams?.[0]?.stream_id ?? e.stream_ids?.[0]) === id);
  const changes = own(await eventsOf(bob.client, knowing)).map((e) => [e.op, e.property, e.value]);
  assert.deepEqual(
    changes.filter(([, property]) => property === 'is_archived' || property === 'name'),
    [
      ['update', 'is_archived', true],
      ['update', 'is_archived', false],
      ['update', 'name', `${name} anew`],
    ],
  );
  assert.ok(!changes.some(([op]) => op !== 'update'));
  const received = await eventsOf(bob.client, plain);
  const kinds = own(received).map((e) => `${e.type} ${e.op}`);
  assert.deepEqual(
    kinds.filter((kind) => !kind.endsWith('update')),
    ['stream delete', 'stream create'],
  );
  const [added] = received.filter(
    (e) => e.type === 'subscription' && e.op === 'add' && e.subscriptions![0]!.stream_id === id,
  );
  assert.deepEqual(added!.subscriptions![0]!.subscribers, [ann.id, bob.id]);
  assert.ok(received.every((e) => !('archives' in e)));
  const seen = own(await eventsOf(admin.client, peer)).map((e) => [e.type, e.op, e.user_ids]);
  assert.ok(
    seen.some(
      ([type, op, ids]) => type === 'subscription' && op === 'peer_add' && String(ids) === `${ann.id},${bob.id}`,
    ),
  );
  const sent = await bob.client.post('/messages', { type: 'channel', to: id, topic: 'back', content: 'again' });
  assert.equal(sent.status, 200, sent.text);
});

test('who knows of a channel: everybody but guests, its subscribers, administrators', async () => {
  const open = await create(ann.client, { subscribers: [ann.id] });
  const closed = await create(ann.client, { subscribers: [ann.id], invite_only: true });
  const web = await create(ann.client, { subscribers: [ann.id] });
  await changeState(server, organizationId, (tx) =>
    tx.run(
      sql`update chat.channels set is_web_public = true where organization_id = ${organizationId} and id = ${web.id}`,
    ),
  );
  const knows = async (client: ChatClient, { id, name }: { id: number; name: string }) => {
    const byId = await client.get(`/streams/${id}`);
    const members = await client.get(`/streams/${id}/members`);
    const byName = await client.get('/get_stream_id', { stream: name });
    const listed = (await client.get('/streams', { include_all: true })).json.streams.some(
      (one: { stream_id: number }) => one.stream_id === id,
    );
    assert.equal(byId.status === 200, byName.status === 200);
    assert.equal(byId.status, members.status);
    assert.equal(byId.status === 200, listed);
    if (byId.status !== 200) {
      assert.deepEqual([byId.json.code, byId.json.msg], ['BAD_REQUEST', 'Invalid channel ID']);
      assert.deepEqual([byName.json.code, byName.json.msg], ['BAD_REQUEST', `Invalid channel name '${name}'`]);
    }
    return byId.status === 200;
  };
  const table = [
    [open, { ann: true, bob: true, admin: true, guest: false, stranger: false }],
    [closed, { ann: true, bob: false, admin: true, guest: false, stranger: false }],
    [web, { ann: true, bob: true, admin: true, guest: true, stranger: false }],
  ] as const;
  for (const [channel, expected] of table) {
    const found = {
      ann: await knows(ann.client, channel),
      bob: await knows(bob.client, channel),
      admin: await knows(admin.client, channel),
      guest: await knows(guest.client, channel),
      stranger: await knows(stranger, channel),
    };
    assert.deepEqual(found, expected);
  }
  const listed = async (client: ChatClient, params: object) =>
    (await client.get('/streams', { ...params })).json.streams.map((one: { stream_id: number }) => one.stream_id);
  assert.equal((await listed(admin.client, {})).includes(closed.id), false);
  assert.equal(
    (await listed(bob.client, { include_public: false, include_subscribed: true })).includes(open.id),
    false,
  );
  assert.equal((await listed(ann.client, { include_public: false })).includes(closed.id), true);
  assert.equal((await listed(bob.client, { include_public: false, include_web_public: true })).includes(web.id), true);
  assert.equal((await ann.client.get('/streams', { include_default: true })).json.streams[0].is_default, false);
});

test('who may post: by the permission, the subscription of private channels and of guests, never in archived ones', async () => {
  const groups = await systemGroupIds(services.state.of(organizationId));
  const may = async (person: Person, role: Role, id: number) => {
    const channel = await findChannel(services.state.of(organizationId), id);
    return maySendTo(
      services.state.of(organizationId),
      { organizationId, userId: person.id, role, isBot: false },
      channel!,
    );
  };
  const open = await create(ann.client, { subscribers: [] });
  assert.equal(await may(ann, Role.member, open.id), true);
  assert.equal(await may(guest, Role.guest, open.id), false);
  await ann.client.post('/users/me/subscriptions', { subscriptions: [{ name: open.name }], principals: [guest.id] });
  assert.equal(await may(guest, Role.guest, open.id), true);

  const announcements = await create(ann.client, {
    subscribers: [ann.id],
    can_send_message_group: groups['role:administrators'],
  });
  assert.equal(await may(ann, Role.member, announcements.id), false);
  assert.equal(await may(admin, Role.administrator, announcements.id), true);
  const seen = await stream(ann.client, announcements.id);
  assert.deepEqual([seen.stream_post_policy, seen.is_announcement_only], [2, true]);

  const closed = await create(ann.client, { subscribers: [ann.id], invite_only: true });
  assert.equal(await may(ann, Role.member, closed.id), true);
  assert.equal(await may(bob, Role.member, closed.id), false);
  assert.equal(await may(admin, Role.administrator, closed.id), false);
  await ann.client.delete(`/streams/${closed.id}`);
  assert.equal(await may(ann, Role.member, closed.id), false);
});

test('PATCH /streams/{id} changes what is given and tells of each change', async () => {
  const groups = await systemGroupIds(services.state.of(organizationId));
  const { id, name } = await create(ann.client, { subscribers: [ann.id] });
  const renamed = newName();
  const answer = await ann.client.patch(`/streams/${id}`, {
    new_name: renamed,
    description: '**new**',
    topics_policy: 'disable_empty_topic',
    can_send_message_group: { new: groups['role:moderators'], old: groups['role:everyone'] },
    can_subscribe_group: groups['role:members'],
    stream_id: id,
  });
  assert.deepEqual(answer.json, { result: 'success', msg: '', ignored_parameters_unsupported: ['stream_id'] });
  const events = (await lastEvents(7)).map(({ payload }) => [
    payload.op,
    payload.property,
    payload.name,
    payload.value,
  ]);
  assert.deepEqual(events, [
    ['update', 'name', name, renamed],
    ['update', 'description', name, '**new**'],
    ['update', 'topics_policy', name, 'disable_empty_topic'],
    ['update', 'can_send_message_group', name, groups['role:moderators']],
    ['update', 'stream_post_policy', name, 4],
    ['update', 'is_announcement_only', name, false],
    ['update', 'can_subscribe_group', name, groups['role:members']],
  ]);
  const found = await stream(ann.client, id);
  assert.deepEqual([found.name, found.rendered_description], [renamed, '<p><strong>new</strong></p>']);
  assert.equal((await ann.client.get('/get_stream_id', { stream: name })).status, 400);

  const wrong: [object, string][] = [
    [{ new_name: renamed }, 'Channel already has that name.'],
    [{ new_name: '' }, "Channel name can't be empty."],
    [{ is_private: true, is_web_public: true }, 'A private channel cannot be web-public.'],
    [{ is_web_public: true }, 'Web-public channels are not enabled.'],
    [{ is_default_stream: true }, 'Insufficient permission'],
    [{ message_retention_days: 7 }, 'Must be an organization owner'],
    [
      { can_send_message_group: { new: groups['role:nobody'], old: groups['role:owners'] } },
      "'old' value does not match the expected value.",
    ],
    [{ can_send_message_group: { new: 999_999_999 } }, 'Invalid user group'],
    [{ folder_id: 3 }, 'Invalid channel folder ID'],
  ];
  for (const [params, msg] of wrong)
    assert.equal((await ann.client.patch(`/streams/${id}`, { ...params })).json.msg, msg);
  const other = await create(ann.client, {});
  assert.equal(
    (await ann.client.patch(`/streams/${id}`, { new_name: other.name })).json.code,
    'CHANNEL_ALREADY_EXISTS',
  );
  assert.equal(
    (await bob.client.patch(`/streams/${id}`, { description: 'x' })).json.msg,
    'You do not have permission to administer this channel.',
  );
  assert.equal((await stranger.patch(`/streams/${id}`, { description: 'x' })).json.msg, 'Invalid channel ID');
});

test('closing a channel tells those that lose it, opening it those that gain it', async () => {
  const { id, name } = await create(ann.client, { subscribers: [ann.id] });
  assert.equal((await ann.client.patch(`/streams/${id}`, { is_private: true })).status, 200);
  const [gone, update] = await lastEvents(2);
  assert.deepEqual(gone!.payload, {
    type: 'stream',
    op: 'delete',
    streams: [{ stream_id: id, name }],
    stream_ids: [id],
  });
  // The bot of the notices may lose it, too.
  const people = (audience: string[]) => audience.filter((tag) => [ann, bob].some((each) => tag === `user:${each.id}`));
  assert.deepEqual(people(gone!.audience), [`user:${bob.id}`]);
  assert.deepEqual(update!.payload, {
    type: 'stream',
    op: 'update',
    stream_id: id,
    name,
    property: 'invite_only',
    value: true,
    history_public_to_subscribers: false,
    is_web_public: false,
  });
  assert.equal(
    (await admin.client.patch(`/streams/${id}`, { is_private: false })).json.msg,
    'Channel content access is required.',
  );
  assert.equal((await ann.client.patch(`/streams/${id}`, { is_private: false })).status, 200);
  const [come, peers] = await lastEvents(3);
  assert.deepEqual([come!.payload.op, people(come!.audience)], ['create', [`user:${bob.id}`]]);
  // The channel as it is told says how many are there, not who.
  assert.deepEqual(peers!.payload, { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [ann.id] });
  assert.deepEqual(people(peers!.audience), [`user:${bob.id}`]);
});

test('new members get the default channels; guests and bots do not', async () => {
  const { name } = await create(owner, { is_default_stream: true });
  const subscribed = async (person: Person) =>
    (await person.client.get('/users/me/subscriptions')).json.subscriptions.some(
      (one: { name: string }) => one.name === name,
    );
  assert.equal(await subscribed(await makePerson(server, organization, { name: 'New Member' })), true);
  assert.equal(
    await subscribed(await makePerson(server, organization, { name: 'New Guest', role: Role.guest })),
    false,
  );
  assert.equal(
    await subscribed(await makePerson(server, organization, { name: 'New Bot', botOwnerId: ann.id })),
    false,
  );
});

test('each operation: no credentials, unknown parameter, wrong type, IDs beyond all bounds', async () => {
  const { id } = await create(ann.client, {});
  const operations: [string, string][] = [
    ['GET', '/streams'],
    ['GET', '/get_stream_id'],
    ['GET', `/streams/${id}`],
    ['GET', `/streams/${id}/members`],
    ['PATCH', `/streams/${id}`],
    ['DELETE', `/streams/${id}`],
    ['POST', '/channels/create'],
  ];
  for (const [method, path] of operations) {
    const anonymous = await fetch(`${server.url}/api/v1${path}`, { method });
    assert.equal(anonymous.status, 401, `${method} ${path}`);
    const bad = new ChatClient({ ...organization.chat, api_key: 'A'.repeat(32) });
    assert.equal((await bad.request(method, path)).json.code, 'INVALID_API_KEY');
  }
  const unknown = await ann.client.get(`/streams/${id}`, { surprise: true });
  assert.deepEqual(unknown.json.ignored_parameters_unsupported, ['surprise']);
  assert.equal(
    (await ann.client.get('/streams', { include_public: 'maybe' })).json.msg,
    'Argument "include_public" is not valid JSON.',
  );
  assert.equal((await ann.client.get('/streams', { include_public: 5 })).json.msg, 'include_public is not a boolean');
  assert.equal((await ann.client.get('/get_stream_id')).json.code, 'REQUEST_VARIABLE_MISSING');
  assert.equal((await ann.client.post('/channels/create', { name: 'x' })).json.msg, "Missing 'subscribers' argument");
  assert.equal((await ann.client.post('/channels/create', { name: 'x', subscribers: ['a'] })).status, 400);
  assert.equal(
    (await ann.client.post('/channels/create', { name: 'x', subscribers: [999_999_999] })).json.msg,
    'No such user',
  );
  for (const wild of ['0', '-1', '999999999999999', '99999999999999999999999', 'x', '1.5', '%00']) {
    const answer = await ann.client.get(`/streams/${wild}`);
    assert.ok([400, 404].includes(answer.status), `${wild} ${answer.status}`);
  }
});

test('only owners decide how long messages are kept, at creation too', async () => {
  const paths = {
    '/channels/create': () => ({ name: newName(), subscribers: [] }),
    '/users/me/subscriptions': () => ({ subscriptions: [{ name: newName() }] }),
  };
  for (const [path, params] of Object.entries(paths)) {
    for (const days of [30, 'unlimited']) {
      const given = { ...params(), message_retention_days: days };
      const refused = await admin.client.post(path, given);
      assert.deepEqual([refused.status, refused.json.msg], [400, 'Must be an organization owner'], path);
      assert.equal((await owner.post(path, given)).status, 200);
    }
    assert.equal((await admin.client.post(path, { ...params(), message_retention_days: 'realm_default' })).status, 200);
    const forever = await owner.post(path, { ...params(), message_retention_days: 'forever' });
    assert.deepEqual([forever.status, forever.json.msg], [400, 'Invalid message_retention_days']);
  }
  const { id } = await create(owner, {});
  const changed = await owner.patch(`/streams/${id}`, { message_retention_days: 'forever' });
  assert.deepEqual([changed.status, changed.json.msg], [400, 'Invalid message_retention_days']);
  const byAdmin = await admin.client.patch(`/streams/${id}`, { message_retention_days: 30 });
  assert.deepEqual([byAdmin.status, byAdmin.json.msg], [400, 'Must be an organization owner']);
});

const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
const messageOf = async (answer: Promise<Answer>) => (await answer).json.msg;

test('who is not in a private channel neither opens it, nor lets anybody in, nor learns its name', async () => {
  const { id, name } = await create(ann.client, { subscribers: [ann.id, guest.id], invite_only: true });
  assert.equal((await stream(ann.client, id)).history_public_to_subscribers, false);
  const needsContent = 'Channel content access is required.';
  assert.equal(await messageOf(admin.client.patch(`/streams/${id}`, { is_private: false })), needsContent);
  const settings = { can_subscribe_group: only(admin.id) };
  assert.equal(await messageOf(admin.client.patch(`/streams/${id}`, settings)), needsContent);
  const subscriptions = [{ name }];
  const unable = `Unable to access channel (${name}).`;
  const subscribe = (who: Person) =>
    who.client.post('/users/me/subscriptions', { subscriptions, principals: [bob.id] });
  assert.equal(await messageOf(subscribe(admin)), unable);
  // A guest who is in it brings nobody.
  assert.equal(await messageOf(subscribe(guest)), unable);
  const leave = bob.client.delete('/users/me/subscriptions', { subscriptions: [name] });
  assert.equal(await messageOf(leave), `Channel(s) (${name}) do not exist`);
});

test('a permission that names a guest gives a guest nothing of a channel', async () => {
  const named = { can_add_subscribers_group: only(guest.id) };
  const closed = await create(ann.client, { subscribers: [ann.id], invite_only: true, ...named });
  assert.equal(await messageOf(guest.client.get(`/streams/${closed.id}`)), 'Invalid channel ID');
  const administered = { can_administer_channel_group: only(guest.id) };
  const { id } = await create(ann.client, { subscribers: [ann.id, guest.id], ...administered });
  const change = guest.client.patch(`/streams/${id}`, { description: 'mine' });
  assert.equal(await messageOf(change), 'You do not have permission to administer this channel.');
});

test('a permission opens a private channel, which is told; it puts nobody out who is in it', async () => {
  const { id, name } = await create(ann.client, { subscribers: [ann.id], invite_only: true });
  const queue = await QueueReader.register(bob.client, { event_types: ['stream'] });
  const settings = { can_subscribe_group: only(bob.id), can_remove_subscribers_group: only(bob.id) };
  assert.equal((await ann.client.patch(`/streams/${id}`, settings)).status, 200);
  const [first] = await queue.poll();
  assert.deepEqual([first!.op, first!.streams[0].stream_id], ['create', id]);
  const remove = bob.client.delete('/users/me/subscriptions', { subscriptions: [name], principals: [ann.id] });
  assert.equal(await messageOf(remove), 'Insufficient permission');
});

test('guests post where they are subscribed, in web-public channels too', async () => {
  const { id, name } = await create(owner, {});
  await changeState(server, organizationId, (tx) =>
    tx.run(sql`update chat.channels set is_web_public = true where organization_id = ${organizationId} and id = ${id}`),
  );
  const post = () => guest.client.post('/messages', { type: 'stream', to: id, topic: 'gates', content: 'hello' });
  const refused = await post();
  assert.deepEqual([refused.status, refused.json.msg], [400, `Not authorized to send to channel '${name}'`]);
  assert.equal((await guest.client.post('/users/me/subscriptions', { subscriptions: [{ name }] })).status, 200);
  assert.equal((await post()).status, 200);
});

test('a wish to announce that makes no sense is refused', async () => {
  for (const path of ['/channels/create', '/users/me/subscriptions']) {
    const params = { name: newName(), subscribers: [], subscriptions: [], announce: 'perhaps' };
    assert.equal((await owner.post(path, params)).json.msg, 'Argument "announce" is not valid JSON.');
    assert.equal((await owner.post(path, { ...params, announce: 3 })).json.msg, 'announce is not a boolean');
  }
});

test('archiving a default channel takes it from the default ones; archiving another changes nothing of them', async () => {
  const [plain, chosen] = [await create(owner, {}), await create(owner, { is_default_stream: true })];
  const queue = await QueueReader.register(ann.client, { event_types: ['default_streams'] });
  assert.equal((await owner.delete(`/streams/${plain.id}`)).json.result, 'success');
  assert.deepEqual(await queue.poll(), []);
  assert.equal((await owner.delete(`/streams/${chosen.id}`)).json.result, 'success');
  const [event, ...more] = await queue.poll();
  assert.deepEqual([event!.default_streams.includes(chosen.id), more], [false, []]);
});

test('the channel for reported messages stays private', async () => {
  const reports = await create(owner, { invite_only: true, subscribers: [organization.chat.user_id] });
  const set = (id: number) => owner.patch('/realm', { moderation_request_channel_id: id });
  assert.equal((await set(reports.id)).json.result, 'success');
  const open = await owner.patch(`/streams/${reports.id}`, { is_private: false });
  assert.equal(open.json.msg, 'Moderation request channel must be private.');
  assert.equal((await owner.patch(`/streams/${reports.id}`, { description: 'kept' })).json.result, 'success');
  await set(-1);
  assert.equal((await owner.patch(`/streams/${reports.id}`, { is_private: false })).json.result, 'success');
});
