import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, makeStranger, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

test('people are muted and unmuted by one person, whose clients are told', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['muted_users'] });
  const owners = await QueueReader.register(owner, { event_types: ['muted_users'] });
  const path = `/users/me/muted_users/${org.chat.user_id}`;
  const registered = async (client: ChatClient) =>
    ok(await client.post('/register', { fetch_event_types: ['muted_users'] })).muted_users;
  ok(await mara.client.post(path));
  const [muted, ...more] = await registered(mara.client);
  assert.deepEqual([muted.id, more], [org.chat.user_id, []]);
  assert.ok(Math.abs(muted.timestamp - server.clock.now().getTime() / 1000) < 60);
  assert.deepEqual(await registered(owner), []);
  const stranger = await makeStranger(server);
  for (const [client, request, msg] of [
    [mara.client, path, 'User already muted'],
    [mara.client, `/users/me/muted_users/${mara.id}`, 'Cannot mute self'],
    [mara.client, '/users/me/muted_users/987654', 'No such user'],
    [stranger.client, `/users/me/muted_users/${mara.id}`, 'No such user'],
  ] as const) {
    const { status, json } = await client.post(request);
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
  }
  ok(await mara.client.delete(path));
  assert.equal((await mara.client.delete(path)).json.msg, 'User is not muted');
  assert.deepEqual(
    (await queue.poll()).map(({ muted_users }) => muted_users),
    [[muted], []],
  );
  assert.deepEqual(await owners.poll(), []);
});

test('what a muted person sends is read when it comes, and what was unread is read at once', async () => {
  const lena = await makePerson(server, org, { name: 'Lena Loader' });
  const nils = await makePerson(server, org, { name: 'Nils Night' });
  const pia = await makePerson(server, org, { name: 'Pia Packer' });
  const floor = await makeChannel(server, org.organization_id, {
    name: 'floor',
    subscribers: [lena.id, nils.id, pia.id],
  });
  const direct = async (client: ChatClient): Promise<number> =>
    ok(await client.post('/messages', { type: 'direct', to: [lena.id, pia.id], content: 'hello' })).id;
  const post = async (client: ChatClient, content = 'hello'): Promise<number> =>
    ok(await client.post('/messages', { type: 'channel', to: floor, topic: 'gates', content })).id;
  const before = [await direct(nils.client), await post(nils.client), await post(pia.client)] as const;
  const queue = await QueueReader.register(lena.client, { event_types: ['message', 'update_message_flags'] });
  const pias = await QueueReader.register(pia.client, { event_types: ['message'] });
  // Data that a fetch caches must not outlive the mute.
  const unread = async (client: ChatClient): Promise<number[]> => {
    const narrow = [{ operator: 'is', operand: 'unread' }];
    const { messages } = ok(await client.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow }));
    return messages.map(({ id }: { id: number }) => id);
  };
  assert.deepEqual(
    await unread(lena.client),
    [...before].sort((a, b) => a - b),
  );
  ok(await lena.client.post(`/users/me/muted_users/${nils.id}`));
  const [marked] = await queue.collect('update_message_flags', 1);
  assert.deepEqual([marked!.flag, marked!.op, marked!.messages], ['read', 'add', [before[0], before[1]]]);
  const muted = [await direct(nils.client), await post(nils.client, '@**Lena Loader**')] as const;
  const received = await post(pia.client);
  const again = await post(nils.client);
  const events = await queue.collect('message', 4);
  assert.deepEqual(
    events.map(({ message, flags }) => [message.id, flags]),
    [
      [muted[0], ['read']],
      [muted[1], ['read', 'mentioned']],
      [received, []],
      [again, ['read']],
    ],
  );
  assert.deepEqual(await unread(lena.client), [before[2], received]);
  const { unread_msgs } = ok(
    await lena.client.post('/register', { fetch_event_types: ['message', 'update_message_flags'] }),
  );
  assert.equal(unread_msgs.count, 2);
  // Nobody else is concerned.
  assert.ok(
    (await pias.collect('message', 3)).every(
      ({ flags, message }) => message.sender_id === pia.id || !flags.includes('read'),
    ),
  );
  ok(await lena.client.delete(`/users/me/muted_users/${nils.id}`));
  const after = await direct(nils.client);
  assert.deepEqual(await unread(lena.client), [before[2], received, after]);
});

test('a person who unmutes somebody leaves them muted for others, and others muted for themselves', async () => {
  const [ada, ben] = [
    await makePerson(server, org, { name: 'Ada Agent' }),
    await makePerson(server, org, { name: 'Ben Bay' }),
  ];
  const [one, other] = [
    await makePerson(server, org, { name: 'One' }),
    await makePerson(server, org, { name: 'Other' }),
  ];
  const mutedBy = async ({ client }: Person) =>
    ok(await client.post('/register', { fetch_event_types: ['muted_users'] })).muted_users.map(
      ({ id }: { id: number }) => id,
    );
  for (const { client } of [ada, ben])
    for (const { id } of [one, other]) ok(await client.post(`/users/me/muted_users/${id}`));
  ok(await ada.client.delete(`/users/me/muted_users/${one.id}`));
  assert.deepEqual([await mutedBy(ada), await mutedBy(ben)], [[other.id], [one.id, other.id]]);
});

test('a guest unmutes somebody whom they may no longer know of', async () => {
  const gus = await makePerson(server, org, { name: 'Gus Guest', role: 600 });
  const kim = await makePerson(server, org, { name: 'Kim Known' });
  ok(await gus.client.post(`/users/me/muted_users/${kim.id}`));
  const groups = ok(await owner.get('/user_groups')).user_groups;
  const members = groups.find(({ name }: { name: string }) => name === 'role:members').id;
  ok(await owner.patch('/realm', { can_access_all_users_group: { new: members } }));
  assert.equal((await gus.client.delete(`/users/me/muted_users/${mara.id}`)).json.msg, 'No such user');
  ok(await gus.client.delete(`/users/me/muted_users/${kim.id}`));
  assert.equal((await gus.client.post(`/users/me/muted_users/${kim.id}`)).json.msg, 'No such user');
});
