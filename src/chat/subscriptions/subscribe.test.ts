import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { makePerson, makeStranger, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { statementsOf } from '../../../tests/harness/statements.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { defineFact } from '../../platform/events/facts.ts';
import { Role } from '../http/caller.ts';
import { systemGroupIds } from '../user-groups/access.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;

let organization: CreatedOrganization;
let owner: ChatClient;
let ann: Person;
let bob: Person;
let guest: Person;

before(async () => {
  organization = await server.organization();
  owner = new ChatClient(organization.chat);
  ann = await makePerson(server, organization, { name: 'Ann Member' });
  bob = await makePerson(server, organization, { name: 'Bob Member' });
  guest = await makePerson(server, organization, { name: 'Gus Guest', role: Role.guest });
});

const path = '/users/me/subscriptions';
let made = 0;
const newName = () => `channel ${++made}`;

interface Logged {
  id: number;
  audience: string[];
  payload: { type: string; op: string; [field: string]: unknown };
}
/** Returns the events that a request appended to the log. */
async function eventsOf(work: () => Promise<unknown>): Promise<Logged[]> {
  const head = await services.database.reader.first(sql<{ id: number }>`
    select event_id as id from platform.log_heads where organization_id = ${organization.organization_id}`);
  await work();
  return services.database.reader.all(sql<Logged>`
    select id, audience, payload from platform.event_log
    where organization_id = ${organization.organization_id} and id > ${head!.id} order by id`);
}

test('a new name makes a channel; the same again is already subscribed, in any case', async () => {
  const name = newName();
  const first = await ann.client.post(path, { subscriptions: [{ name, description: 'for *deliveries*' }] });
  assert.deepEqual(first.json, {
    result: 'success',
    msg: '',
    subscribed: { [ann.id]: [name] },
    already_subscribed: {},
    new_subscription_messages_sent: true,
  });
  const again = await ann.client.post(path, { subscriptions: [{ name: name.toUpperCase() }] });
  assert.deepEqual(again.json.already_subscribed, { [ann.id]: [name] });
  assert.deepEqual(again.json.subscribed, {});
  const { subscriptions } = (await ann.client.get(path, { include_subscribers: 'partial' })).json;
  const own = subscriptions.find((subscription: { name: string }) => subscription.name === name);
  assert.equal(own.rendered_description, '<p>for <em>deliveries</em></p>');
  assert.deepEqual(own.subscribers, [ann.id]);
  assert.equal(own.creator_id, ann.id);
  assert.deepEqual(own.can_administer_channel_group, { direct_members: [ann.id], direct_subgroups: [] });
});

test('the notice to somebody who was subscribed leaves cached facts that have nothing to do with it', async () => {
  const { organization_id: id } = organization;
  const groups = defineFact('groups of the test', ['chat.user_groups']);
  const name = newName();
  await owner.post(path, { subscriptions: [{ name }] });
  await services.state.confirm(id);
  const before = await services.state.version(id, groups);
  const logged = await eventsOf(() => owner.post(path, { subscriptions: [{ name }], principals: [bob.id] }));
  assert.ok(
    logged.some(({ payload }) => payload.type === 'message' || 'content' in payload),
    'a notice was sent',
  );
  await services.state.confirm(id);
  assert.equal(await services.state.version(id, groups), before);
});

test('people are named by ID or by address, the dummy one too', async () => {
  const name = newName();
  const byId = await ann.client.post(path, { subscriptions: [{ name }], principals: [bob.id] });
  assert.deepEqual(byId.json.subscribed, { [bob.id]: [name] });
  const host = new URL(server.url).hostname;
  const byEmail = await ann.client.post(path, {
    subscriptions: [{ name }],
    principals: [bob.email.toUpperCase(), `user${ann.id}@${host}`],
  });
  assert.deepEqual(byEmail.json.subscribed, { [ann.id]: [name] });
  assert.deepEqual(byEmail.json.already_subscribed, { [bob.id]: [name] });
  for (const principals of [[999_999_999], ['nobody@couriers.example'], [-1], [2 ** 53 - 1]]) {
    const refused = await ann.client.post(path, { subscriptions: [{ name: newName() }], principals });
    assert.deepEqual([refused.status, refused.json.code, refused.json.msg], [400, 'BAD_REQUEST', 'No such user']);
  }
});

test('a person of another organization is as one that is not there', async () => {
  const stranger = await makeStranger(server);
  const refused = await ann.client.post(path, {
    subscriptions: [{ name: newName() }],
    principals: [stranger.id],
  });
  assert.equal(refused.json.msg, 'No such user');
});

test('parallel requests for one new name make one channel', async () => {
  const name = newName();
  // All are there before one of them has the log, so what each of them would see without it is that there is no such channel.
  const answers = await whileHeld(
    server,
    (tx) =>
      tx.run(
        sql`update platform.log_heads set event_id = event_id where organization_id = ${organization.organization_id}`,
      ),
    () => Promise.all([ann, bob, ann, bob].map(({ client }) => client.post(path, { subscriptions: [{ name }] }))),
    (waits) => waits.length === 4,
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(answers.filter(({ json }) => Object.keys(json.subscribed).length > 0).length, 2);
  const { streams } = (await owner.get('/streams')).json;
  assert.equal(streams.filter((stream: { name: string }) => stream.name === name).length, 1);
});

test('parallel creations of one name: one succeeds, the others are told that the channel is there', async () => {
  const name = newName();
  const answers = await Promise.all(
    [ann, bob, ann, bob].map(({ client, id }) => client.post('/channels/create', { name, subscribers: [id] })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const { status, json } of answers.filter((answer) => answer.status !== 200)) {
    assert.equal(status, 400);
    assert.deepEqual(json, {
      result: 'error',
      code: 'CHANNEL_ALREADY_EXISTS',
      msg: `Channel '${name}' already exists`,
    });
  }
});

test('a private channel takes only whom its subscribers bring in', async () => {
  const name = newName();
  await ann.client.post(path, { subscriptions: [{ name }], invite_only: true });
  const fatal = await bob.client.post(path, { subscriptions: [{ name }] });
  assert.deepEqual(
    [fatal.status, fatal.json.code, fatal.json.msg],
    [400, 'BAD_REQUEST', `Unable to access channel (${name}).`],
  );
  const other = newName();
  const tolerant = await bob.client.post(path, {
    subscriptions: [{ name }, { name: other }],
    authorization_errors_fatal: false,
  });
  assert.deepEqual(tolerant.json.unauthorized, [name]);
  assert.deepEqual(tolerant.json.subscribed, { [bob.id]: [other] });
  const added = await ann.client.post(path, { subscriptions: [{ name }], principals: [bob.id] });
  assert.deepEqual(added.json.subscribed, { [bob.id]: [name] });
});

test('a guest makes no channels and joins none, but can be brought in', async () => {
  const name = newName();
  const refused = await guest.client.post(path, { subscriptions: [{ name }] });
  assert.deepEqual([refused.status, refused.json.msg], [400, 'Insufficient permission']);
  await ann.client.post(path, { subscriptions: [{ name }] });
  assert.equal(
    (await guest.client.post(path, { subscriptions: [{ name }] })).json.msg,
    `Unable to access channel (${name}).`,
  );
  assert.equal((await ann.client.post(path, { subscriptions: [{ name }], principals: [guest.id] })).status, 200);
  const { streams } = (await guest.client.get('/streams')).json;
  assert.deepEqual(
    streams.map((stream: { name: string }) => stream.name),
    [name],
  );
});

test('the number of statements and events does not grow with the people', async () => {
  const people = await services.database.transaction(async (tx) => {
    const rows = await tx.all(sql<{ id: number }>`
      insert into chat.users (organization_id, email, full_name, role, date_joined)
      select ${organization.organization_id}, 'crowd' || n || '@couriers.example', 'Crowd ' || n, 400, now()
      from generate_series(1, 500) n returning id`);
    tx.emit({
      organizationId: organization.organization_id,
      part: 'chat',
      kind: 'test',
      audience: [],
      payload: {},
      state: true,
    });
    return rows.map(({ id }) => id);
  });
  const statements = async (principals: number[]) => {
    let events: unknown[] = [];
    const made = await statementsOf(/insert into chat\.subscriptions/, async () => {
      events = await eventsOf(async () => {
        const answer = await ann.client.post(path, {
          subscriptions: [{ name: newName() }, { name: newName() }],
          principals,
        });
        assert.equal(Object.keys(answer.json.subscribed).length, principals.length);
      });
    });
    return [made.length, events.length];
  };
  await statements(people.slice(0, 2));
  const few = await statements(people.slice(0, 2));
  // Many have the table's statistics gathered anew, by a job.
  assert.deepEqual(await statements(people), [few[0]! + 1, few[1]]);
  assert.ok(few[0]! < 25, `${few[0]} statements`);
});

test('everybody concerned is notified: the subscriber, those who may know of the channel, a newcomer of the channel', async () => {
  const name = newName();
  const created = await eventsOf(() => ann.client.post(path, { subscriptions: [{ name }], invite_only: true }));
  assert.deepEqual(
    created.map(({ payload }) => `${payload.type} ${payload.op}`),
    ['stream create', 'subscription add', 'subscription peer_add'],
  );
  const { stream_id } = (await ann.client.get('/get_stream_id', { stream: name })).json;
  assert.deepEqual(created[0]!.audience.sort(), ['administrators', `channel:${stream_id}`, `user:${ann.id}`]);
  assert.deepEqual(created[2]!.payload.stream_ids, [stream_id]);
  assert.deepEqual(created[2]!.payload.user_ids, [ann.id]);
  assert.ok(!created[2]!.audience.includes('members'));
  assert.deepEqual(created[1]!.audience, [`user:${ann.id}`]);

  const principals = [bob.id, organization.chat.user_id];
  const silently = { subscriptions: [{ name }], principals, send_new_subscription_messages: false };
  const added = await eventsOf(() => ann.client.post(path, silently));
  // The owner knows of every channel, Bob comes to know of this one.
  assert.deepEqual(
    added.map(({ payload, audience }) => [`${payload.type} ${payload.op}`, audience.length]),
    [
      ['stream create', 1],
      ['subscription add', 2],
      ['subscription peer_add', 3],
    ],
  );
  assert.deepEqual(added[0]!.audience, [`user:${bob.id}`]);
  const [subscription] = added[1]!.payload.subscriptions as { subscribers: number[]; stream_id: number }[];
  assert.deepEqual(
    subscription!.subscribers,
    [organization.chat.user_id, ann.id, bob.id].sort((a, b) => a - b),
  );

  const left = await eventsOf(() => bob.client.delete(path, { subscriptions: [name] }));
  assert.deepEqual(
    left.map(({ payload }) => `${payload.type} ${payload.op}`),
    ['subscription remove', 'subscription peer_remove', 'stream delete'],
  );
  assert.deepEqual(left[0]!.payload.subscriptions, [{ stream_id, name }]);
  assert.deepEqual(left[2]!.audience, [`user:${bob.id}`]);
});

test('periods say from when to when somebody was subscribed', async () => {
  const name = newName();
  await ann.client.post(path, { subscriptions: [{ name }] });
  await ann.client.delete(path, { subscriptions: [name] });
  await ann.client.post(path, { subscriptions: [{ name }] });
  const { stream_id } = (await ann.client.get('/get_stream_id', { stream: name })).json;
  const periods = await services.database.reader.all(sql<{ after: number; until: number | null }>`
    select after_event_id as after, until_event_id as until from chat.subscription_periods
    where organization_id = ${organization.organization_id} and channel_id = ${stream_id} order by after_event_id`);
  assert.equal(periods.length, 2);
  assert.ok(periods[0]!.after < periods[0]!.until! && periods[0]!.until! <= periods[1]!.after);
  assert.equal(periods[1]!.until, null);
});

test('leaving: removed, not_removed, absent names, and only the entitled remove others', async () => {
  const [mine, yours] = [newName(), newName()];
  await ann.client.post(path, { subscriptions: [{ name: mine }] });
  await bob.client.post(path, { subscriptions: [{ name: yours }] });
  const left = await ann.client.delete(path, { subscriptions: [mine, yours] });
  assert.deepEqual([left.json.removed, left.json.not_removed], [[mine], [yours]]);
  const absent = await ann.client.delete(path, { subscriptions: ['no such channel'] });
  assert.deepEqual([absent.status, absent.json.msg], [400, 'Channel(s) (no such channel) do not exist']);
  const others = await ann.client.delete(path, { subscriptions: [yours], principals: [bob.id] });
  assert.deepEqual([others.status, others.json.msg], [400, 'Insufficient permission']);
  const byOwner = await owner.delete(path, { subscriptions: [yours], principals: [bob.email] });
  assert.deepEqual(byOwner.json.removed, [yours]);
});

test('permissions of a new channel: given ones are kept, wrong ones refused, nothing half-made', async () => {
  const groups = await systemGroupIds(services.state.of(organization.organization_id));
  const name = newName();
  const retained = await ann.client.post(path, {
    subscriptions: [{ name }],
    can_send_message_group: { direct_members: [bob.id, ann.id, bob.id], direct_subgroups: [] },
    can_remove_subscribers_group: { direct_members: [], direct_subgroups: [groups['role:moderators']] },
  });
  assert.equal(retained.status, 200);
  const { stream_id } = (await ann.client.get('/get_stream_id', { stream: name })).json;
  const { stream } = (await ann.client.get(`/streams/${stream_id}`)).json;
  assert.deepEqual(stream.can_send_message_group, { direct_members: [ann.id, bob.id], direct_subgroups: [] });
  assert.equal(stream.can_remove_subscribers_group, groups['role:moderators']);
  const wrong: [object, string][] = [
    [{ can_send_message_group: 999_999_999 }, 'Invalid user group'],
    [{ can_send_message_group: { direct_members: [999_999_999], direct_subgroups: [] } }, 'Invalid user ID: 999999999'],
    [
      { can_send_message_group: groups['role:internet'] },
      "'can_send_message_group' setting cannot be set to 'role:internet' group.",
    ],
    [{ message_retention_days: 30 }, 'Must be an organization owner'],
    [{ is_default_stream: true }, 'Insufficient permission'],
    [{ is_web_public: true }, 'Web-public channels are not enabled.'],
    [{ is_web_public: true, invite_only: true }, 'A private channel cannot be web-public.'],
    [{ folder_id: 7 }, 'Invalid channel folder ID'],
  ];
  for (const [given, msg] of wrong) {
    const refused = await ann.client.post(path, { subscriptions: [{ name: 'never made' }], ...given });
    assert.deepEqual([refused.status, refused.json.code, refused.json.msg], [400, 'BAD_REQUEST', msg]);
  }
  assert.equal((await owner.get('/get_stream_id', { stream: 'never made' })).status, 400);
});

test('bad input gets the exact refusal', async () => {
  const cases: [object, string, string][] = [
    [{}, 'REQUEST_VARIABLE_MISSING', "Missing 'subscriptions' argument"],
    [{ subscriptions: 'x' }, 'BAD_REQUEST', 'Argument "subscriptions" is not valid JSON.'],
    [{ subscriptions: [{}] }, 'BAD_REQUEST', 'name key is missing from subscriptions[0]'],
    [{ subscriptions: [{ name: 5 }] }, 'BAD_REQUEST', 'subscriptions[0]["name"] is not a string'],
    [{ subscriptions: [{ name: '   ' }] }, 'BAD_REQUEST', "Channel name can't be empty."],
    [{ subscriptions: [{ name: 'x'.repeat(61) }] }, 'BAD_REQUEST', 'Channel name too long (limit: 60 characters).'],
    [{ subscriptions: [{ name: 'a\u0007b' }] }, 'BAD_REQUEST', 'Invalid character in channel name, at position 2.'],
    [
      { subscriptions: [{ name: 'x', description: 'x'.repeat(1025) }] },
      'BAD_REQUEST',
      'description is too long (limit: 1024 characters)',
    ],
    [{ subscriptions: [{ name: 'x', color: 'red' }] }, 'BAD_REQUEST', 'color is not a valid hex color code'],
    [
      { subscriptions: [{ name: 'x' }], message_retention_days: 0 },
      'BAD_REQUEST',
      "Bad value for 'message_retention_days': 0",
    ],
  ];
  for (const [params, code, msg] of cases) {
    const answer = await owner.post(path, params as Record<string, unknown>);
    assert.deepEqual([answer.status, answer.json.code, answer.json.msg], [400, code, msg]);
  }
  const unknown = await owner.post(path, { subscriptions: [], surprise: 1 });
  assert.deepEqual(unknown.json.ignored_parameters_unsupported, ['surprise']);
  const stranger = new ChatClient({ ...organization.chat, api_key: 'x'.repeat(32) });
  for (const method of ['GET', 'POST', 'DELETE'])
    assert.equal((await stranger.request(method, path)).json.code, 'INVALID_API_KEY');
});

test("settings of a subscription: one's own, told to one's clients, and refused where they make no sense", async () => {
  const name = newName();
  await ann.client.post(path, { subscriptions: [{ name }] });
  const { stream_id } = (await ann.client.get('/get_stream_id', { stream: name })).json;
  const properties = `${path}/properties`;
  const events = await eventsOf(async () => {
    const answer = await ann.client.post(properties, {
      subscription_data: [
        { stream_id, property: 'color', value: '#F0A' },
        { stream_id, property: 'in_home_view', value: false },
        { stream_id, property: 'pin_to_top', value: true },
        { stream_id, property: 'desktop_notifications', value: false },
      ],
    });
    assert.equal(answer.status, 200);
  });
  assert.deepEqual(
    events.map(({ payload, audience }) => [payload.property, payload.value, audience[0]]),
    [
      ['color', '#ff00aa', `user:${ann.id}`],
      ['in_home_view', false, `user:${ann.id}`],
      ['is_muted', true, `user:${ann.id}`],
      ['pin_to_top', true, `user:${ann.id}`],
      ['desktop_notifications', false, `user:${ann.id}`],
    ],
  );
  const { subscriptions } = (await ann.client.get(path)).json;
  const own = subscriptions.find((subscription: { stream_id: number }) => subscription.stream_id === stream_id);
  assert.deepEqual(
    [own.color, own.is_muted, own.in_home_view, own.pin_to_top, own.desktop_notifications],
    ['#ff00aa', true, false, true, false],
  );
  const wrong: [object, string][] = [
    [{ stream_id, property: 'constructor', value: true }, 'Unknown subscription property: constructor'],
    [{ stream_id, property: 'is_muted', value: 'yes' }, 'is_muted is not a boolean'],
    [{ stream_id, property: 'color', value: 'yes' }, 'color is not a valid hex color code'],
    [{ stream_id: 999_999_999, property: 'color', value: '#fff' }, 'Invalid channel ID'],
  ];
  for (const [change, msg] of wrong)
    assert.equal((await ann.client.post(properties, { subscription_data: [change] })).json.msg, msg);
  const foreign = await bob.client.post(properties, {
    subscription_data: [{ stream_id, property: 'color', value: '#fff' }],
  });
  assert.equal(foreign.json.msg, `Not subscribed to channel id ${stream_id}`);
});

test('PATCH ends some of one’s subscriptions and begins others, all or none', async () => {
  const [old, next] = [newName(), newName()];
  await ann.client.post(path, { subscriptions: [{ name: old }] });
  const id = String(ann.id);
  const { json } = await ann.client.patch(path, { delete: [old], add: [{ name: next, color: '#c2c2c2' }] });
  assert.deepEqual(
    [json.subscribed, json.already_subscribed, json.removed, json.not_removed],
    [{ [id]: [next] }, {}, [old], []],
  );
  const refused = await ann.client.patch(path, { delete: ['not there'], add: [{ name: newName() }] });
  assert.equal(refused.json.msg, 'Channel(s) (not there) do not exist');
  const { subscriptions } = (await ann.client.get(path)).json;
  const names = subscriptions.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    [names.includes(next), names.includes(old), names.includes(`channel ${made}`)],
    [true, false, false],
  );
  assert.equal(
    (await ann.client.patch(path, {})).json.msg,
    'Nothing to do. Specify at least one of "add" or "delete".',
  );
});

test('whoever somebody else subscribes is told in a message, not of a new channel, and not if there are too many', async () => {
  const [cleo, dan] = [
    await makePerson(server, organization, { name: 'Cleo Member' }),
    await makePerson(server, organization, { name: 'Dan Member' }),
  ];
  const bot = await makePerson(server, organization, { name: 'Told Bot', botOwnerId: ann.id });
  const [one, other] = [newName(), newName()];
  const subscriptions = [one, other].map((name) => ({ name }));
  assert.equal((await ann.client.post(path, { subscriptions })).status, 200);
  const received = async ({ client }: { client: ChatClient }) => {
    const narrow = [['is', 'dm']];
    const asked = { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false };
    return (await client.get('/messages', asked)).json.messages.map(({ content }: { content: string }) => content);
  };
  const principals = [cleo.id, ann.id, bot.id];
  const first = await ann.client.post(path, { subscriptions, principals });
  assert.equal(first.json.new_subscription_messages_sent, true, first.text);
  const who = `@_**Ann Member|${ann.id}** subscribed you to the`;
  assert.deepEqual(await received(cleo), [`${who} following channels: #**${one}**, #**${other}**.`]);
  for (const each of [ann, bot]) assert.deepEqual(await received(each), []);
  // Existing subscribers, and those of a new channel, receive no notice.
  await ann.client.post(path, { subscriptions: [...subscriptions, { name: newName() }], principals: [cleo.id] });
  assert.equal((await received(cleo)).length, 1);
  const silent = { subscriptions: [{ name: one }], principals: [dan.id], send_new_subscription_messages: false };
  assert.ok(!('new_subscription_messages_sent' in (await ann.client.post(path, silent)).json));
  assert.deepEqual(await received(dan), []);
  const single = { subscriptions: [{ name: other }], principals: [dan.id] };
  await ann.client.post(path, single);
  assert.deepEqual(await received(dan), [`${who} channel #**${other}**.`]);

  const { max_bulk_new_subscription_messages: most } = (await ann.client.post('/register', {})).json;
  const many: number[] = [];
  while (many.length < most) many.push((await makePerson(server, organization, { name: `Many ${many.length}` })).id);
  const wide = newName();
  await ann.client.post(path, { subscriptions: [{ name: wide }] });
  const tooMany = { subscriptions: [{ name: wide }], principals: [...many, bob.id] };
  assert.equal((await ann.client.post(path, tooMany)).json.new_subscription_messages_sent, false);
  const inAll = async () => (await owner.get(`/streams/${await idOf(wide)}/members`)).json.subscribers.length;
  assert.equal(await inAll(), most + 2);
  assert.ok(!(await received(bob)).some((content: string) => content.includes(wide)));
  const atLimit = newName();
  await ann.client.post(path, { subscriptions: [{ name: atLimit }] });
  const enough = { subscriptions: [{ name: atLimit }], principals: many };
  assert.equal((await ann.client.post(path, enough)).json.new_subscription_messages_sent, true);
});

async function idOf(name: string): Promise<number> {
  return (await ann.client.get('/get_stream_id', { stream: name })).json.stream_id;
}
