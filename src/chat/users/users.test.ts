import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { changeState, makePerson, makeStranger, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { startServer } from '../../app.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { Role } from '../http/caller.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;
const host = new URL(server.url).hostname;

let organization: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let stranger: ChatClient;
let strangerId: number;
let admin: Person;
let moderator: Person;
let ann: Person;
let guest: Person;
let bot: Person;

before(async () => {
  organization = await server.organization();
  organizationId = organization.organization_id;
  owner = new ChatClient(organization.chat);
  ({ client: stranger, id: strangerId } = await makeStranger(server, Role.owner));
  admin = await makePerson(server, organization, { name: 'Ada Admin', role: Role.administrator });
  moderator = await makePerson(server, organization, { name: 'Moe Moderator', role: Role.moderator });
  ann = await makePerson(server, organization, { name: 'Ann Member' });
  guest = await makePerson(server, organization, { name: 'Gus Guest', role: Role.guest });
  bot = await makePerson(server, organization, { name: 'Van Bot', botOwnerId: ann.id });
});

test('GET /users/me is the whole account, flat, with the newest message', async () => {
  const { json } = await ann.client.get('/users/me');
  assert.equal(json.user_id, ann.id);
  assert.equal(json.email, ann.email);
  assert.equal(json.delivery_email, ann.email);
  assert.deepEqual(
    [json.role, json.is_owner, json.is_admin, json.is_guest, json.is_bot],
    [400, false, false, false, false],
  );
  assert.equal(json.max_message_id, -1);
  assert.deepEqual(json.profile_data, {});
  assert.ok(!Number.isNaN(Date.parse(json.date_joined)));
  const { json: ofBot } = await bot.client.get('/users/me');
  assert.deepEqual(
    [ofBot.bot_type, ofBot.bot_owner_id, ofBot.is_bot, 'profile_data' in ofBot],
    [1, ann.id, true, false],
  );
  const { json: ofOwner } = await owner.get('/users/me');
  assert.deepEqual([ofOwner.is_owner, ofOwner.is_admin], [true, true]);
});

test('GET /users has everybody of the organization and nobody else', async () => {
  const { members } = (await ann.client.get('/users', { include_custom_profile_fields: true })).json;
  assert.deepEqual(
    members.map((member: { user_id: number }) => member.user_id),
    [organization.chat.user_id, admin.id, moderator.id, ann.id, guest.id, bot.id],
  );
  for (const member of members) {
    assert.equal(member.avatar_url, null);
    assert.equal('profile_data' in member, !member.is_bot);
  }
  const some = (await ann.client.get('/users', { user_ids: [ann.id, strangerId, 2 ** 53 - 1, -5] })).json.members;
  assert.deepEqual(
    some.map((member: { user_id: number }) => member.user_id),
    [ann.id],
  );
  const pictured = (await ann.client.get('/users', { client_gravatar: false, user_ids: [ann.id] })).json.members;
  assert.equal(pictured[0].avatar_url, `/avatar/${ann.id}/1`);
});

test('GET /users/{id or e-mail}: digits, the real address, the dummy address, and nobody of elsewhere', async () => {
  for (const named of [String(ann.id), ann.email, ann.email.toUpperCase(), `user${ann.id}@${host}`]) {
    const { json } = await guest.client.get(`/users/${encodeURIComponent(named)}`);
    assert.equal(json.user?.user_id, ann.id, named);
  }
  for (const named of [
    String(strangerId),
    `user${strangerId}@${host}`,
    'nobody@couriers.example',
    `user${ann.id}@elsewhere.example`,
    '999999999999999',
    '99999999999999999999',
    '-1',
    'x',
  ]) {
    const { status, json } = await ann.client.get(`/users/${named}`);
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'No such user'], named);
  }
});

