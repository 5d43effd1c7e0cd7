import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { Role } from '../http/caller.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
let mara: Person;
let nils: Person;
const ids: Record<string, number> = {};

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
function refused(answer: Answer, msg: string): void {
  assert.deepEqual([answer.status, answer.json.code, answer.json.msg], [400, 'BAD_REQUEST', msg]);
}
const fields = async (client = owner) => ok(await client.get('/realm/profile_fields')).custom_fields;
const create = (params: object) => owner.post('/realm/profile_fields', { ...params });
const change = (client: ChatClient, id: number, value: unknown) =>
  client.patch('/users/me/profile_data', { data: [{ id, value }] });
const profileOf = async (person: Person) =>
  ok(await owner.get(`/users/${person.id}`, { include_custom_profile_fields: true })).user.profile_data;

const choices = { small: { text: 'Small van', order: '1' }, large: { text: 'Large van', order: '2' } };
const account = { subtype: 'custom', url_pattern: 'https://code.example/%(username)s' };

before(async () => {
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  for (const [name, field_type, field_data] of [
    ['Motto', 1],
    ['About', 2],
    ['Vehicle', 3, choices],
    ['Birthday', 4],
    ['Page', 5],
    ['Mentor', 6],
    ['Code', 7, account],
    ['Pronouns', 8],
  ] as const)
    ids[name] = ok(await create({ name, field_type, field_data })).id;
});

test('fields of every type are listed, registered, ordered, changed and deleted, and everybody is told', async () => {
  const all = await fields(mara.client);
  assert.deepEqual(
    all.map(({ name }: { name: string }) => name),
    Object.keys(ids),
  );
  const vehicle = {
    id: ids.Vehicle,
    name: 'Vehicle',
    hint: '',
    type: 3,
    field_data: JSON.stringify(choices),
    order: 3,
    required: false,
    editable_by_user: true,
  };
  assert.deepEqual({ ...all[2], field_data: JSON.parse(all[2].field_data) }, { ...vehicle, field_data: choices });
  assert.equal(all[0].field_data, '');
  const registered = ok(await mara.client.post('/register', { fetch_event_types: ['custom_profile_fields'] }));
  assert.deepEqual(registered.custom_profile_fields, all);
  const queue = await QueueReader.register(mara.client, { event_types: ['custom_profile_fields'] });
  const extra = ok(await create({ name: 'Extra', field_type: 1, hint: 'Say it', required: true })).id;
  const order = [extra, ...Object.values(ids)];
  ok(await owner.patch('/realm/profile_fields', { order }));
  const path = `/realm/profile_fields/${extra}`;
  const changed = { name: ' More ', hint: 'x', display_in_profile_summary: true, editable_by_user: false };
  ok(await owner.patch(path, changed));
  const [first] = await fields();
  assert.deepEqual(first, { ...first, ...changed, name: 'More', id: extra, order: 1, required: true });
  ok(await owner.delete(path));
  const events = await queue.poll();
  assert.equal(events.length, 4);
  assert.deepEqual(
    events.map((event) => event.fields.length),
    [9, 9, 9, 8],
  );
  assert.deepEqual(events[3]!.fields, await fields());
});

