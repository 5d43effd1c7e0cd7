import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ChatClient, type ChatParams } from '../../../tests/harness/clients.ts';
import { makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';

const RANGE = { anchor: 'newest', num_before: 50, num_after: 0 };
const WORLD = { ...RANGE, narrow: [['channels', 'web-public']] };

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let mara: Person;
let open: number;
let inside: number;
let shown: number;
let hidden: number;

function ok(answer: Answer) {
  assert.equal(answer.json?.result, 'success', answer.text);
  return answer.json;
}

/** Asks as a browser does that nobody has signed in with. */
function ask(site: string, method: string, path: string, params?: ChatParams): Promise<Answer> {
  const client = new ChatClient({ site, email: '', api_key: '' });
  client.isNobody = true;
  return client.request(method, path, params);
}
const get = (path: string, params?: ChatParams) => ask(server.url, 'GET', path, params);
const post = (path: string, params?: ChatParams) => ask(server.url, 'POST', path, params);

function refused(answer: Answer): void {
  assert.deepEqual([answer.status, answer.json.code], [401, 'UNAUTHORIZED'], answer.text);
}

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  ok(await owner.patch('/realm', { enable_spectator_access: true }));
  const channel = async (name: string, more: object = {}) =>
    ok(await owner.post('/channels/create', { name, subscribers: [mara.id, org.chat.user_id], ...more })).id as number;
  open = await channel('news', { is_web_public: true, description: 'for all' });
  inside = await channel('dock');
  const send = async (to: number, content: string) =>
    ok(await mara.client.post('/messages', { type: 'channel', to, topic: 'gates', content })).id as number;
  shown = await send(open, `bay 4 is open, says @**Mara Member**`);
  hidden = await send(inside, 'bay 5 is not');
  ok(await mara.client.post('/messages', { type: 'direct', to: [org.chat.user_id], content: 'between us' }));
  ok(await mara.client.patch(`/messages/${shown}`, { content: 'bay 4 is open' }));
});
after(() => server[Symbol.asyncDispose]());

