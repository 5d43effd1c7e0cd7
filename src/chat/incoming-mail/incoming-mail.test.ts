import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { receiveMail } from './receive-mail.ts';

const server = await startTestServer({ mailDomain: 'mail.example', incomingMailUrl: 'smtp://127.0.0.1:0' });
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const transport = createTransport({ host: '127.0.0.1', port: server.mailPort!, secure: false, ignoreTLS: true });
after(() => transport.close());
let mara: Person;
let nils: Person;
let gate: number;

before(async () => {
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  gate = await makeChannel(server, org.organization_id, {
    name: 'gate',
    subscribers: [org.chat.user_id, mara.id],
    inviteOnly: true,
  });
});

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const addressOf = async (client: ChatClient, params: Record<string, unknown> = {}): Promise<string> =>
  ok(await client.get(`/streams/${gate}/email_address`, params)).email;
const send = (to: string, given: object = {}) =>
  transport.sendMail({
    from: 'Parts <parts@supplier.example>',
    to,
    subject: 'Re: Delivery',
    text: 'On its way.',
    ...given,
  });
const refusal = async (to: string, given?: object): Promise<number> => {
  const error = await send(to, given).then(
    () => assert.fail('the mail was taken'),
    (reason: { responseCode: number }) => reason,
  );
  return error.responseCode;
};
const messages = async (topic: string) =>
  ok(
    await mara.client.get('/messages', {
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: gate },
        { operator: 'topic', operand: topic },
      ],
    }),
  ).messages as { content: string; sender_id: number; sender_full_name: string; client: string }[];

test('a mail to the address of a channel is a message of the organization’s bot there', async () => {
  const address = await addressOf(mara.client);
  assert.match(address, /^gate\.[0-9a-f]{32}@mail\.example$/);
  assert.equal(await addressOf(mara.client), address);
  assert.notEqual(await addressOf(owner), address);
  await send(address);
  const [message] = await messages('Delivery');
  assert.deepEqual(
    [message!.content, message!.sender_full_name, message!.client],
    ['On its way.', 'Notification Bot', 'Email'],
  );
  // Who wants to name the bot names it.
  assert.equal(await addressOf(mara.client, { sender_id: message!.sender_id }), address);
});

test('a mail may come in one’s own name or that of one’s own bot, and in nobody else’s', async () => {
  const bot = await makePerson(server, org, { name: 'Mara Bot', botOwnerId: mara.id });
  await send(await addressOf(mara.client, { sender_id: mara.id }), { subject: 'Own' });
  assert.equal((await messages('Own'))[0]!.sender_id, mara.id);
  for (const sender_id of [nils.id, org.chat.user_id, 987_654]) {
    const { json } = await mara.client.get(`/streams/${gate}/email_address`, { sender_id });
    assert.deepEqual([json.code, json.msg], ['BAD_REQUEST', 'Invalid sender ID']);
  }
  const ofBot = await addressOf(mara.client, { sender_id: bot.id });
  await send(ofBot, { subject: 'Bot' });
  assert.equal((await messages('Bot'))[0]!.sender_id, bot.id);
});

test('a channel without topics takes mail without one', async () => {
  const id = await makeChannel(server, org.organization_id, {
    name: 'flat',
    subscribers: [mara.id],
    topicsPolicy: 'empty_topic_only',
  });
  await send(ok(await mara.client.get(`/streams/${id}/email_address`, { sender_id: mara.id })).email);
  const narrow = [{ operator: 'channel', operand: id }];
  const [message] = ok(
    await mara.client.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow,
      allow_empty_topic_name: true,
    }),
  ).messages;
  assert.equal(message.subject, '');
});

test('attachments are uploads that the message links to', async () => {
  const attachments = [
    { filename: 'Plan 1.txt', content: 'left, then right' },
    { filename: 'empty.txt', content: '' },
  ];
  await send(await addressOf(mara.client), { subject: 'Files', attachments });
  const [message] = await messages('Files');
  const path = /\[Plan-1\.txt\]\((\/user_uploads\/[^)]+)\)/.exec(message!.content)?.[1];
  assert.ok(path, message!.content);
  const { url } = ok(await mara.client.get(path));
  assert.equal(await (await fetch(new URL(url, server.url))).text(), 'left, then right');
  assert.equal((await nils.client.get(path)).json.result, 'error');
});

test('of a long mail the text is cut, and what was attached stays', async () => {
  const attachments = [{ filename: 'list.txt', content: 'one' }];
  await send(await addressOf(mara.client), { subject: 'Long', text: 'word '.repeat(4000), attachments });
  const [message] = await messages('Long');
  assert.match(message!.content, /\[message truncated\]\n\n\[list\.txt\]\(\/user_uploads\/[^)]+\)$/);
});

