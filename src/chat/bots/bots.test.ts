import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson, makeStranger } from '../../../tests/harness/people.ts';
import { photo } from '../../../tests/harness/pictures.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { usedBytes } from '../../platform/files/files.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();
const owner = new ChatClient(organization.chat);
const ann = await makePerson(server, organization, { name: 'Ann Adler' });
const bob = await makePerson(server, organization, { name: 'Bob Berg' });
const admin = await makePerson(server, organization, { name: 'Ada Admin', role: 200 });
const guest = await makePerson(server, organization, { name: 'Gus Guest', role: 600 });
const stranger = await makeStranger(server);
const host = new URL(server.url).hostname;

const ok = ({ json, text }: Answer) => {
  assert.equal(json.result, 'success', text);
  return json;
};
const refused = ({ json, text }: Answer, msg: string | RegExp) => {
  assert.equal(json.result, 'error', text);
  assert.match(json.msg, typeof msg === 'string' ? new RegExp(`^${msg.replaceAll(/[.?]/g, '\\$&')}$`) : msg);
};
const make = (client: ChatClient, short_name: string, more: object = {}) =>
  client.post('/bots', { full_name: `Bot ${short_name}`, short_name, ...more });

test('a bot is made with a key that works, and its owner and administrators are told', async () => {
  const own = await QueueReader.register(ann.client, { fetch_event_types: ['realm_bot'], event_types: ['realm_bot'] });
  assert.deepEqual(own.state.realm_bots, []);
  const managing = await QueueReader.register(admin.client, { event_types: ['realm_bot'] });
  const others = await QueueReader.register(bob.client, { event_types: ['realm_bot'] });
  const { user_id, api_key, email, services } = ok(await make(ann.client, 'plain'));
  assert.equal(email, `plain-bot@${host}`);
  assert.deepEqual(services, []);
  const me = ok(await new ChatClient({ site: server.url, email, api_key }).get('/users/me'));
  assert.deepEqual([me.user_id, me.is_bot, me.bot_type, me.bot_owner_id, me.role], [user_id, true, 1, ann.id, 400]);
  const bot = {
    user_id,
    email,
    full_name: 'Bot plain',
    is_active: true,
    bot_type: 1,
    owner_id: ann.id,
    avatar_url: `/avatar/${user_id}/1`,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
  };
  for (const queue of [own, managing]) {
    const [{ id: _id, ...event } = { id: 0 }] = await queue.poll();
    assert.deepEqual(event, { type: 'realm_bot', op: 'add', bot });
  }
  assert.deepEqual(await others.poll(), []);
  assert.deepEqual(ok(await ann.client.get('/bots')).bots, [{ ...bot, username: email }]);
  assert.deepEqual(ok(await admin.client.get('/bots')).bots, []);
  const states = await Promise.all(
    [ann.client, admin.client, bob.client].map((client) =>
      client.post('/register', { fetch_event_types: ['realm_bot'] }),
    ),
  );
  assert.deepEqual(
    states.map((state) => ok(state).realm_bots),
    [[bot], [bot], []],
  );
});

const makeChannel = async (name: string, subscribers: number[], more: object = {}): Promise<number> =>
  ok(await owner.post('/channels/create', { name, subscribers, ...more })).id;

