import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader, type WireEvent } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { systemGroupIds } from './access.ts';
import { userGroupPermissionNames } from './permissions.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const stranger = new ChatClient((await server.organization()).chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });
const milo = await makePerson(server, org, { name: 'Milo Member' });
const gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
const system = await systemGroupIds(server.services.state.of(org.organization_id));

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
async function refused(answer: Promise<Answer>, msg: RegExp | string, code = 'BAD_REQUEST') {
  const { json } = await answer;
  assert.equal(json.result, 'error', JSON.stringify(json));
  assert.equal(json.code, code);
  if (typeof msg === 'string') assert.equal(json.msg, msg);
  else assert.match(json.msg, msg);
}
let made = 0;
const create = async (given: Record<string, unknown> = {}, client = owner): Promise<number> =>
  ok(await client.post('/user_groups/create', { name: `group ${++made}`, description: '', members: [], ...given }))
    .group_id;
const group = async (id: number) =>
  ok(await owner.get('/user_groups', { include_deactivated_groups: true })).user_groups.find(
    (each: { id: number }) => each.id === id,
  );
const withoutIds = (events: WireEvent[]) => events.map(({ id, ...event }) => event);
const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
const nobody = system['role:nobody'];

test('a group is made with members, subgroups and permissions, and everybody is told of it', async () => {
  const inner = await create({ members: [milo.id] });
  const queue = await QueueReader.register(gwen.client, { event_types: ['user_group'] });
  const id = await create(
    { name: ' night crew ', description: 'after ten', members: [mara.id, mara.id, gwen.id], subgroups: [inner] },
    mara.client,
  );
  const crew = await group(id);
  assert.deepEqual(crew, {
    id,
    name: 'night crew',
    description: 'after ten',
    creator_id: mara.id,
    date_created: crew.date_created,
    is_system_group: false,
    deactivated: false,
    members: [mara.id, gwen.id],
    direct_subgroup_ids: [inner],
    can_add_members_group: only(mara.id),
    can_join_group: nobody,
    can_leave_group: system['role:everyone'],
    can_manage_group: only(mara.id),
    can_mention_group: system['role:everyone'],
    can_remove_members_group: nobody,
  });
  assert.deepEqual(withoutIds(await queue.poll()), [{ type: 'user_group', op: 'add', group: crew }]);

  const own = await create({ can_manage_group: system['role:moderators'], can_join_group: only(milo.id) });
  assert.deepEqual((await group(own)).can_manage_group, system['role:moderators']);
  assert.deepEqual((await group(own)).can_join_group, only(milo.id));
});

test('what cannot be a group is refused', async () => {
  const make = (given: Record<string, unknown>, client = owner) =>
    client.post('/user_groups/create', { name: `group ${++made}`, members: [], ...given });
  await create({ name: 'Taken' });
  await refused(make({ name: 'tAKEN ' }), "User group 'tAKEN' already exists.");
  await refused(make({ name: ' ' }), "User group name can't be empty!");
  await refused(make({ name: 'x'.repeat(101) }), 'User group name cannot exceed 100 characters.');
  await create({ name: 'ü'.repeat(100), description: 'ü'.repeat(1024) });
  await refused(make({ description: 'x'.repeat(1025) }), 'description is too long (limit: 1024 characters)');
  await refused(make({ name: 'a\u0007b' }), 'Invalid character in user group name.');
  for (const beginning of ['@', 'role:', 'user:', 'stream:', 'channel:'])
    await refused(make({ name: `${beginning}x` }), `User group name cannot start with '${beginning}'.`);
  await refused(make({ members: [987_654] }), 'Invalid user ID: 987654');
  await refused(make({ members: [org.chat.user_id, stranger] }), /members/);
  await refused(make({ subgroups: [987_654] }), 'Invalid user group ID: 987654');
  await refused(make({ can_join_group: 987_654 }), 'Invalid user group');
  await refused(make({}, gwen.client), 'Insufficient permission');
  await refused(stranger.patch(`/user_groups/${await create()}`, { name: 'x' }), 'Invalid user group');
  const left = await makePerson(server, org, { name: 'Lew Left' });
  ok(await owner.delete(`/users/${left.id}`));
  await refused(make({ members: [left.id] }), `Invalid user ID: ${left.id}`);
});