test('who sees an address follows its visibility; everybody sees their own and those of bots', async () => {
  const people = { owner, admin: admin.client, moderator: moderator.client, member: bot.client, guest: guest.client };
  const table: [number, string[]][] = [
    [1, ['owner', 'admin', 'moderator', 'member', 'guest']],
    [2, ['owner', 'admin', 'moderator', 'member']],
    [5, ['owner', 'admin', 'moderator']],
    [3, ['owner', 'admin']],
    [4, []],
  ];
  for (const [visibility, expected] of table) {
    await changeState(server, organizationId, (tx) =>
      tx.run(
        sql`update chat.users set email_address_visibility = ${visibility} where organization_id = ${organizationId} and id = ${ann.id}`,
      ),
    );
    for (const [name, client] of Object.entries(people)) {
      const { user } = (await client.get(`/users/${ann.id}`)).json;
      const sees = expected.includes(name);
      assert.equal(user.email, sees ? ann.email : `user${ann.id}@${host}`, `${name} at ${visibility}`);
      assert.equal(user.delivery_email, sees ? ann.email : null);
      assert.equal(user.avatar_url, sees ? null : `/avatar/${ann.id}/1`);
      assert.equal((await client.get(`/users/${ann.email}`)).status, sees ? 200 : 400);
      assert.equal((await client.get(`/users/user${ann.id}@${host}`)).status, 200);
    }
    assert.equal((await ann.client.get('/users/me')).json.email, ann.email);
  }
  await changeState(server, organizationId, (tx) =>
    tx.run(
      sql`update chat.users set email_address_visibility = 1 where organization_id = ${organizationId} and id = ${ann.id}`,
    ),
  );
});

test('POST /users: administrators make accounts that can sign in', async () => {
  const given = { email: 'Nell@couriers.example', full_name: 'Nell New', password: 'a long enough password' };
  const { status, json } = await admin.client.post('/users', given);
  assert.equal(status, 200);
  const signIn = await admin.client.post('/fetch_api_key', {
    username: 'nell@couriers.example',
    password: given.password,
  });
  assert.deepEqual([signIn.json.user_id, signIn.json.email], [json.user_id, given.email]);
  const wrong: [object, string][] = [
    [given, `Email '${given.email}' already in use`],
    [{ ...given, email: 'nell@COURIERS.example' }, "Email 'nell@COURIERS.example' already in use"],
    [{ ...given, email: 'nell' }, 'Enter a valid email address.'],
    [{ ...given, email: `user${ann.id}@${host}` }, 'Enter a valid email address.'],
    [{ ...given, email: 'n2@couriers.example', full_name: 'N' }, 'Name too short!'],
    [{ ...given, email: 'n2@couriers.example', full_name: 'x'.repeat(101) }, 'Name too long!'],
    [{ ...given, email: 'n2@couriers.example', full_name: '**all**' }, 'Invalid characters in name!'],
    [{ ...given, email: 'n2@couriers.example', full_name: 'Nell|5' }, 'Invalid characters in name!'],
    ...['\u202eNell', 'Nell\u200b', 'Ne\u200dll', 'N\ufe0fell', '\u3164\u3164', 'Nell\u2028New'].map(
      (full_name): [object, string] => [
        { ...given, email: 'n2@couriers.example', full_name },
        'Invalid characters in name!',
      ],
    ),
    [{ ...given, email: 'n2@couriers.example', password: '' }, 'password cannot be blank'],
    [
      { ...given, email: 'n2@couriers.example', password: 'mQ7tRw2Lx' },
      'The password must have 10 to 1000 characters.',
    ],
    [
      { ...given, email: 'n2@couriers.example', password: 'Password123!' },
      'The password is too easy to guess: it is mostly common words or rows of keys.',
    ],
  ];
  for (const [params, msg] of wrong) assert.equal((await admin.client.post('/users', { ...params })).json.msg, msg);
  for (const [at, full_name] of ['علی\u200cرضا', 'Kim 👨\u200d👩\u200d👧', '❤\ufe0f Nell'].entries())
    assert.equal(
      (await admin.client.post('/users', { ...given, email: `n${at + 3}@couriers.example`, full_name })).status,
      200,
    );
  const twice = await Promise.all(
    Array.from({ length: 3 }, () => admin.client.post('/users', { ...given, email: 'race@couriers.example' })),
  );
  assert.deepEqual(twice.map((answer) => answer.status).sort(), [200, 400, 400]);
  const refused = await ann.client.post('/users', given);
  assert.deepEqual([refused.status, refused.json.code], [403, 'UNAUTHORIZED_PRINCIPAL']);
});