/** A multipart request with a picture beside its fields. */
async function withPicture(client: ChatClient, method: string, path: string, fields: object, picture: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.append('file', new Blob([picture as unknown as string]), 'robot.png');
  const authorization = `Basic ${Buffer.from(`${client.email}:${client.key}`).toString('base64')}`;
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    body: form,
    headers: { authorization, 'idempotency-key': `${method} ${hash('sha256', picture)}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  return (await response.json()) as any;
}

test('a picture comes with the making or a change of a bot, and those who manage it are told', async () => {
  const { reader } = server.services.database;
  const before = await usedBytes(reader, organization.organization_id);
  const fields = { full_name: 'Bot Painted', short_name: 'painted' };
  const bad = await withPicture(ann.client, 'POST', '/bots', fields, Buffer.from('no picture'));
  assert.equal(bad.code, 'BAD_IMAGE');
  const made = await withPicture(ann.client, 'POST', '/bots', fields, await photo(40, 30));
  assert.equal(made.avatar_url, `/avatar/${made.user_id}/2`);
  assert.deepEqual(await withPicture(ann.client, 'POST', '/bots', fields, await photo(40, 30)), made);
  const other = await withPicture(ann.client, 'POST', '/bots', fields, await photo(41, 30));
  assert.equal(other.msg, 'Username already in use');
  const one = await usedBytes(reader, organization.organization_id);
  assert.ok(one > before);
  const queue = await QueueReader.register(ann.client, { event_types: ['realm_bot'] });
  const changed = await withPicture(ann.client, 'PATCH', `/bots/${made.user_id}`, {}, await photo(50, 30));
  assert.equal(changed.avatar_url, `/avatar/${made.user_id}/3`);
  const bot = new ChatClient({ site: server.url, email: made.email, api_key: made.api_key });
  ok(await bot.delete('/users/me/avatar'));
  assert.deepEqual(
    (await queue.collect('realm_bot', 2)).map((event) => event.bot),
    [3, 4].map((version) => ({ user_id: made.user_id, avatar_url: `/avatar/${made.user_id}/${version}` })),
  );
  assert.equal(await usedBytes(reader, organization.organization_id), before);
  const stolen = await withPicture(bob.client, 'PATCH', `/bots/${made.user_id}`, {}, await photo(50, 30));
  assert.equal(stolen.msg, 'Insufficient permission');
});

test('a bot writes and listens where its defaults say, and whoever may not know a channel is not told its name', async () => {
  const dock = await makeChannel('dock', [ann.id]);
  const vault = await makeChannel('vault', [bob.id], { invite_only: true });
  // The notification bot, which tells of it, is there from here on.
  ok(await owner.patch(`/streams/${vault}`, { description: 'Closed' }));
  const named = { default_sending_stream: 'dock', default_events_register_stream: 'dock' };
  refused(await make(ann.client, 'nosy', { default_sending_stream: 'vault' }), "Invalid channel name 'vault'");
  refused(await make(ann.client, 'nosy', { default_events_register_stream: 'none' }), "Invalid channel name 'none'");
  const queues = await Promise.all(
    [ann, admin].map(({ client }) => QueueReader.register(client, { event_types: ['realm_bot'] })),
  );
  const made = ok(await make(ann.client, 'docker', { ...named, default_all_public_streams: true }));
  const { user_id, email, api_key } = made;
  const given = { ...named, default_all_public_streams: true };
  for (const [field, value] of Object.entries(given)) assert.deepEqual(made[field], value);
  const bot = new ChatClient({ site: server.url, email, api_key });

  const messageId = ok(await bot.post('/messages', { type: 'channel', topic: 'x', content: 'by default' })).id;
  assert.equal(ok(await ann.client.get(`/messages/${messageId}`)).message.stream_id, dock);
  const missing = await ann.client.post('/messages', { type: 'channel', topic: 'x', content: 'no bot' });
  assert.deepEqual([missing.json.code, missing.json.var_name], ['REQUEST_VARIABLE_MISSING', 'to']);
  refused(await bot.post('/messages', { type: 'direct', to: [], content: 'x' }), 'Message must have recipients');
  const other = await makeChannel('other', [ann.id]);
  const receives = async (params: object) => {
    const queue = await QueueReader.register(bot, { event_types: ['message'], ...params });
    for (const to of [other, dock])
      ok(await ann.client.post('/messages', { type: 'channel', to, topic: 'x', content: 'hear' }));
    return (await queue.poll()).map(({ message }) => message.stream_id);
  };
  assert.deepEqual(await receives({}), [dock]);
  assert.deepEqual(await receives({ narrow: [['channel', other]] }), [other]);
  assert.deepEqual(await receives({ all_public_streams: false }), []);

  for (const queue of queues) {
    const { bot: received } = (await queue.collect('realm_bot', 1))[0]!;
    for (const [field, value] of Object.entries(given)) assert.deepEqual(received[field], value);
  }
  ok(await owner.patch(`/streams/${dock}`, { new_name: 'pier' }));
  const changes = { default_sending_stream: '', default_all_public_streams: false };
  ok(await ann.client.patch(`/bots/${user_id}`, changes));
  const renamed = ok(await admin.client.patch(`/bots/${user_id}`, { default_events_register_stream: 'vault' }));
  assert.equal(renamed.default_events_register_stream, 'vault');
  const common = [
    { default_sending_stream: 'pier' },
    { default_events_register_stream: 'pier' },
    { default_sending_stream: null },
    { default_all_public_streams: false },
  ];
  for (const [queue, shown] of [
    [queues[0]!, null],
    [queues[1]!, 'vault'],
  ] as const)
    assert.deepEqual(
      (await queue.collect('realm_bot', 5)).map((event) => event.bot),
      [...common, { default_events_register_stream: shown }].map((field) => ({ user_id, ...field })),
    );
  const { bots } = ok(await ann.client.get('/bots'));
  const own = bots.find((each: { user_id: number }) => each.user_id === user_id);
  assert.deepEqual([own.default_sending_stream, own.default_events_register_stream], [null, null]);
  assert.deepEqual(await receives({}), []);
  ok(await bob.client.post('/messages', { type: 'channel', to: vault, topic: 'x', content: 'secret' }));
  const webhook = ok(await make(ann.client, 'deliverer', { bot_type: 2, default_sending_stream: 'pier' }));
  const hook = await fetch(`${server.url}/api/v1/external/json?api_key=${webhook.api_key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"from outside"}',
  });
  assert.equal(hook.status, 200);
  const { messages } = ok(
    await ann.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['channel', dock]] }),
  );
  assert.match(messages[0].content, /from outside/);
});