test('permissions are changed by update objects and plain values; a stale old value changes nothing', async () => {
  const id = await create({}, mara.client);
  const other = await create();
  const queue = await QueueReader.register(milo.client, { event_types: ['user_group'] });
  const patch = (given: Record<string, unknown>) => mara.client.patch(`/user_groups/${id}`, given);
  for (const name of userGroupPermissionNames) {
    if (name === 'can_manage_group') continue;
    const value = { direct_members: [milo.id, mara.id], direct_subgroups: [other] };
    const sorted = { direct_members: [mara.id, milo.id], direct_subgroups: [other] };
    const old = (await group(id))[name];
    await refused(
      patch({ [name]: { new: value, old: only(milo.id) }, name: 'half' }),
      "'old' value does not match the expected value.",
    );
    ok(await patch({ [name]: { new: value, old } }));
    assert.deepEqual((await group(id))[name], sorted);
    assert.deepEqual(withoutIds(await queue.poll()), [
      { type: 'user_group', op: 'update', group_id: id, data: { [name]: sorted } },
    ]);
    ok(await patch({ [name]: { new: other, old: value } }));
    ok(await patch({ [name]: only() }));
    await queue.poll();
  }
  ok(await patch({ name: 'Renamed', description: 'both', group_id: id }));
  assert.deepEqual(withoutIds(await queue.poll()), [
    { type: 'user_group', op: 'update', group_id: id, data: { name: 'Renamed', description: 'both' } },
  ]);
  ok(await patch({ name: 'renamed' }));
  await refused(patch({ name: 'Taken' }), "User group 'Taken' already exists.");
  await refused(patch({ group_id: id }), 'No new data supplied');
  await refused(patch({ can_join_group: { old: 5 } }), /can_join_group/);
  for (const [name, groups] of Object.entries({
    can_manage_group: ['role:internet', 'role:everyone'],
    can_mention_group: ['role:internet', 'role:owners'],
    can_join_group: ['role:internet'],
  }))
    for (const forbidden of groups)
      await refused(
        patch({ [name]: { new: system[forbidden as keyof typeof system] } }),
        `'${name}' setting cannot be set to '${forbidden}' group.`,
      );
  ok(await patch({ can_mention_group: { new: system['role:everyone'] } }));
  // An event of the change alone, none for what stays as it is.
  await queue.poll();
  ok(await patch({ can_mention_group: system['role:everyone'], name: 'renamed' }));
  assert.deepEqual(await queue.poll(), []);
});

