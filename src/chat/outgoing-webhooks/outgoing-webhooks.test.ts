import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { makeChannel, makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import { readAnswer } from './ask-service.ts';
import { callBots } from './call-bots.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into any call
const calls: any[] = [];
const slackCalls: URLSearchParams[] = [];
const hanging: ServerResponse[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{"response_not_required": true}' };
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const text = Buffer.concat(parts).toString('utf8');
    if (request.url === '/hang') hanging.push(response);
    else if (request.url === '/slack') slackCalls.push(new URLSearchParams(text));
    else calls.push(JSON.parse(text));
    if (request.url === '/hang') return;
    response.writeHead(answer.status).end(answer.body);
  });
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const payload_url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/bot`;

const server = await startTestServer();
after(async () => {
  await server[Symbol.asyncDispose]();
  service.close();
});
const organization = await server.organization();
const ann = await makePerson(server, organization, { name: 'Ann Adler' });
const bob = await makePerson(server, organization, { name: 'Bob Berg' });
const ok = ({ json, text }: Answer) => {
  assert.equal(json.result, 'success', text);
  return json;
};
const made = ok(await ann.client.post('/bots', { full_name: 'Echo', short_name: 'echo', bot_type: 3, payload_url }));
const [{ token }] = made.services;
const bot = new ChatClient({ site: server.url, email: made.email, api_key: made.api_key });
const floor = await makeChannel(server, organization.organization_id, { name: 'floor', subscribers: [ann.id, bob.id] });
const vault = await makeChannel(server, organization.organization_id, {
  name: 'vault',
  subscribers: [ann.id, bob.id],
  inviteOnly: true,
});

const toBot = async (content: string, client = bob.client) =>
  ok(await client.post('/messages', { type: 'direct', to: [made.user_id], content })).id as number;
const inChannel = async (to: number, content: string) =>
  ok(await bob.client.post('/messages', { type: 'channel', to, topic: 'gates', content })).id as number;
const called = (id: number) => until(() => calls.find(({ message }) => message.id === id), `a call for ${id}`);
const newest = async (client: ChatClient, narrow: object[]) => {
  const page = { anchor: 'newest', num_before: 5, num_after: 0, narrow, apply_markdown: false };
  return ok(await client.get('/messages', page)).messages as { content: string; sender_id: number }[];
};

test('a direct message and a mention are called with what bot frameworks read', async () => {
  const direct = await called(await toBot('**hello** bot'));
  assert.deepEqual(Object.keys(direct).sort(), ['bot_email', 'bot_full_name', 'data', 'message', 'token', 'trigger']);
  const { message, ...rest } = direct;
  assert.deepEqual(rest, {
    bot_email: made.email,
    bot_full_name: 'Echo',
    data: '**hello** bot',
    token,
    trigger: 'direct_message',
  });
  assert.deepEqual(
    [message.type, message.sender_id, message.content, message.rendered_content],
    ['private', bob.id, '**hello** bot', '<p><strong>hello</strong> bot</p>'],
  );
  const mention = await called(await inChannel(floor, '@**Echo** open?'));
  assert.deepEqual(
    [mention.trigger, mention.message.display_recipient, mention.message.subject, mention.message.stream_id],
    ['mention', 'floor', 'gates', floor],
  );
});

test('its answer is a reply in the same place, once', async () => {
  answer = { status: 200, body: '{"content": "at your **service**"}' };
  await toBot('reply to me');
  const narrow = [{ operator: 'dm', operand: [made.user_id] }];
  const reply = await until(async () =>
    (await newest(bob.client, narrow)).find(({ sender_id }) => sender_id === made.user_id),
  );
  assert.equal(reply.content, 'at your **service**');
  await inChannel(floor, '@**Echo** in the topic');
  const inTopic = [
    { operator: 'channel', operand: floor },
    { operator: 'topic', operand: 'gates' },
  ];
  await until(async () => (await newest(bob.client, inTopic)).at(-1)?.sender_id === made.user_id);
});

test('what nobody called for calls nobody: bots, their own messages, silent words, what the bot cannot see', async () => {
  answer = { status: 200, body: '{"content": "@**Echo** again"}' };
  const other = await makePerson(server, organization, { name: 'Other Bot', botOwnerId: ann.id });
  const unwanted = [
    await toBot('from a bot', other.client),
    ok(await bot.post('/messages', { type: 'direct', to: [bob.id], content: '@**Echo**' })).id,
    await inChannel(floor, 'Echo, @_**Echo**, `@**Echo**`'),
    await inChannel(vault, '@**Echo** in private'),
  ];
  const last = await inChannel(floor, '@**Echo** loud');
  await called(last);
  const replies = async () => (await newest(bob.client, [{ operator: 'channel', operand: floor }])).at(-1)!;
  await until(async () => (await replies()).content === '@**Echo** again', 'the reply');
  // Jobs go side by side: what comes after the reply's own event shows that it called nobody.
  answer = { status: 200, body: '{}' };
  await called(await toBot('the end'));
  assert.deepEqual(
    calls.filter(({ message }) => unwanted.includes(message.id)),
    [],
  );
  assert.ok(calls.every(({ message }) => message.sender_id !== made.user_id));
});

test('the owner is told why a bot did not reply', async () => {
  const notices = async () => (await newest(ann.client, [{ operator: 'is', operand: 'dm' }])).at(-1)?.content ?? '';
  for (const [given, shown] of [
    [{ status: 404, body: '' }, /responded with status 404/],
    [{ status: 200, body: 'hello' }, /is not JSON/],
    [{ status: 200, body: JSON.stringify({ content: 'x'.repeat(130_000) }) }, /longer than 130000 bytes/],
  ] as const) {
    answer = given;
    await toBot('say something');
    await until(async () => shown.test(await notices()), String(shown));
    assert.match(await notices(), /@_\*\*Echo\|\d+\*\* could not reply to a message by @_\*\*Bob Berg\|\d+\*\*/);
  }
});

test('a reply may be as long as a message, however its characters are written', async () => {
  const content = '\u{1f69a}'.repeat(9999);
  const escaped = content.replaceAll(/[\ud800-\udfff]/g, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
  answer = { status: 200, body: `{"content": "${escaped}."}` };
  const narrow = [{ operator: 'sender', operand: made.user_id }];
  await toBot('say much');
  await until(async () => (await newest(bob.client, narrow)).at(-1)?.content === `${content}.`, 'the reply');
});

test('a failure that may pass is tried again', async () => {
  answer = { status: 503, body: '' };
  const id = await toBot('try again');
  await called(id);
  answer = { status: 200, body: '{}' };
  await until(() => calls.filter(({ message }) => message.id === id).length === 2, 'the second attempt');
});

test('a call that a stop of the server ends is no attempt', async () => {
  answer = { status: 200, body: '{}' };
  const id = await toBot('stop in between');
  await called(id);
  const { organization_id: organizationId } = organization;
  const call = { organizationId, messageId: id, botId: made.user_id, trigger: 'direct_message', attempt: 3 } as const;
  const stopping = { ...server.services, closing: AbortSignal.abort() };
  await callBots.handle(stopping, call, new AbortController().signal);
  await until(() => calls.filter(({ message }) => message.id === id).length === 2, 'the call after the stop');
  const notices = await newest(ann.client, [{ operator: 'is', operand: 'dm' }]);
  assert.doesNotMatch(notices.at(-1)?.content ?? '', /did not respond in time/);
});

test("a bot of Slack's form gets a form, and answers with a text", async () => {
  answer = { status: 200, body: '{"text": "on my way"}' };
  const slack = ok(
    await ann.client.post('/bots', {
      full_name: 'Slacker',
      short_name: 'slacker',
      bot_type: 3,
      interface_type: 2,
      payload_url: payload_url.replace('/bot', '/slack'),
    }),
  );
  assert.equal(slack.services[0].interface, 2);
  const id = await inChannel(floor, '@**Slacker** open?');
  const form = await until(() => slackCalls[0], 'the call');
  const { token: given, timestamp, ...fields } = Object.fromEntries(form);
  assert.equal(given, slack.services[0].token);
  assert.ok(timestamp!.endsWith(`.${id}`));
  const shown = [fields.channel_id, fields.channel_name, fields.user_id, fields.user_name, fields.text];
  assert.deepEqual(shown, [String(floor), 'floor', String(bob.id), 'Bob Berg', '@**Slacker** open?']);
  const narrow = [{ operator: 'channel', operand: floor }];
  await until(
    async () => (await newest(bob.client, narrow)).some(({ content }) => content === 'on my way'),
    'the reply',
  );
  ok(await ann.client.patch(`/bots/${slack.user_id}`, { service_interface: 1 }));
  const { bots } = ok(await ann.client.get('/bots'));
  const changed = bots.find(({ user_id }: { user_id: number }) => user_id === slack.user_id);
  assert.equal(changed.services[0].interface, 1);
  ok(await ann.client.delete(`/bots/${slack.user_id}`));
});

test('a service that does not answer holds up its own organization only', async () => {
  answer = { status: 200, body: '{"response_not_required": true}' };
  const other = await server.organization();
  const owner = new ChatClient(other.chat);
  const slow = ok(
    await owner.post('/bots', {
      full_name: 'Slow',
      short_name: 'slow',
      bot_type: 3,
      payload_url: payload_url.replace('/bot', '/hang'),
    }),
  );
  for (let n = 0; n < 12; n++)
    ok(await owner.post('/messages', { type: 'direct', to: [slow.user_id], content: `${n}` }));
  await until(() => hanging.length === 3, 'the calls that hang');
  await called(await toBot('meanwhile'));
  assert.equal(hanging.length, 3);
  ok(await owner.delete(`/bots/${slow.user_id}`));
  for (const response of hanging) response.end('{}');
});

test('a message that is gone by the time of its call calls nobody, and one that was answered is not asked about again', async () => {
  answer = { status: 200, body: '{"content": "answered once"}' };
  const call = (messageId: number) =>
    callBots.handle(
      server.services,
      {
        organizationId: organization.organization_id,
        ...{ botId: made.user_id, messageId, trigger: 'mention', attempt: 1 },
      },
      new AbortController().signal,
    );
  const callsFor = (id: number) => calls.filter(({ message }) => message.id === id).length;
  const [gone, there] = [await inChannel(floor, 'gone soon'), await inChannel(floor, 'still there')];
  ok(await new ChatClient(organization.chat).delete(`/messages/${gone}`));
  for (const id of [gone, there, there]) await call(id);
  assert.deepEqual([callsFor(gone), callsFor(there)], [0, 1]);
});

test('the owner is told of a reply that the bot may no longer post', async () => {
  answer = { status: 200, body: '{"content": "too late"}' };
  const closed = await makeChannel(server, organization.organization_id, { name: 'closed', subscribers: [bob.id] });
  const groups = await systemGroupIds(server.services.state.of(organization.organization_id));
  const id = await inChannel(closed, 'before');
  const owner = new ChatClient(organization.chat);
  ok(await owner.patch(`/streams/${closed}`, { can_send_message_group: groups['role:owners'] }));
  await callBots.handle(
    server.services,
    {
      organizationId: organization.organization_id,
      ...{ botId: made.user_id, messageId: id, trigger: 'mention', attempt: 1 },
    },
    new AbortController().signal,
  );
  const notice = await until(async () =>
    (await newest(ann.client, [{ operator: 'is', operand: 'dm' }])).find(({ content }) =>
      /not authorized|permission/i.test(content),
    ),
  );
  assert.match(notice.content, /Echo/);
  const inTopic = [{ operator: 'channel', operand: closed }];
  assert.ok((await newest(bob.client, inTopic)).every(({ sender_id }) => sender_id !== made.user_id));
});

test('a deactivated bot is not called', async () => {
  ok(await ann.client.delete(`/bots/${made.user_id}`));
  const { user_id } = ok(
    await ann.client.post('/bots', { full_name: 'Next', short_name: 'next', bot_type: 3, payload_url }),
  );
  const before = calls.length;
  const id = ok(
    await bob.client.post('/messages', { type: 'channel', to: floor, topic: 'x', content: '@**Echo** @**Next**' }),
  ).id;
  await called(id);
  assert.deepEqual(
    calls.slice(before).map(({ bot_full_name }) => bot_full_name),
    ['Next'],
  );
  assert.ok(user_id > made.user_id);
});

test('a bot that is a guest is not told who a sender is of whom it may not know', async () => {
  const organizationId = organization.organization_id;
  const owner = new ChatClient(organization.chat);
  const system = await systemGroupIds(server.services.state.of(organizationId));
  answer = { status: 200, body: '{"response_not_required": true}' };
  const make = async (name: string, more: object) => {
    const given = { full_name: name, short_name: name.toLowerCase(), bot_type: 3, payload_url, ...more };
    const { user_id } = ok(await ann.client.post('/bots', given));
    ok(await owner.patch(`/bots/${user_id}`, { role: 600 }));
    return user_id as number;
  };
  const bots = [
    await make('Plain', {}),
    await make('Formed', { interface_type: 2, payload_url: payload_url.replace('/bot', '/slack') }),
  ];
  // The sender is not subscribed, but may write there as a member of the organization.
  const gate = await makeChannel(server, organizationId, { name: 'gate', subscribers: [ann.id, ...bots] });
  ok(await owner.patch('/realm', { can_access_all_users_group: { new: system['role:members'] } }));
  const forms = slackCalls.length;
  const { message } = await called(await inChannel(gate, '@**Plain** @**Formed** open?'));
  const { sender_id, sender_full_name, sender_email, avatar_url } = message;
  assert.deepEqual(
    [sender_id, sender_full_name, sender_email, avatar_url],
    [bob.id, 'Unknown user', `user${bob.id}@127.0.0.1`, `/avatar/${bob.id}/0`],
  );
  const form = await until(() => slackCalls[forms], 'the call in the other form');
  assert.deepEqual([form.get('user_id'), form.get('user_name')], [String(bob.id), 'Unknown user']);
});

test('the forms of an answer', () => {
  for (const [text, kind] of [
    ['{}', 'nothing'],
    ['{"response_not_required": true, "content": "x"}', 'nothing'],
    ['{"content": " "}', 'nothing'],
    ['{"content": "x"}', 'reply'],
    ['{"content": 1}', 'failure'],
    ['[]', 'failure'],
    ['null', 'failure'],
    ['', 'failure'],
    ['{"text": "x"}', 'reply'],
    ['""', 'nothing'],
    ['"x"', 'failure'],
    ['{"response_string": "x"}', 'reply'],
  ] as const)
    assert.equal(readAnswer(text).kind, kind, text);
});