test('multipart works as well, and an Idempotency-Key makes one bot', async () => {
  const send = () => {
    const form = new FormData();
    form.set('full_name', 'Form Bot');
    form.set('short_name', 'form');
    const authorization = `Basic ${Buffer.from(`${bob.email}:${bob.client.key}`).toString('base64')}`;
    const headers = { authorization, 'idempotency-key': 'once' };
    return fetch(`${server.url}/api/v1/bots`, { method: 'POST', body: form, headers }).then((answer) => answer.json());
  };
  const [first, second] = [await send(), await send()];
  assert.deepEqual([first, first.result], [second, 'success']);
});

test('what a bot cannot be is refused', async () => {
  for (const [params, msg] of [
    [{ bot_type: 4 }, 'Embedded bots are not enabled.'],
    [{ bot_type: 5 }, /bot_type/],
    [{ short_name: 'a b' }, 'Bad name or username'],
    [{ short_name: '' }, 'Bad name or username'],
    [{ full_name: 'x' }, 'Name too short!'],
    [{ full_name: 'bob berg' }, 'Name is already in use!'],
    [{ bot_type: 3 }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: 'ftp://bots.example/' }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: 'https://a:b@bots.example/' }, /credentials/],
    [{ bot_type: 3, payload_url: 'https://bots.example/', interface_type: 3 }, /interface_type/],
  ] as const)
    refused(await make(bob.client, 'bad', params), msg);
  ok(await make(bob.client, 'taken'));
  refused(await make(ann.client, 'TAKEN', { full_name: 'Another' }), 'Username already in use');
  refused(await make(guest.client, 'guest'), 'Insufficient permission');
  const { email, api_key } = ok(await make(bob.client, 'maker'));
  const bot = new ChatClient({ site: server.url, email, api_key });
  refused(await make(bot, 'made'), 'This endpoint does not accept bot requests.');
  assert.equal((await bob.client.post('/bots', { full_name: 'No Name' })).json.code, 'REQUEST_VARIABLE_MISSING');
});