test('each permission lets do what it names and nothing else', async () => {
  const tim = await makePerson(server, org, { name: 'Tim Trial' });
  const perform = {
    can_add_members_group: (id: number) => tim.client.post(`/user_groups/${id}/members`, { add: [milo.id] }),
    can_join_group: (id: number) => tim.client.post(`/user_groups/${id}/members`, { add: [tim.id] }),
    can_remove_members_group: (id: number) => tim.client.post(`/user_groups/${id}/members`, { delete: [mara.id] }),
    can_manage_group: (id: number) => tim.client.patch(`/user_groups/${id}`, { description: 'by Tim' }),
    addSubgroup: async (id: number) =>
      tim.client.post(`/user_groups/${id}/subgroups`, { add: [system['role:moderators']] }),
    deactivate: (id: number) => tim.client.post(`/user_groups/${id}/deactivate`),
  };
  const closed = Object.fromEntries(userGroupPermissionNames.map((name) => [name, nobody]));
  const allows: Record<string, (keyof typeof perform)[]> = {
    can_add_members_group: ['can_add_members_group', 'can_join_group', 'addSubgroup'],
    can_join_group: ['can_join_group'],
    can_leave_group: [],
    can_mention_group: [],
    can_remove_members_group: ['can_remove_members_group'],
    can_manage_group: Object.keys(perform) as (keyof typeof perform)[],
  };
  for (const name of userGroupPermissionNames) {
    const id = await create({ ...closed, [name]: only(tim.id), members: [mara.id] });
    for (const [what, attempt] of Object.entries(perform)) {
      if (allows[name]!.includes(what as keyof typeof perform)) ok(await attempt(id));
      else await refused(attempt(id), 'Insufficient permission');
    }
  }
  for (const name of ['can_leave_group', 'can_remove_members_group', 'can_join_group', 'can_mention_group']) {
    const id = await create({ ...closed, [name]: only(tim.id), members: [tim.id] });
    const leave = tim.client.post(`/user_groups/${id}/members`, { delete: [tim.id] });
    if (name === 'can_leave_group' || name === 'can_remove_members_group') ok(await leave);
    else await refused(leave, 'Insufficient permission');
  }
  // Managers of all groups need no permission of a single one.
  ok(await owner.patch(`/user_groups/${await create({ ...closed })}`, { description: 'by Olive' }));
  for (const id of Object.values(system))
    await refused(owner.patch(`/user_groups/${id}`, { description: 'x' }), 'Insufficient permission');
});

test('members and subgroups come and go; each is told once', async () => {
  const inner = await create({ members: [milo.id] });
  const outer = await create({ members: [mara.id] });
  const queue = await QueueReader.register(gwen.client, { event_types: ['user_group'] });
  const change = (given: Record<string, unknown>, path = 'members') =>
    owner.post(`/user_groups/${outer}/${path}`, given);
  ok(await change({ add: [gwen.id, gwen.id], delete: [mara.id], add_subgroups: [inner] }));
  const received = (op: string, ids: object) => ({ type: 'user_group', op, group_id: outer, ...ids });
  assert.deepEqual(withoutIds(await queue.poll()), [
    received('add_members', { user_ids: [gwen.id] }),
    received('remove_members', { user_ids: [mara.id] }),
    received('add_subgroups', { direct_subgroup_ids: [inner] }),
  ]);
  const get = async (path: string, params = {}) => ok(await gwen.client.get(`/user_groups/${outer}/${path}`, params));
  assert.deepEqual((await get('members')).members, [milo.id, gwen.id].sort());
  assert.deepEqual((await get('members', { direct_member_only: true })).members, [gwen.id]);
  assert.deepEqual((await get('subgroups')).subgroups, [inner]);
  for (const [person, deep, direct] of [
    [milo, true, false],
    [gwen, true, true],
    [mara, false, false],
  ] as const) {
    const path = `members/${person.id}`;
    assert.equal((await get(path)).is_user_group_member, deep);
    assert.equal((await get(path, { direct_member_only: true })).is_user_group_member, direct);
  }
  await refused(change({ add: [gwen.id] }), `User ${gwen.id} is already a member of this group`);
  await refused(change({ delete: [mara.id] }), `There is no member '${mara.id}' in this user group`);
  await refused(change({ add: [inner] }, 'subgroups'), `User group ${inner} is already a subgroup of this group.`);
  await refused(
    change({ delete: [system['role:owners']] }, 'subgroups'),
    `User group ${system['role:owners']} is not a subgroup of this group.`,
  );
  await refused(change({}), 'Nothing to do. Specify at least one of "add" or "delete".');
  await refused(change({}, 'subgroups'), 'Nothing to do. Specify at least one of "add" or "delete".');
  await refused(change({ add: [mara.id], delete: [milo.id] }), /no member/);
  assert.deepEqual((await group(outer)).members, [gwen.id]);
  assert.deepEqual(await queue.poll(), []);
  await refused(gwen.client.get('/user_groups/987654/members'), 'Invalid user group');
  await refused(stranger.get(`/user_groups/${outer}/members`), 'Invalid user group');
  ok(await change({ delete: [inner] }, 'subgroups'));
  assert.deepEqual(withoutIds(await queue.poll()), [received('remove_subgroups', { direct_subgroup_ids: [inner] })]);
  assert.deepEqual((await get('members')).members, [gwen.id]);
});

