import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient, DispatchClient, until } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { doCreateAdministratorKey } from '../../dispatch/administrators/actions.ts';
import { doAddDelegatee } from '../../dispatch/organization/actions.ts';
import { sql } from '../../platform/db/sql.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}
const refusal = ({ status, json }: Answer) => [status, json.message?.error];

/** A fleet whose tasks can have topics, with a dispatcher who has no account of the chat. */
async function startTalk() {
  const fleet = await startFleet(server);
  ok(await fleet.api.put('/conversations/settings', {}));
  const dora = await fleet.worker();
  const own = await fleet.task({ container: { type: 'WORKER', worker: dora.id } });
  const { client } = await makeDispatcher(server, fleet, []);
  const admins = ok(await fleet.api.get('/admins')) as { id: string; name: string }[];
  const dan = admins.find(({ name }) => name === 'Dan Dispatcher')!.id;
  await server.services.database.transaction((tx) =>
    tx.run(sql`update dispatch.administrators set is_active = true where id = ${dan}`),
  );
  const owner = new ChatClient(fleet.chat);
  const nameOf = (messages: { text: string; sender: { name: string } }[], text: string) =>
    messages.find((each) => each.text === text)?.sender;
  return {
    ...fleet,
    dora,
    id: own.id as string,
    client,
    dan,
    owner,
    nameOf,
    path: `/tasks/${own.id}/conversation/messages`,
  };
}

const sendText = (client: DispatchClient, path: string, text: string) => client.post(path, { text });

test('a dispatcher without an account of the chat reads what a driver asks, and answers in their own name', async () => {
  const { api, dora, id, client, dan, owner, nameOf, path } = await startTalk();
  const driverPath = `/driver/tasks/${id}/messages`;
  const nothing = {
    isAvailable: true,
    isOpen: false,
    isResolved: false,
    messages: [],
    hasOlder: false,
    hasNewer: false,
  };
  assert.deepEqual(ok(await client.get(path)), nothing);
  ok(await dora.driver.post(driverPath, { text: 'Which door?' }));
  const asked = ok(await client.get(path));
  assert.deepEqual(
    [asked.isOpen, nameOf(asked.messages, 'Which door?')],
    [true, { name: 'Dora Driver', type: 'WORKER', isOwn: false }],
  );

  const answer = () => client.post(path, { text: 'The green one' }, { 'idempotency-key': 'answer-1' });
  const { message, taskId } = ok(await answer());
  assert.deepEqual([taskId, message.sender], [id, { name: 'Dan Dispatcher', type: 'PERSON', isOwn: true }]);
  ok(await answer());
  const received = ok(await dora.driver.get(driverPath)).messages;
  assert.equal(received.filter(({ text }: { text: string }) => text === 'The green one').length, 1);
  assert.deepEqual(nameOf(received, 'The green one'), { name: 'Dan Dispatcher', type: 'PERSON', isOwn: false });
  const page = ok(await client.get(`${path}?after=${asked.messages.at(-1).id}&limit=1`));
  assert.deepEqual([page.messages.length, page.messages[0].sender.isOwn, page.hasNewer], [1, true, false]);

  for (const text of ['', '   \n', 'x'.repeat(2001)])
    assert.deepEqual(refusal(await sendText(client, path, text)), [400, 1000], JSON.stringify(text.slice(0, 5)));
  assert.deepEqual(
    refusal(await sendText(client, '/tasks/000000000000000000000000/conversation/messages', 'hi')),
    [404, 1402],
  );

  // An author of this kind has no account: neither channels nor a sign-in.
  const standIn = async () =>
    ok(await owner.get('/users')).members.find(
      (each: { full_name: string; user_id: number }) => /^Dan/.test(each.full_name) && each.user_id,
    );
  const { user_id: userId, role, is_bot: isBot } = await standIn();
  assert.deepEqual([role, isBot], [600, false]);
  const user = await server.services.database.reader.first(sql`
    select is_stand_in as "isStandIn", person_id as "personId" from chat.users where id = ${userId}`);
  assert.deepEqual(user, { isStandIn: true, personId: null });
  const { subscribers } = ok(
    await owner.get(`/streams/${ok(await api.get(`/tasks/${id}/conversation`)).conversation.channelId}/members`),
  );
  assert.equal(subscribers.includes(userId), false);

  // The name follows, and the user ends with the administrator.
  ok(await api.put(`/admins/${dan}`, { name: 'Dana Dispatcher' }));
  await until(async () => (await standIn()).full_name === 'Dana Dispatcher', 'the name being followed');
  ok(await sendText(client, path, '/assign Nobody Here'));
  const answers = async () => ok(await client.get(path)).messages as { text: string }[];
  await until(
    async () => (await answers()).some(({ text }) => /^No worker is called/.test(text)),
    'the command being answered',
  );
  ok(await api.delete(`/admins/${dan}`));
  const isActive = async () => ok(await owner.get(`/users/${userId}`)).user.is_active;
  await until(async () => !(await isActive()), 'the stand-in ending with the administrator');
});