test('PATCH /users/{id or e-mail}: names and roles, with what guards the owners', async () => {
  const paul = await makePerson(server, organization, { name: 'Paul Promoted' });
  assert.equal((await admin.client.patch(`/users/${paul.email}`, { full_name: ' Paul P. ', role: 300 })).status, 200);
  const { user } = (await ann.client.get(`/users/${paul.id}`)).json;
  assert.deepEqual([user.full_name, user.role], ['Paul P.', 300]);
  const wrong: [ChatClient, number, object, string][] = [
    [admin.client, paul.id, { role: 100 }, 'Must be an organization owner'],
    [admin.client, organization.chat.user_id, { role: 400 }, 'Must be an organization owner'],
    [
      owner,
      organization.chat.user_id,
      { role: 400 },
      'The owner permission cannot be removed from the only organization owner.',
    ],
    [owner, guest.id, { role: 200 }, 'Guests cannot be organization administrators'],
    [owner, paul.id, { role: 500 }, 'Invalid role'],
    [owner, paul.id, { full_name: '' }, 'Name too short!'],
    [owner, paul.id, { profile_data: [{ id: 4, value: 'x' }] }, 'Field id 4 not found.'],
    [owner, paul.id, { new_email: 'p@couriers.example' }, 'User not authorized to change user emails'],
    [owner, strangerId, { full_name: 'Mine now' }, 'No such user'],
  ];
  for (const [client, id, params, msg] of wrong) {
    const { status, json } = await client.patch(`/users/${id}`, { ...params });
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
  }
  const refused = await ann.client.patch(`/users/${paul.id}`, { full_name: 'Ann rules' });
  assert.deepEqual([refused.status, refused.json.code], [403, 'UNAUTHORIZED_PRINCIPAL']);
  // The new role counts at once.
  assert.equal((await owner.patch(`/users/${paul.id}`, { role: 200 })).status, 200);
  assert.equal((await paul.client.patch(`/users/${ann.id}`, { full_name: 'Ann Member' })).status, 200);
});

test('DELETE /users/{id}: keys end at once, bots too; the only owner stays', async () => {
  const dora = await makePerson(server, organization, { name: 'Dora Departs' });
  const herBot = await makePerson(server, organization, { name: 'Dora Bot', botOwnerId: dora.id });
  await dora.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'farewell' }] });
  assert.equal((await ann.client.delete(`/users/${dora.id}`)).json.code, 'UNAUTHORIZED_PRINCIPAL');
  assert.equal((await stranger.delete(`/users/${dora.id}`)).json.msg, 'No such user');
  assert.equal((await admin.client.delete(`/users/${dora.id}`)).status, 200);
  for (const { client } of [dora, herBot]) {
    const refused = await client.get('/users/me');
    assert.deepEqual([refused.status, refused.json.code], [401, 'USER_DEACTIVATED']);
  }
  const { user } = (await ann.client.get(`/users/${dora.id}`)).json;
  assert.equal(user.is_active, false);
  const { stream_id } = (await ann.client.get('/get_stream_id', { stream: 'farewell' })).json;
  assert.deepEqual((await ann.client.get(`/streams/${stream_id}/members`)).json.subscribers, []);
  const open = await services.database.reader.all(sql`
    select 1 from chat.subscription_periods
    where organization_id = ${organizationId} and user_id = ${dora.id} and until_event_id is null`);
  assert.equal(open.length, 0);
  const subscribing = await ann.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'farewell' }],
    principals: [dora.id],
  });
  assert.equal(subscribing.json.msg, 'User is deactivated');
  const last = await owner.delete(`/users/${organization.chat.user_id}`);
  assert.deepEqual(last.json, {
    result: 'error',
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    msg: 'Cannot deactivate the only organization owner.',
    is_last_owner: true,
    entity: 'organization owner',
  });
});