test('whoever may leave a group takes no other group out of it; no permission goes to who cannot hold it', async () => {
  const inner = await create({ members: [milo.id] });
  const outer = await create({ members: [mara.id], subgroups: [inner] });
  const path = `/user_groups/${outer}/members`;
  await refused(mara.client.post(path, { delete_subgroups: [inner] }), 'Insufficient permission');
  const given = { name: 'all', description: '', members: [], can_manage_group: system['role:everyone'] };
  await refused(
    owner.post('/user_groups/create', given),
    "'can_manage_group' setting cannot be set to 'role:everyone' group.",
  );
});

test('a change of role tells of the groups of roles alone', async () => {
  await create({ members: [milo.id] });
  const queue = await QueueReader.register(gwen.client, { event_types: ['user_group'] });
  ok(await owner.patch(`/users/${milo.id}`, { role: 300 }));
  assert.deepEqual(withoutIds(await queue.poll()), [
    { type: 'user_group', op: 'remove_members', group_id: system['role:fullmembers'], user_ids: [milo.id] },
    { type: 'user_group', op: 'add_members', group_id: system['role:moderators'], user_ids: [milo.id] },
  ]);
  ok(await owner.patch(`/users/${milo.id}`, { role: 400 }));
});

test('groups hold each other without circles, also by two at once', async () => {
  const [a, b, c] = [await create(), await create(), await create()];
  const put = (into: number, ...add: number[]) => owner.post(`/user_groups/${into}/subgroups`, { add });
  ok(await put(a!, b!));
  ok(await put(b!, c!));
  assert.deepEqual(ok(await mara.client.get(`/user_groups/${a}/subgroups`)).subgroups, [b, c]);
  const shallow = await mara.client.get(`/user_groups/${a}/subgroups`, { direct_subgroup_only: true });
  assert.deepEqual(ok(shallow).subgroups, [b]);
  for (const each of [a!, b!, c!])
    await refused(put(c!, each), 'A user group cannot be a subgroup of itself, directly or through others.');
  const [d, e] = [await create(), await create()];
  const answers = await Promise.all([put(d!, e!), put(e!, d!)]);
  assert.deepEqual(answers.map(({ json }) => json.result).sort(), ['error', 'success']);
});