test('a message for one driver is not sent once another has the task', async () => {
  const { api, dora, worker, client, path, id } = await startTalk();
  const dave = await worker();
  const send = (text: string, expected: unknown) => client.post(path, { text, worker: expected });
  ok(await send('To Dora', dora.id));
  const late = 'The worker of this task has changed. Read it again, then retry.';
  for (const expected of [dave.id, null]) {
    const answer = await send('To nobody', expected);
    assert.deepEqual([...refusal(answer), answer.json.message.cause], [412, 2401, late]);
  }
  ok(await api.put(`/containers/workers/${dave.id}`, { tasks: [-1, id] }));
  assert.deepEqual(refusal(await send('To nobody', dora.id)), [412, 2401]);
  ok(await send('To Dave', dave.id));
  for (const wrong of ['x', 7, {}]) assert.equal((await send('hi', wrong)).status, 400);
  const texts = ok(await client.get(path)).messages.map(({ text }: { text: string }) => text);
  assert.deepEqual(
    texts.filter((text: string) => text.startsWith('To ')),
    ['To Dora', 'To Dave'],
  );
});

test('an administrator with an account that reads the channel writes as that; the organization’s own key only reads', async () => {
  const { api, organization, owner, path, client, nameOf } = await startTalk();
  const { full_name: name } = ok(await owner.get('/users/me'));
  assert.deepEqual(refusal(await sendText(api, path, 'From nobody')), [403, 1300]);
  ok(await sendText(client, path, 'Hello'));
  assert.equal(nameOf(ok(await api.get(path)).messages, 'Hello')?.name, 'Dan Dispatcher');
  const email = ok(await owner.get('/users/me')).delivery_email;
  const made = await server.services.database.transaction((tx) => doCreateAdministratorKey(tx, email, ''), {
    organizationId: organization,
  });
  const asOwner = new DispatchClient({ url: server.url, api_key: made.key });
  const { message } = ok(await sendText(asOwner, path, 'From the owner'));
  assert.deepEqual(message.sender, { name, type: 'PERSON', isOwn: true });
  const row = await server.services.database.reader.first(sql`
    select count(*)::int as standIns from bridge.administrator_users where organization_id = ${organization}`);
  assert.deepEqual(row, { standins: 1 });
});

test('the topic is readable in the chat for dispatchers who are in its channel, and for nobody else', async () => {
  const { api, organization, owner, id, client } = await startTalk();
  const email = ok(await owner.get('/users/me')).delivery_email;
  const made = await server.services.database.transaction((tx) => doCreateAdministratorKey(tx, email, ''), {
    organizationId: organization,
  });
  const asOwner = new DispatchClient({ url: server.url, api_key: made.key });
  const path = `/tasks/${id}/conversation`;
  assert.equal(ok(await asOwner.post(path)).conversation.isReadable, true);
  const isReadable = async (caller: DispatchClient) => ok(await caller.get(path)).conversation.isReadable;
  assert.deepEqual([await isReadable(asOwner), await isReadable(client), await isReadable(api)], [true, false, false]);
  // The channel is private: an owner who leaves it reads it no more.
  ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['Deliveries'] }));
  assert.equal(await isReadable(asOwner), false);
});