test('POST /users/{id}/reactivate brings a person back to their channels, with no key of before', async () => {
  const rita = await makePerson(server, organization, { name: 'Rita Returns' });
  await rita.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'return' }] });
  assert.equal((await admin.client.post(`/users/${rita.id}/reactivate`)).json.msg, 'User is already active');
  await admin.client.delete(`/users/${rita.id}`);
  assert.equal((await ann.client.post(`/users/${rita.id}/reactivate`)).json.code, 'UNAUTHORIZED_PRINCIPAL');
  assert.equal((await stranger.post(`/users/${rita.id}/reactivate`)).json.msg, 'No such user');
  assert.equal((await admin.client.post(`/users/${rita.id}/reactivate`)).status, 200);
  assert.equal((await rita.client.get('/users/me')).json.code, 'INVALID_API_KEY');
  const { stream_id } = (await ann.client.get('/get_stream_id', { stream: 'return' })).json;
  assert.deepEqual((await ann.client.get(`/streams/${stream_id}/members`)).json.subscribers, [rita.id]);
  const status = async (id: number) => (await ann.client.get(`/users/${id}/subscriptions/${stream_id}`)).json;
  assert.equal((await status(rita.id)).is_subscribed, true);
  assert.equal((await status(ann.id)).is_subscribed, false);
  assert.equal((await status(strangerId)).msg, 'No such user');
  assert.equal((await stranger.get(`/users/${strangerId}/subscriptions/${stream_id}`)).json.msg, 'Invalid channel ID');
  const periods = await services.database.reader.all(sql<{ open: boolean }>`
    select until_event_id is null as open from chat.subscription_periods
    where organization_id = ${organizationId} and user_id = ${rita.id} order by after_event_id`);
  assert.deepEqual(
    periods.map(({ open }) => open),
    [false, true],
  );
});

test('each operation: no credentials, unknown parameters, wrong types', async () => {
  const operations: [string, string][] = [
    ['GET', '/users/me'],
    ['GET', '/users'],
    ['GET', `/users/${ann.id}`],
    ['PATCH', `/users/${ann.id}`],
    ['DELETE', `/users/${ann.id}`],
    ['POST', '/users'],
  ];
  for (const [method, path] of operations) {
    const anonymous = await fetch(`${server.url}/api/v1${path}`, { method });
    assert.equal(anonymous.status, 401, `${method} ${path}`);
    assert.equal(((await anonymous.json()) as { code: string }).code, 'UNAUTHORIZED');
  }
  const { json } = await ann.client.get('/users/me', { surprise: 'yes' });
  assert.deepEqual(json.ignored_parameters_unsupported, ['surprise']);
  assert.equal((await ann.client.get('/users', { client_gravatar: 7 })).json.msg, 'client_gravatar is not a boolean');
  assert.equal((await ann.client.get('/users', { user_ids: ['x'] })).json.msg, 'user_ids[0] is not an integer');
  assert.equal((await admin.client.post('/users', { email: 'a@b.example' })).json.code, 'REQUEST_VARIABLE_MISSING');
});

test('a made-up address of an earlier host goes on meaning the same person', async () => {
  const { config, log, clock } = services;
  const { connectionString } = server;
  const publicUrl = 'https://hubbub.example';
  const there = await startServer({ config: { ...config, port: 0, publicUrl }, log, clock, connectionString });
  try {
    const client = new ChatClient({ ...organization.chat, site: there.url });
    for (const at of ['hubbub.example', host])
      assert.equal((await client.get(`/users/user${ann.id}@${at}`)).json.user?.user_id, ann.id, at);
    const { json } = await client.get(`/users/user${ann.id}@elsewhere.example`);
    assert.equal(json.result, 'error');
    const given = { email: `user${ann.id}@${host}`, full_name: 'Eve', password: 'correct horse battery staple' };
    assert.equal((await client.post('/users', given)).json.msg, 'Enter a valid email address.');
  } finally {
    await there.close();
  }
});