test('a deactivated group is edited and brought back, and filled, but neither used nor mentioned', async () => {
  const id = await create({ name: 'day crew', members: [milo.id] });
  const capable = { event_types: ['user_group'], client_capabilities: { include_deactivated_groups: true } };
  const knowing = await QueueReader.register(mara.client, capable);
  const older = await QueueReader.register(mara.client, { event_types: ['user_group'] });
  await refused(mara.client.post(`/user_groups/${id}/deactivate`), 'Insufficient permission');
  ok(await owner.post(`/user_groups/${id}/deactivate`));
  ok(await owner.post(`/user_groups/${id}/deactivate`));
  ok(await owner.patch(`/user_groups/${id}`, { description: 'before ten', can_join_group: only(mara.id) }));
  ok(await owner.patch(`/user_groups/${id}`, { deactivated: true }));
  ok(await mara.client.post(`/user_groups/${id}/members`, { add: [mara.id] }));
  await refused(mara.client.post(`/user_groups/${id}/members`, { add: [org.chat.user_id] }), 'Insufficient permission');
  await refused(mara.client.patch(`/user_groups/${id}`, { deactivated: false }), 'Insufficient permission');

  const other = await create();
  await refused(owner.patch(`/user_groups/${other}`, { can_join_group: { new: id } }), 'Invalid user group');
  await refused(owner.post(`/user_groups/${other}/subgroups`, { add: [id] }), `Invalid user group ID: ${id}`);
  const send = () => mara.client.post('/messages', { type: 'direct', to: [milo.id], content: '@*day crew*' });
  const flags = async () => {
    const message = ok(await send()).id;
    return ok(await milo.client.get(`/messages/${message}`)).message.flags;
  };
  await refused(send(), "You are not allowed to mention user group 'day crew'.");
  ok(await owner.patch(`/user_groups/${id}`, { deactivated: false }));
  assert.deepEqual(await flags(), ['mentioned']);
  const whole = await group(id);
  const received = (op: string, more: object) => ({ type: 'user_group', op, ...more });
  const ofGroup = (events: WireEvent[]) =>
    withoutIds(events).filter((event) => event.group_id === id || event.group?.id === id);
  assert.deepEqual(ofGroup(await knowing.poll()), [
    received('update', { group_id: id, data: { deactivated: true } }),
    received('update', { group_id: id, data: { description: 'before ten', can_join_group: only(mara.id) } }),
    received('add_members', { group_id: id, user_ids: [mara.id] }),
    received('update', { group_id: id, data: { deactivated: false } }),
  ]);
  assert.deepEqual(ofGroup(await older.poll()), [
    received('remove', { group_id: id }),
    received('add', { group: whole }),
  ]);
  // The older form of deactivating.
  ok(await owner.delete(`/user_groups/${id}`, { group_id: id }));
  assert.equal((await group(id)).deactivated, true);
  const left = ok(await owner.get('/user_groups')).user_groups.map((each: { id: number }) => each.id);
  assert.equal(left.includes(id), false);
});

test('a group that something rests on cannot be deactivated', async () => {
  const id = await create();
  const refuse = async (...objections: object[]) => {
    const { json } = await owner.post(`/user_groups/${id}/deactivate`);
    assert.deepEqual(
      [json.code, json.msg, json.objections],
      ['CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', objections],
    );
  };
  const other = await create({ subgroups: [id] });
  await refuse({ type: 'subgroup', supergroup_ids: [other] });
  ok(await owner.post(`/user_groups/${other}/subgroups`, { delete: [id] }));
  ok(await owner.patch(`/user_groups/${other}`, { can_join_group: { direct_members: [], direct_subgroups: [id] } }));
  const byGroup = { type: 'user_group', group_id: other, settings: ['can_join_group'] };
  await refuse(byGroup);
  const channel = ok(
    await owner.post('/channels/create', {
      ...{ name: 'dock', subscribers: [], can_send_message_group: id, can_add_subscribers_group: id },
    }),
  ).id;
  const byChannel = {
    ...{ type: 'channel', channel_id: channel, settings: ['can_add_subscribers_group', 'can_send_message_group'] },
  };
  await refuse(byGroup, byChannel);
  ok(await owner.patch('/realm', { can_create_groups: { new: id } }));
  await refuse(byGroup, byChannel, { type: 'realm', settings: ['can_create_groups'] });
  ok(await owner.patch('/realm', { can_create_groups: { new: system['role:members'] } }));
  ok(await owner.patch(`/user_groups/${other}`, { can_join_group: nobody }));
  await refuse(byChannel);
  const everyone = system['role:everyone'];
  ok(
    await owner.patch(`/streams/${channel}`, {
      can_send_message_group: everyone,
      can_add_subscribers_group: nobody,
    }),
  );
  ok(await owner.patch(`/user_groups/${id}`, { can_manage_group: id }));
  ok(await owner.delete(`/user_groups/${id}`));
});