test('what a field cannot be', async () => {
  const unchanged = await fields();
  const other = new ChatClient((await server.organization()).chat);
  for (const [params, msg] of [
    [{ name: ' ', field_type: 1 }, 'Label cannot be blank.'],
    [{ name: 'x'.repeat(41), field_type: 1 }, 'name is too long (limit: 40 characters)'],
    [{ name: 'x', hint: 'x'.repeat(81), field_type: 1 }, 'hint is too long (limit: 80 characters)'],
    [{ name: 'MOTTO', field_type: 1 }, 'A field with that label already exists.'],
    [{ name: 'x', field_type: 9 }, 'Invalid field_type'],
    [{ name: 'x', field_type: 1, field_data: choices }, 'Field type does not support field data.'],
    [{ name: 'x', field_type: 3 }, 'Field must have at least one choice.'],
    [{ name: 'x', field_type: 3, field_data: { a: { text: ' ', order: '1' } } }, 'field_data["text"] cannot be blank.'],
    [
      { name: 'x', field_type: 3, field_data: { a: choices.small, b: choices.small } },
      'Field must not have duplicate choices.',
    ],
    [{ name: 'x', field_type: 7 }, 'Invalid external account type'],
    [
      { name: 'x', field_type: 7, field_data: { subtype: 'custom' } },
      'Custom external account must define URL pattern',
    ],
    [
      { name: 'x', field_type: 7, field_data: { subtype: 'custom', url_pattern: 'https://code.example/' } },
      "URL pattern must contain '%(username)s'",
    ],
    [
      { name: 'x', field_type: 7, field_data: { subtype: 'custom', url_pattern: 'javascript:%(username)s' } },
      'url_pattern is not a URL',
    ],
    [
      { name: 'x', field_type: 2, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
  ] as const)
    refused(await create(params), msg);
  for (const order of [[], Object.values(ids).slice(1), [...Object.values(ids), ids.Motto]])
    refused(await owner.patch('/realm/profile_fields', { order }), 'Invalid order mapping.');
  for (const method of ['patch', 'delete'] as const)
    refused(await other[method](`/realm/profile_fields/${ids.Motto}`), `Field id ${ids.Motto} not found.`);
  assert.deepEqual(await fields(other), []);
  for (const answer of [
    await mara.client.post('/realm/profile_fields', { name: 'x', field_type: 1 }),
    await mara.client.patch('/realm/profile_fields', { order: [] }),
    await mara.client.patch(`/realm/profile_fields/${ids.Motto}`, { name: 'x' }),
    await mara.client.delete(`/realm/profile_fields/${ids.Motto}`),
  ])
    assert.equal(answer.json.code, 'UNAUTHORIZED_PRINCIPAL');
  const summary = { display_in_profile_summary: true };
  for (const name of ['Motto', 'Page']) ok(await owner.patch(`/realm/profile_fields/${ids[name]}`, summary));
  refused(
    await owner.patch(`/realm/profile_fields/${ids.Code}`, summary),
    'Only 2 custom profile fields can be displayed in the profile summary.',
  );
  for (const name of ['Motto', 'Page'])
    ok(await owner.patch(`/realm/profile_fields/${ids[name]}`, { display_in_profile_summary: false }));
  assert.deepEqual(await fields(), unchanged);
});

test('values of every type, shown wherever people are, told to everybody, and cleared', async () => {
  const queue = await QueueReader.register(owner, { event_types: ['realm_user'] });
  const values = {
    Motto: 'On **time**',
    About: '@**Nils Night** <b>x</b>',
    Vehicle: 'large',
    Birthday: '1990-02-28',
    Page: 'https://mara.example/a',
    Mentor: [nils.id],
    Code: 'mara',
    Pronouns: 'she/her',
  };
  const data = Object.entries(values).map(([name, value]) => ({ id: ids[name], value }));
  ok(await mara.client.patch('/users/me/profile_data', { data }));
  const profile = await profileOf(mara);
  assert.deepEqual(profile[ids.Motto!], { value: 'On **time**', rendered_value: '<p>On <strong>time</strong></p>' });
  assert.ok(!profile[ids.About!].rendered_value.includes('<b>'));
  assert.ok(!profile[ids.About!].rendered_value.includes('user-mention'));
  assert.deepEqual(profile[ids.Mentor!], { value: `[${nils.id}]` });
  for (const name of ['Vehicle', 'Birthday', 'Page', 'Code', 'Pronouns'] as const)
    assert.deepEqual(profile[ids[name]!], { value: values[name] });
  assert.deepEqual(ok(await mara.client.get('/users/me')).profile_data, profile);
  const all = ok(await owner.get('/users', { include_custom_profile_fields: true })).members;
  assert.deepEqual(all.find(({ user_id }: { user_id: number }) => user_id === mara.id).profile_data, profile);
  const { realm_users } = ok(await owner.post('/register', { fetch_event_types: ['realm_user'] }));
  assert.deepEqual(realm_users.find(({ user_id }: { user_id: number }) => user_id === mara.id).profile_data, profile);
  const [received, ...others] = await queue.poll();
  assert.deepEqual(
    [received!.op, received!.person],
    ['update', { user_id: mara.id, custom_profile_field: { id: ids.Motto, ...profile[ids.Motto!] } }],
  );
  assert.equal(others.length, 7);
  // A change without effect emits nothing.
  ok(await change(mara.client, ids.Motto!, 'On **time**'));
  ok(await mara.client.delete('/users/me/profile_data', { data: [ids.Motto, ids.Mentor] }));
  ok(await change(mara.client, ids.Code!, ''));
  assert.deepEqual(
    (await queue.poll()).map(({ person }) => person.custom_profile_field),
    [ids.Motto, ids.Mentor, ids.Code].map((id) => ({ id, value: null })),
  );
  // A choice that is no more is nobody's.
  ok(await owner.patch(`/realm/profile_fields/${ids.Vehicle}`, { field_data: { small: choices.small } }));
  ok(await owner.delete(`/realm/profile_fields/${ids.Pronouns}`));
  assert.deepEqual(Object.keys(await profileOf(mara)).map(Number), [ids.About, ids.Birthday, ids.Page]);
});

test('what a value cannot be; nothing of the request is kept then', async () => {
  const gone = await makePerson(server, org, { name: 'Gone Gary' });
  const bot = await makePerson(server, org, { name: 'Billing Bot', botOwnerId: mara.id });
  ok(await owner.delete(`/users/${gone.id}`));
  for (const [name, value, msg] of [
    ['Motto', 5, 'Motto is not a string'],
    ['Motto', 'x'.repeat(51), 'Motto is too long (limit: 50 characters)'],
    ['About', 'x'.repeat(501), 'About is too long (limit: 500 characters)'],
    ['Vehicle', 'enormous', "'enormous' is not a valid choice for 'Vehicle'."],
    ['Vehicle', 'constructor', "'constructor' is not a valid choice for 'Vehicle'."],
    ['Birthday', '1990-02-30', 'Birthday is not a date'],
    ['Birthday', 'tomorrow', 'Birthday is not a date'],
    ['Page', 'javascript:alert(1)', 'Page is not a URL'],
    ['Mentor', 'Nils', 'Mentor is not a list'],
    ['Mentor', ['Nils'], 'Mentor is not a list of user IDs'],
    ['Mentor', [987_654], 'Invalid user ID: 987654'],
    ['Mentor', [gone.id], `User with ID ${gone.id} is deactivated`],
    ['Mentor', [bot.id], `User with ID ${bot.id} is a bot`],
    ['Code', 'x'.repeat(51), 'Code is too long (limit: 50 characters)'],
  ] as const) {
    const data = [
      { id: ids.Motto, value: 'kept?' },
      { id: ids[name], value },
    ];
    refused(await nils.client.patch('/users/me/profile_data', { data }), msg);
  }
  refused(await change(nils.client, 987_654, 'x'), 'Field id 987654 not found.');
  assert.deepEqual(await profileOf(nils), {});
});

test('administrators change it for others, also what people do not change themselves', async () => {
  const id = ok(await create({ name: 'Badge', field_type: 1, editable_by_user: false })).id;
  const forbidden = 'You are not allowed to change this field. Contact an administrator to update it.';
  refused(await change(nils.client, id, '7'), forbidden);
  refused(await nils.client.delete('/users/me/profile_data', { data: [id] }), forbidden);
  ok(await owner.patch(`/users/${nils.id}`, { profile_data: [{ id, value: '7' }] }));
  assert.deepEqual(await profileOf(nils), { [id]: { value: '7', rendered_value: '<p>7</p>' } });
  const admin = await makePerson(server, org, { name: 'Ada Admin', role: Role.administrator });
  ok(await change(admin.client, id, '1'));
  const bad = { full_name: 'Nils Renamed', profile_data: [{ id: 987_654, value: 'x' }] };
  refused(await owner.patch(`/users/${nils.id}`, bad), 'Field id 987654 not found.');
  assert.equal(ok(await owner.get(`/users/${nils.id}`)).user.full_name, 'Nils Night');
});

test('bots have no profile: nothing is kept of them, nor told', async () => {
  const bot = await makePerson(server, org, { name: 'Parcel Bot', botOwnerId: mara.id });
  const queue = await QueueReader.register(owner, { event_types: ['realm_user'] });
  const noBots = 'This endpoint does not accept bot requests.';
  refused(await change(bot.client, ids.Motto!, 'Beep'), noBots);
  refused(await bot.client.delete('/users/me/profile_data', { data: [ids.Motto] }), noBots);
  const profile_data = [{ id: ids.Motto, value: 'Beep' }];
  refused(await owner.patch(`/users/${bot.id}`, { full_name: 'Other Bot', profile_data }), 'Bots have no profile.');
  ok(await owner.patch(`/users/${bot.id}`, { profile_data: [] }));
  assert.deepEqual(await queue.poll(), []);
});

test('a guest names nobody whom they may not know of', async () => {
  const guest = await makePerson(server, org, { name: 'Gilda Guest', role: Role.guest });
  const gone = await makePerson(server, org, { name: 'Gone Gerda' });
  ok(await owner.delete(`/users/${gone.id}`));
  ok(await change(guest.client, ids.Mentor!, [nils.id]));
  const { user_groups } = ok(await owner.get('/user_groups'));
  const group = (name: string) => user_groups.find((each: { name: string }) => each.name === name).id;
  ok(await owner.patch('/realm', { can_access_all_users_group: group('role:members') }));
  for (const id of [nils.id, gone.id])
    refused(await change(guest.client, ids.Mentor!, [guest.id, id]), `Invalid user ID: ${id}`);
  ok(await change(guest.client, ids.Mentor!, [guest.id]));
  ok(await owner.patch(`/users/${guest.id}`, { profile_data: [{ id: ids.Mentor, value: [nils.id] }] }));
  ok(await owner.patch('/realm', { can_access_all_users_group: group('role:everyone') }));
});