test('only the owner and administrators manage a bot', async () => {
  const { user_id } = ok(await make(ann.client, 'mine'));
  for (const [client, msg] of [
    [bob.client, 'Insufficient permission'],
    [stranger.client, 'No such bot'],
  ] as const) {
    refused(await client.patch(`/bots/${user_id}`, { full_name: 'Stolen' }), msg);
    refused(await client.post(`/bots/${user_id}/api_key/regenerate`), msg);
    refused(await client.delete(`/bots/${user_id}`), msg);
  }
  refused(await owner.patch(`/bots/${bob.id}`, { full_name: 'Person' }), 'No such bot');
  refused(await ann.client.patch(`/bots/${user_id}`, { role: 300 }), 'Must be an organization administrator');
  refused(await admin.client.patch(`/bots/${user_id}`, { role: 100 }), 'Must be an organization owner');
  assert.equal(ok(await admin.client.patch(`/bots/${user_id}`, { role: 200 })).role, 200);
  // Its key would make a member an administrator.
  refused(await ann.client.post(`/bots/${user_id}/api_key/regenerate`), 'Insufficient permission');
  ok(await admin.client.patch(`/bots/${user_id}`, { role: 400 }));
  ok(await ann.client.patch(`/bots/${user_id}`, { full_name: 'Mine Again' }));
  refused(await ann.client.patch(`/bots/${user_id}`, { full_name: 'Bob Berg' }), 'Name is already in use!');
  ok(await ann.client.patch(`/bots/${user_id}`, { full_name: 'mine again' }));
  refused(
    await ann.client.patch(`/bots/${user_id}`, { service_payload_url: 'https://b.example' }),
    /outgoing webhooks/,
  );
});

test('a new key replaces the old one, and a deactivated bot has none', async () => {
  const queue = await QueueReader.register(ann.client, { event_types: ['realm_bot'] });
  const { user_id, email, api_key } = ok(await make(ann.client, 'keyed'));
  const fresh = ok(await ann.client.post(`/bots/${user_id}/api_key/regenerate`)).api_key;
  assert.notEqual(fresh, api_key);
  const asBot = (key: string) => new ChatClient({ site: server.url, email, api_key: key }).get('/users/me');
  assert.equal((await asBot(api_key)).json.code, 'INVALID_API_KEY');
  ok(await asBot(fresh));
  ok(await ann.client.delete(`/bots/${user_id}`));
  assert.equal((await asBot(fresh)).json.code, 'USER_DEACTIVATED');
  refused(await ann.client.delete(`/bots/${user_id}`), 'No such bot');
  assert.ok(ok(await ann.client.get('/bots')).bots.every((bot: { user_id: number }) => bot.user_id !== user_id));
  ok(await admin.client.post(`/users/${user_id}/reactivate`));
  const events = (await queue.poll()).map(({ op, bot }) => [op, bot.user_id, bot.is_active]);
  assert.deepEqual(events, [
    ['add', user_id, true],
    ['update', user_id, false],
    ['update', user_id, true],
  ]);
  assert.equal((await asBot(fresh)).json.code, 'INVALID_API_KEY');
});

test('a bot is given to another person', async () => {
  const { user_id } = ok(await make(ann.client, 'given'));
  const events = await Promise.all(
    [ann, bob, admin].map(({ client }) => QueueReader.register(client, { event_types: ['realm_bot', 'realm_user'] })),
  );
  const { user_id: other } = ok(await make(owner, 'others'));
  for (const queue of events) await queue.poll();
  const give = (bot_owner_id: number) => ann.client.patch(`/bots/${user_id}`, { bot_owner_id });
  refused(await give(stranger.id), 'Failed to change owner, user does not exist');
  refused(await give(other), "Failed to change owner, bots can't own other bots");
  const gone = await makePerson(server, organization, { name: 'Gone Girl' });
  ok(await owner.delete(`/users/${gone.id}`));
  refused(await give(gone.id), 'Failed to change owner, user is deactivated');
  for (const queue of events) await queue.poll();
  assert.equal(ok(await give(bob.id)).bot_owner_id, bob.id);
  const received = await Promise.all(events.map((queue) => queue.poll()));
  assert.deepEqual(
    received.map((list) => list.map(({ type, op }) => `${type} ${op}`)),
    [
      ['realm_user update', 'realm_bot delete'],
      ['realm_user update', 'realm_bot add', 'realm_bot update'],
      ['realm_user update', 'realm_bot update'],
    ],
  );
  assert.deepEqual(received[0]![0]!.person, { user_id, bot_owner_id: bob.id });
  refused(await give(ann.id), 'Insufficient permission');
});