test('mentions of a group reach its members, through subgroups, when the author may mention it', async () => {
  const inner = await create({ members: [milo.id] });
  const id = await create({ name: 'lift crew', subgroups: [inner], can_mention_group: only(mara.id) });
  const flags = async (author: ChatClient) => {
    const to = [milo.id, mara.id, org.chat.user_id];
    const message = ok(await author.post('/messages', { type: 'direct', to, content: '@*lift crew*' })).id;
    return ok(await milo.client.get(`/messages/${message}`)).message.flags;
  };
  assert.deepEqual(await flags(mara.client), ['mentioned']);
  const refused = "You are not allowed to mention user group 'lift crew'.";
  const sendText = (content: string) => owner.post('/messages', { type: 'direct', to: [milo.id], content });
  const isRefused = (answer: { status: number; json: { msg: string } }) =>
    assert.deepEqual([answer.status, answer.json.msg], [400, refused]);
  isRefused(await sendText('see @*Lift Crew*'));
  // Silently, in a quote and in code it is named and not called.
  for (const content of ['@_*lift crew*', '> @*lift crew*', '`@*lift crew*`']) ok(await sendText(content));
  const plain = ok(await sendText('plain')).id;
  isRefused(await owner.patch(`/messages/${plain}`, { content: 'then @*lift crew*' }));
  assert.equal(ok(await owner.get(`/messages/${plain}`)).message.content, '<p>plain</p>');
  ok(await owner.patch(`/user_groups/${id}`, { can_mention_group: { new: system['role:everyone'] } }));
  assert.deepEqual(await flags(owner), ['mentioned']);
  ok(await owner.delete(`/user_groups/${id}`));
  isRefused(await sendText('@*lift crew*'));
  ok(await sendText('@_*lift crew*'));
});

test('whoever joins a group comes to know its private channels, and loses them with it', async () => {
  const inner = await create();
  const outer = await create({ subgroups: [inner] });
  const channel = ok(
    await owner.post('/channels/create', {
      name: 'vault',
      subscribers: [org.chat.user_id],
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: outer,
    }),
  ).id;
  ok(await owner.post('/messages', { type: 'channel', to: channel, topic: 'keys', content: 'under the mat' }));
  const queues = await Promise.all(
    [milo, gwen].map(({ client }) => QueueReader.register(client, { event_types: ['stream'] })),
  );
  const seen = async () => {
    const [events, ofGuest] = await Promise.all(queues.map((queue) => queue.poll()));
    assert.deepEqual(ofGuest, []);
    return events!.map(({ op, streams }) => [op, streams[0].stream_id]);
  };
  const narrow = [{ operator: 'channel', operand: channel }];
  const fetch = () => milo.client.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
  await refused(fetch(), /channel/i, 'BAD_NARROW');
  ok(await owner.post(`/user_groups/${inner}/members`, { add: [milo.id, gwen.id] }));
  assert.deepEqual(await seen(), [['create', channel]]);
  assert.equal(ok(await fetch()).messages.length, 1);
  ok(await owner.post(`/user_groups/${outer}/subgroups`, { delete: [inner] }));
  assert.deepEqual(await seen(), [['delete', channel]]);
  await refused(fetch(), /channel/i, 'BAD_NARROW');
  await refused(gwen.client.get(`/streams/${channel}`), 'Invalid channel ID');
});

test('who is deactivated leaves every list of members, and is in it again when reactivated', async () => {
  const id = await create({ members: [milo.id] });
  const queue = await QueueReader.register(mara.client, { event_types: ['user_group'] });
  ok(await owner.delete(`/users/${milo.id}`));
  assert.deepEqual((await group(id)).members, []);
  assert.deepEqual(ok(await mara.client.get(`/user_groups/${id}/members`)).members, []);
  const ofGroup = async () => withoutIds(await queue.poll()).filter((event) => event.group_id === id);
  const received = (op: string) => ({ type: 'user_group', op, group_id: id, user_ids: [milo.id] });
  assert.deepEqual(await ofGroup(), [received('remove_members')]);
  ok(await owner.post(`/users/${milo.id}/reactivate`));
  assert.deepEqual((await group(id)).members, [milo.id]);
  assert.deepEqual(await ofGroup(), [received('add_members')]);
});