test('who may only read writes nothing, and who manages other teams has no such task, nor a topic for it', async () => {
  const { api, dan, client, path, id, dora, team, organization } = await startTalk();
  ok(await dora.driver.post(`/driver/tasks/${id}/messages`, { text: 'Which door?' }));
  ok(await api.put(`/admins/${dan}`, { isReadOnly: true }));
  const read = ok(await client.get(path)).messages.map(({ text }: { text: string }) => text);
  assert.ok(read.includes('Which door?'), read.join('\n'));
  assert.deepEqual(refusal(await sendText(client, path, 'hi')), [403, 1300]);
  ok(await api.put(`/admins/${dan}`, { isReadOnly: false }));

  const [owner] = ok(await api.get('/admins'));
  const south = await team('South', { managers: [owner.id, dan] });
  const attempts = [
    client.get(`/tasks/${id}/conversation`),
    client.post(`/tasks/${id}/conversation`),
    client.get(path),
    sendText(client, path, 'hi'),
  ];
  for (const answer of await Promise.all(attempts)) assert.deepEqual(refusal(answer), [404, 1402], answer.text);
  ok(await api.put(`/teams/${south}`, { managers: [owner.id] }));
  ok(await sendText(client, path, 'hi'));
  // Another organization's key knows nothing of the task.
  const other = await startFleet(server);
  assert.notEqual(other.organization, organization);
  assert.deepEqual(refusal(await other.api.get(path)), [404, 1402]);
});

test('of a task that another organization executes no word crosses to who ordered it', async () => {
  const { api, organization, worker } = await startTalk();
  const shop = await startFleet(server);
  await server.services.database.transaction((tx) => doAddDelegatee(tx, organization), {
    organizationId: shop.organization,
  });
  const ordered = await shop.task({ executor: organization });
  const dora = await worker();
  ok(await api.put(`/containers/workers/${dora.id}`, { tasks: [-1, ordered.id] }));
  ok(await dora.driver.post(`/driver/tasks/${ordered.id}/messages`, { text: 'Which door?' }));
  const path = `/tasks/${ordered.id}/conversation/messages`;
  // The bot may say of the assignment what the topic's first message has said: how many they are is not what counts.
  const here = ok(await api.get(path)).messages.map(({ text }: { text: string }) => text);
  assert.ok(here.includes('Which door?'), here.join('\n'));
  ok(await shop.api.put('/conversations/settings', {}));
  const { client } = await makeDispatcher(server, shop, []);
  const { isAvailable, isOpen, messages } = ok(await client.get(path));
  assert.deepEqual([isAvailable, isOpen, messages], [false, false, []]);
  assert.deepEqual(refusal(await sendText(client, path, 'hi')), [403, 1300]);
});

test('without a channel nothing can be said, and an archived one is written to no more', async () => {
  const { api, client, path, id, owner } = await startTalk();
  ok(await sendText(client, path, 'hi'));
  const { channelId } = ok(await api.get(`/tasks/${id}/conversation`)).conversation;
  ok(await owner.delete(`/streams/${channelId}`));
  assert.deepEqual(
    [ok(await client.get(path)).isAvailable, refusal(await sendText(client, path, 'hi'))],
    [false, [400, 1000]],
  );
});

test('who administers the chat keeps a dispatcher from writing by deactivating the user of their name', async () => {
  const { client, path, owner } = await startTalk();
  ok(await sendText(client, path, 'hi'));
  const { members } = ok(await owner.get('/users'));
  const { user_id: userId } = members.find((each: { full_name: string }) => each.full_name === 'Dan Dispatcher');
  ok(await owner.delete(`/users/${userId}`));
  assert.deepEqual(refusal(await sendText(client, path, 'hi again')), [400, 1000]);
  const received = ok(await client.get(path)).messages.map(({ text }: { text: string }) => text);
  assert.ok(received.includes('hi') && !received.includes('hi again'), received.join('\n'));
});