test('an outgoing webhook has a service with a token, which the log does not hold', async () => {
  const queue = await QueueReader.register(ann.client, { event_types: ['realm_bot'] });
  const payload_url = 'https://bots.example/in';
  const { user_id, services } = ok(await make(ann.client, 'out', { bot_type: 3, payload_url }));
  const [{ token }] = services;
  assert.match(token, /^\w{32}$/);
  const [added] = await queue.poll();
  assert.deepEqual(added!.bot.services, [{ base_url: payload_url, interface: 1 }]);
  ok(await ann.client.patch(`/bots/${user_id}`, { service_payload_url: 'https://bots.example/two' }));
  const [changed] = await queue.poll();
  assert.deepEqual(changed!.bot, { user_id, services: [{ base_url: 'https://bots.example/two', interface: 1 }] });
  const { bots } = ok(await ann.client.get('/bots'));
  const bot = bots.find((one: { user_id: number }) => one.user_id === user_id);
  assert.deepEqual(bot.services, [{ base_url: 'https://bots.example/two', interface: 1, token }]);
});

test('the address of a service that is within the network is refused when it is saved', async () => {
  await using strict = await startTestServer({ webhookAllowInsecure: false });
  const owner = new ChatClient((await strict.organization()).chat);
  const create = (payload_url: string, short_name: string) =>
    owner.post('/bots', { full_name: short_name, short_name, bot_type: 3, payload_url });
  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '2130706433', '0x7f.1', 'localhost', 'a.localhost.'])
    assert.deepEqual(
      [(await create(`https://${host}/`, 'inner')).json.msg, host],
      ['payload_url must lead to a public host', host],
    );
  const { json } = await create('https://bots.example/', 'outer');
  assert.equal(json.result, 'success', json.msg);
  const changed = await owner.patch(`/bots/${json.user_id}`, { service_payload_url: 'https://10.0.0.1/' });
  assert.deepEqual([changed.status, changed.json.msg], [400, 'service_payload_url must lead to a public host']);
});

test('a new administrator is told of the bots of others, and a former one that they are gone', async () => {
  const { user_id: id } = ok(await make(ann.client, 'of-others'));
  const riser = await makePerson(server, organization, { name: 'Rita Riser' });
  const own = ok(await make(riser.client, 'of-riser')).user_id;
  const register = () =>
    QueueReader.register(riser.client, { fetch_event_types: ['realm_bot'], event_types: ['realm_bot'] });
  const idsOf = (bots: { user_id: number }[]) => bots.map(({ user_id }) => user_id).toSorted((a, b) => a - b);
  const before = await register();
  assert.deepEqual(idsOf(before.state.realm_bots), [own]);
  ok(await owner.patch(`/users/${riser.id}`, { role: 200 }));
  const added = (await before.poll()) as unknown as { op: string; bot: { user_id: number } }[];
  assert.ok(added.every(({ op }) => op === 'add'));
  const risen = await register();
  assert.deepEqual(idsOf([{ user_id: own }, ...added.map(({ bot }) => bot)]), idsOf(risen.state.realm_bots));
  assert.ok(added.some(({ bot }) => bot.user_id === id));
  ok(await owner.patch(`/users/${riser.id}`, { role: 400 }));
  const removed = (await risen.poll()) as unknown as typeof added;
  assert.deepEqual([...new Set(removed.map(({ op }) => op))], ['delete']);
  assert.deepEqual(idsOf(removed.map(({ bot }) => bot)), idsOf(added.map(({ bot }) => bot)));
});

test('administrators are told of the notification bot when it is made', async () => {
  const { chat } = await server.organization();
  const client = new ChatClient(chat);
  const queue = await QueueReader.register(client, { fetch_event_types: ['realm_bot'], event_types: ['realm_bot'] });
  assert.deepEqual(queue.state.realm_bots, []);
  const name = 'announcements';
  const channel = ok(await client.post('/channels/create', { name, subscribers: [chat.user_id] })).id;
  ok(await client.patch('/realm', { new_stream_announcements_stream_id: channel }));
  ok(await client.post('/channels/create', { name: 'told', subscribers: [], announce: true }));
  const events = await queue.poll();
  const fresh = await QueueReader.register(client, { fetch_event_types: ['realm_bot'] });
  assert.equal(fresh.state.realm_bots.length, 1);
  assert.deepEqual(
    events.map(({ id: _id, ...event }) => event),
    [{ type: 'realm_bot', op: 'add', bot: fresh.state.realm_bots[0] }],
  );
});
