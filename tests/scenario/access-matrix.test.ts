import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isChatOperation } from '../../src/chat/http/operation.ts';
import { createCredential } from '../../src/platform/credentials/credentials.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { type Answer, ChatClient, type ChatParams } from '../harness/clients.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { call, NOT_THERE, unnamed } from './access-call.ts';
import { AIMED, type Aim, NAMES_NO_OBJECT, READ_CONTENT, SAME_FOR_ALL } from './access-rows.ts';

/*
 * Access matrix: the callers of each operation, and what a private channel is to outsiders. Both are compared with the
 * declarations: an operation that names a message, a channel or a topic and has no row fails.
 */

/** Condition for operations reserved for administrators: everybody else may call the others. */
const ADMINISTRATORS: ReadonlySet<string> = new Set(['owner', 'administrator']);
const NAMES_OBJECTS = new Set([
  ...['message_id', 'messages', 'message_ids', 'msg_ids', 'anchor', 'narrow', 'topic', 'topic_name', 'to'],
  ...['stream', 'stream_id', 'stream_ids', 'subscriptions', 'subscription_data'],
]);

const { operations: declared } = await findDeclarations(['chat']);
const operations = declared.filter(isChatOperation);

let server: TestServer & AsyncDisposable;
/** By role or by how they stand to the private channel. */
const clients: Record<string, ChatClient> = {};
let own: Aim;

function ok(answer: Answer) {
  assert.equal(answer.json?.result, 'success', answer.text);
  return answer.json;
}

before(async () => {
  server = await startTestServer();
  const org = await server.organization();
  clients.owner = new ChatClient(org.chat);
  const make = async (name: string, role: 200 | 300 | 400 | 600, botOwnerId?: number) => {
    const person = await makePerson(server, org, { name, role, botOwnerId });
    return person;
  };
  const subscriber = await make('Sam Subscriber', 400);
  const former = await make('Fay Former', 400);
  const demoted = await make('Dana Demoted', 400);
  const gone = await make('Dora Deactivated', 400);
  clients.administrator = (await make('Ada Administrator', 200)).client;
  clients.moderator = (await make('Mona Moderator', 300)).client;
  clients.member = (await make('Mara Member', 400)).client;
  clients.guest = (await make('Gwen Guest', 600)).client;
  clients.bot = (await make('Bay Bot', 400, org.chat.user_id)).client;
  const hook = ok(await clients.owner.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 }));
  clients.webhook = new ChatClient({ site: server.url, email: hook.email, api_key: hook.api_key });
  Object.assign(clients, { subscriber: subscriber.client, former: former.client, demoted: demoted.client });
  clients.deactivated = gone.client;
  clients['other organization'] = new ChatClient((await server.organization()).chat);
  clients.nobody = new ChatClient({ site: server.url, email: 'nobody@couriers.example', api_key: 'x'.repeat(32) });

  const people = [subscriber.id, former.id, demoted.id];
  const channel = ok(
    await subscriber.client.post('/channels/create', {
      name: 'payroll',
      subscribers: people,
      invite_only: true,
      history_public_to_subscribers: true,
      // Whoever is removed cannot bring themselves back.
      can_administer_channel_group: { direct_members: [subscriber.id], direct_subgroups: [] },
    }),
  ).id;
  const sent = { type: 'channel', to: channel, topic: 'salaries', content: 'the secret sum' };
  const message = ok(await subscriber.client.post('/messages', sent)).id;
  // What they wrote, marked and followed there is lost with it.
  for (const { client } of [former, demoted]) {
    ok(await client.post('/messages', { ...sent, content: 'the secret sum, mine' }));
    ok(await client.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' }));
    ok(await client.post('/user_topics', { stream_id: channel, topic: 'salaries', visibility_policy: 3 }));
    ok(await client.delete('/users/me/subscriptions', { subscriptions: ['payroll'] }));
  }
  ok(await clients.owner.patch(`/users/${demoted.id}`, { role: 600 }));
  ok(await clients.owner.delete(`/users/${gone.id}`));
  await server.services.database.transaction((tx) =>
    createCredential(tx, { organizationId: org.organization_id, kind: 'chat', subject: String(gone.id) }),
  );
  own = { message, channel, name: 'payroll', topic: 'salaries', person: subscriber.id };
});
after(() => server[Symbol.asyncDispose]());