test('a mail that is brought again is one message, also when both come at once', async () => {
  const address = await addressOf(mara.client);
  const messageId = '<same@supplier.example>';
  await Promise.all([1, 2, 3].map(() => send(address, { subject: 'Once', messageId })));
  await send(address, { subject: 'Once', messageId });
  assert.equal((await messages('Once')).length, 1);
});

test('what answers by itself is taken and dropped', async () => {
  await send(await addressOf(mara.client), { subject: 'Away', headers: { 'Auto-Submitted': 'auto-replied' } });
  assert.deepEqual(await messages('Away'), []);
});

test('addresses that are none are refused, and so is mail for elsewhere', async () => {
  const address = await addressOf(mara.client);
  for (const to of [
    `gate.${'0'.repeat(32)}@mail.example`,
    'gate@mail.example',
    address.replace('@mail.example', '@other.example'),
  ])
    assert.equal(await refusal(to), 550);
});

test('an address is for who may write to the channel, and ends with that right', async () => {
  const get = async (client: ChatClient) => (await client.get(`/streams/${gate}/email_address`)).json;
  assert.equal((await get(nils.client)).msg, 'Invalid channel ID');
  const other = await server.organization();
  assert.equal((await get(new ChatClient(other.chat))).msg, 'Invalid channel ID');
  const leaving = await makePerson(server, org, { name: 'Lea Leaving' });
  const principals = [leaving.id];
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'gate' }], principals }));
  const address = await addressOf(leaving.client);
  await send(address, { subject: 'Before' });
  ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['gate'], principals }));
  assert.equal(await refusal(address, { subject: 'After' }), 550);
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'gate' }], principals }));
  await send(address, { subject: 'Again' });
  ok(await owner.delete(`/users/${leaving.id}`));
  assert.equal(await refusal(address, { subject: 'After' }), 550);
  assert.deepEqual([(await messages('Before')).length, (await messages('After')).length], [1, 0]);
});

test('an archived channel takes no mail', async () => {
  const shed = await makeChannel(server, org.organization_id, { name: 'shed', subscribers: [mara.id] });
  const { email } = ok(await mara.client.get(`/streams/${shed}/email_address`));
  ok(await owner.delete(`/streams/${shed}`));
  assert.equal(await refusal(email), 550);
  assert.equal((await mara.client.get(`/streams/${shed}/email_address`)).json.result, 'error');
});

test('bytes that are no mail become a message, and never an error of the program', async () => {
  const address = await addressOf(mara.client);
  for (const raw of ['', '\0\u00ff\0', 'Subject: =?utf-8?Q?x?=\r\n', `${'a: b\r\n'.repeat(5000)}\r\nbody`]) {
    const result = await receiveMail(server.services, address, Buffer.from(raw));
    assert.ok(result.taken || result.why === 'refused', JSON.stringify(result));
  }
});

test('by LMTP each recipient has an answer of their own', async () => {
  await using local = await startTestServer({ mailDomain: 'mail.example', incomingMailUrl: 'lmtp://127.0.0.1:0' });
  const alone = await local.organization();
  const client = new ChatClient({ ...alone.chat, site: local.url });
  const { id } = ok(await client.post('/channels/create', { name: 'yard', subscribers: [alone.chat.user_id] }));
  const { email } = ok(await client.get(`/streams/${id}/email_address`));
  const lmtp = createTransport({ host: '127.0.0.1', port: local.mailPort!, lmtp: true, ignoreTLS: true } as object);
  const info = await lmtp.sendMail({
    from: 'parts@supplier.example',
    to: [`gone.${'0'.repeat(32)}@mail.example`, email],
    subject: 'Boxes',
    text: 'Twelve.',
  });
  lmtp.close();
  assert.deepEqual([info.accepted, info.rejected.length], [[email], 1]);
  const [message] = ok(await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages;
  assert.equal(message.subject, 'Boxes');
});

test('without a domain there are no addresses', async () => {
  await using plain = await startTestServer();
  const alone = await plain.organization();
  const client = new ChatClient({ ...alone.chat, site: plain.url });
  const { id } = ok(await client.post('/channels/create', { name: 'yard', subscribers: [alone.chat.user_id] }));
  const { json } = await client.get(`/streams/${id}/email_address`);
  assert.deepEqual([json.code, json.msg], ['BAD_REQUEST', 'This server takes no e-mail']);
  assert.equal(plain.mailPort, undefined);
});