describe('without an account', () => {
  test('web-public channels are read, by their narrow', async () => {
    const { messages, found_newest } = ok(await get('/messages', WORLD));
    assert.deepEqual(
      messages.map(({ id, content, stream_id }: Record<string, unknown>) => [id, content, stream_id]),
      [[shown, '<p>bay 4 is open</p>', open]],
    );
    assert.equal(found_newest, true);
    const narrows = [
      ['topic', 'gates'],
      ['sender', mara.id],
      ['search', 'bay'],
      ['channel', open],
      ['is', 'resolved'],
    ];
    for (const [operator, operand] of narrows) {
      const narrow = [
        ['channels', 'web-public'],
        [operator, operand],
      ];
      const found = ok(await get('/messages', { ...RANGE, narrow })).messages.map(({ id }: { id: number }) => id);
      assert.deepEqual(found, operand === 'resolved' ? [] : [shown], operator as string);
    }
    assert.equal(ok(await get(`/messages/${shown}`)).message.id, shown);
    assert.deepEqual(ok(await get(`/users/me/${open}/topics`)).topics, [{ name: 'gates', max_id: shown }]);
    assert.equal(ok(await get('/server_settings')).realm_web_public_access_enabled, true);
  });

  test('nothing else is', async () => {
    refused(await get('/messages', RANGE));
    for (const narrow of [
      [['channels', 'public']],
      [{ operator: 'channels', operand: 'web-public', negated: true }],
      [
        ['channels', 'web-public'],
        ['is', 'dm'],
      ],
      [
        ['channels', 'web-public'],
        ['is', 'starred'],
      ],
      [
        ['channels', 'web-public'],
        ['dm', [mara.id]],
      ],
      [['channel', open]],
    ])
      refused(await get('/messages', { ...RANGE, narrow }));
    refused(await get('/messages', { message_ids: [shown] }));
    const narrow = [['channels', 'web-public']];
    assert.deepEqual(ok(await get('/messages', { message_ids: [hidden], narrow })).messages, []);
    const [there, missing] = [await get(`/messages/${hidden}`), await get('/messages/999999999')];
    assert.deepEqual([there.status, there.text], [missing.status, missing.text]);
    const topics = [await get(`/users/me/${inside}/topics`), await get('/users/me/999999999/topics')];
    assert.deepEqual([topics[0]!.status, topics[0]!.text], [topics[1]!.status, topics[1]!.text]);
    const channel = {
      ...RANGE,
      narrow: [
        ['channels', 'web-public'],
        ['channel', inside],
      ],
    };
    assert.equal((await get('/messages', channel)).json.code, 'BAD_NARROW');
    for (const path of ['/users', '/users/me', '/streams', `/streams/${open}`, `/messages/${shown}/history`, '/events'])
      refused(await get(path));
    refused(await post('/messages', { type: 'channel', to: open, topic: 'gates', content: 'hello' }));
    refused(await post(`/messages/${shown}/reactions`, { emoji_name: 'tada' }));
    refused(await post('/messages/flags', { messages: [shown], op: 'add', flag: 'read' }));
  });

  test('no address is shown, nor asked by, nor what a message was before', async () => {
    const texts = [
      (await get('/messages', { ...WORLD, client_gravatar: true })).text,
      (await get(`/messages/${shown}`)).text,
      (await post('/register')).text,
    ];
    for (const text of texts)
      for (const word of [mara.email, org.chat.email, 'says', 'edit_history', 'between us'])
        assert.ok(!text.includes(word), `${word} in ${text}`);
    const by = (operand: unknown) =>
      get('/messages', {
        ...RANGE,
        narrow: [
          ['channels', 'web-public'],
          ['sender', operand],
        ],
      });
    const answers = [await by(mara.email), await by('nobody@couriers.example'), await by(999_999_999)];
    for (const { json } of answers) assert.deepEqual([json.result, json.messages], ['success', []]);
  });

  test('a registration gives the public face and no queue', async () => {
    const state = ok(await post('/register', { client_capabilities: { archived_channels: true } }));
    assert.equal(state.queue_id, null);
    assert.equal(state.last_event_id, -1);
    assert.deepEqual(
      state.streams.map((each: Record<string, unknown>) => [each.stream_id, each.creator_id, each.subscriber_count]),
      [[open, null, 0]],
    );
    for (const name of [
      'realm_users',
      'subscriptions',
      'realm_user_groups',
      'realm_can_create_groups',
      'user_settings',
    ])
      assert.ok(!(name in state), name);
    assert.equal(state.realm_name, ok(await owner.post('/register')).realm_name);
  });

  test('wrong credentials are not none', async () => {
    const client = new ChatClient({ site: server.url, email: mara.email, api_key: 'x'.repeat(32) });
    const answer = await client.get('/messages', WORLD);
    assert.equal(answer.json.code, 'INVALID_API_KEY');
  });

  test('it ends with the channel, and with what organization and server allow', async () => {
    const ids = async () => ok(await get('/messages', WORLD)).messages.map(({ id }: { id: number }) => id);
    ok(await owner.patch(`/streams/${open}`, { is_web_public: false }));
    assert.deepEqual(await ids(), []);
    assert.equal((await get(`/messages/${shown}`)).status, 400);
    ok(await owner.patch(`/streams/${open}`, { is_web_public: true }));
    assert.ok((await ids()).includes(shown));
    ok(await owner.patch('/realm', { enable_spectator_access: false }));
    refused(await get('/messages', WORLD));
    refused(await post('/register'));
    assert.equal(ok(await get('/server_settings')).realm_web_public_access_enabled, false);
    ok(await owner.patch('/realm', { enable_spectator_access: true }));
    ok(await owner.delete(`/streams/${open}`));
    assert.deepEqual(await ids(), []);
    assert.equal((await get(`/messages/${shown}`)).status, 400);
    // With a second organization nothing says which one is meant.
    await server.organization();
    refused(await get('/messages', WORLD));
  });
});

test('a server that does not want it has no web-public channels', async () => {
  await using closed = await startTestServer({ webPublicChannels: false });
  const chat = new ChatClient((await closed.organization()).chat);
  ok(await chat.patch('/realm', { enable_spectator_access: true }));
  const made = await chat.post('/channels/create', { name: 'news', subscribers: [], is_web_public: true });
  assert.equal(made.json.msg, 'Web-public channels are not enabled.');
  refused(await ask(closed.url, 'GET', '/messages', WORLD));
  const state = ok(await chat.post('/register', { fetch_event_types: ['realm'] }));
  const received = [state.realm_web_public_access_enabled, state.server_web_public_streams_enabled];
  assert.deepEqual([...received, state.realm_enable_spectator_access], [false, false, true]);
});

test('requests without an account are counted by address', async () => {
  await using limited = await startTestServer({ rateLimits: true, chatRequestsPerMinute: 20 });
  const chat = new ChatClient((await limited.organization()).chat);
  ok(await chat.patch('/realm', { enable_spectator_access: true }));
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await ask(limited.url, 'GET', '/messages', WORLD)).status);
  assert.deepEqual(statuses, [...Array(20).fill(200), 429]);
  // People who share the address have a count of their own.
  ok(await chat.get('/users/me'));
});

test('they are counted also where nothing is shown to them', async () => {
  await using limited = await startTestServer({ rateLimits: true, chatRequestsPerMinute: 5 });
  await limited.organization();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await ask(limited.url, 'GET', '/messages', WORLD)).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
});