const missing = (): Aim => ({ ...own, message: NOT_THERE, channel: NOT_THERE, name: 'no such channel' });
const nothing = (): Aim => ({ ...missing(), person: NOT_THERE });

describe('role × operation', () => {
  test('who is nobody is asked to sign in, who is deactivated is told so, whatever they call', async () => {
    for (const operation of operations) {
      if (operation.access.name === 'anyone') continue;
      const asked = await call(clients.nobody!, operation, nothing(), {});
      assert.equal(asked.status, 401, `${operation.id}: ${asked.text}`);
      const gone = await call(clients.deactivated!, operation, nothing(), {});
      assert.ok([401, 403].includes(gone.status), `${operation.id}: ${gone.text}`);
      assert.ok(['USER_DEACTIVATED', 'INVALID_API_KEY'].includes(gone.json.code), `${operation.id}: ${gone.text}`);
    }
  });

  test('without an account nothing is reached that does not say so, and of that no private channel', async () => {
    // An organization that the world may read, alone on its server.
    await using alone = await startTestServer();
    const account = (await alone.organization()).chat;
    const chat = new ChatClient(account);
    ok(await chat.patch('/realm', { enable_spectator_access: true }));
    const made = { name: 'payroll', subscribers: [account.user_id], invite_only: true };
    const channel = ok(await chat.post('/channels/create', { ...made, history_public_to_subscribers: true })).id;
    const sent = { type: 'channel', to: channel, topic: 'salaries', content: 'the secret sum' };
    const message = ok(await chat.post('/messages', sent)).id;
    const aim = { message, channel, name: 'payroll', topic: 'salaries', person: account.user_id };
    const none = { ...aim, message: NOT_THERE, channel: NOT_THERE, name: 'no such channel' };
    const client = new ChatClient({ site: alone.url, email: '', api_key: '' });
    client.isNobody = true;
    const readable: string[] = [];
    for (const operation of operations) {
      if (operation.access.name === 'anyone') continue;
      const paramsOf = AIMED[operation.id!] ?? (() => ({}));
      const shown = await call(client, operation, aim, paramsOf(aim));
      if (operation.access.spectators) readable.push(operation.id!);
      else assert.deepEqual([shown.status, shown.json.code], [401, 'UNAUTHORIZED'], operation.id);
      assert.ok(!/secret|salaries/.test(withoutEcho(shown.text, paramsOf(aim))), `${operation.id}: ${shown.text}`);
      const twin = await call(client, operation, none, paramsOf(none));
      assert.equal(unnamed(shown, aim), unnamed(twin, none), operation.id);
    }
    assert.deepEqual(readable.sort(), ['fetch-messages', 'get-message', 'get-topics', 'register-queue']);
  });

  test('an incoming webhook sends, and reads its own account; the rest is refused whatever its owner may', async () => {
    const reached: string[] = [];
    for (const operation of operations) {
      if (operation.access.name === 'anyone') continue;
      const answer = await call(clients.webhook!, operation, nothing(), {});
      const isRefused = answer.json?.msg === 'Incoming webhook bots can only send messages';
      if (isRefused) assert.deepEqual([answer.status, answer.json.code], [400, 'BAD_REQUEST'], operation.id);
      else reached.push(operation.id!);
    }
    assert.deepEqual(reached.sort(), ['get-own-user', 'send-message']);
    const { email, key } = clients.webhook!;
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    for (const [method, path] of [
      ['GET', `/avatar/${own.person}`],
      ['GET', '/user_uploads/1/aa/aaaaaaaaaaaaaaaa/list.txt'],
      ['POST', '/api/v1/tus'],
    ]) {
      const answer = await fetch(`${server.url}${path}`, { method: method!, headers: { authorization } });
      assert.match(await answer.text(), /Incoming webhook bots can only send messages/, path);
    }
    assert.equal((await clients.webhook!.get('/server_settings')).status, 200);
  });

  for (const role of ['owner', 'administrator', 'moderator', 'member', 'guest', 'bot'])
    test(`a ${role} is refused what is for administrators unless they are one`, async () => {
      const isOne = ADMINISTRATORS.has(role);
      for (const operation of operations) {
        if (operation.access.name !== 'administrators') continue;
        // Nothing of it exists, or everything is left out: who may call is told what is wrong instead.
        const answer = await call(clients[role]!, operation, nothing(), {});
        const isRefused = answer.json?.code === operation.access.code && /^Must be /.test(answer.json.msg);
        assert.equal(isRefused, !isOne, `${operation.id}: ${answer.text}`);
      }
    });
});

describe('a private channel, to those who are not in it', () => {
  test('every operation that names a message, a channel or a topic has a row', () => {
    const names = operations
      .filter(({ params }) => Object.keys(params).some((name) => NAMES_OBJECTS.has(name)))
      .map(({ id }) => id!);
    const rows = new Set([...Object.keys(AIMED), ...NAMES_NO_OBJECT]);
    assert.deepEqual(
      names.filter((id) => !rows.has(id)),
      [],
    );
    const known = new Set(operations.map(({ id }) => id!));
    assert.deepEqual(
      [...rows].filter((id) => !known.has(id)),
      [],
      'no such operation',
    );
  });

  const outsiders = ['former', 'demoted', 'member', 'moderator', 'guest', 'bot', 'other organization'];
  for (const who of [...outsiders, 'administrator', 'owner'])
    test(`to ${who} it is as if there were none`, async () => {
      ok(await clients[who]!.get('/users/me'));
      const found: string[] = [];
      for (const [id, paramsOf] of Object.entries(AIMED)) {
        if (ADMINISTRATORS.has(who) && !READ_CONTENT.includes(id)) continue;
        const operation = operations.find((each) => each.id === id)!;
        const shown = await call(clients[who]!, operation, own, paramsOf(own));
        assert.ok(shown.status < 500, `${id}: ${shown.text}`);
        if (/secret|salaries/.test(withoutEcho(shown.text, paramsOf(own)))) found.push(`${id} tells: ${shown.text}`);
        const twin = await call(clients[who]!, operation, missing(), paramsOf(missing()));
        const [one, other] = [unnamed(shown, own), unnamed(twin, missing())];
        if (one !== other) found.push(`${id}: ${one} ≠ ${other}`);
      }
      assert.deepEqual(found, []);
    });

  test('to a subscriber it is there: each row reaches it', async () => {
    const alike: string[] = [];
    for (const [id, paramsOf] of Object.entries(AIMED)) {
      const operation = operations.find((each) => each.id === id)!;
      // Nobody but an administrator is told more than that it is for administrators.
      if (operation.access.name === 'administrators') continue;
      const twin = await call(clients.subscriber!, operation, missing(), paramsOf(missing()));
      const shown = await call(clients.subscriber!, operation, own, paramsOf(own));
      if (unnamed(shown, own) === unnamed(twin, missing())) alike.push(`${id}: ${shown.text}`);
    }
    assert.deepEqual(
      alike.filter((each) => !SAME_FOR_ALL.has(each.split(':')[0]!)),
      [],
    );
  });
});

/** Removes the caller's own input from an answer, which reveals nothing. */
function withoutEcho(text: string, params: ChatParams): string {
  return Object.values(params).some((value) => JSON.stringify(value).includes('salaries'))
    ? text.replaceAll('salaries', '')
    : text;
}
