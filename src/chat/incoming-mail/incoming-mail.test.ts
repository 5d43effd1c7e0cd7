import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { doAcceptInvitation } from '../invitations/accept.ts';
import { sendMissedEmails } from '../notifications/emails/send-missed-emails.ts';
import { doPermitEmailChanges } from '../users/actions.ts';
import { forgetReplyAddresses } from './forget-reply-addresses.ts';
import { MailBytes } from './mail-bytes.ts';
import { readMail } from './read-mail.ts';
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

await server.services.database.transaction((tx) => doPermitEmailChanges(tx, org.chat.user_id, true), {
  organizationId: org.organization_id,
});

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
  // A sender can choose to name the bot.
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
  const path = /\[Plan 1\.txt\]\((\/user_uploads\/[^)]+)\)/.exec(message!.content)?.[1];
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

test('what Hubbub itself wrote is taken and dropped, and what a person forwards of it is not', async () => {
  const notice = { subject: 'Notice', headers: { 'Auto-Submitted': 'auto-generated', 'X-Hubbub-Notice': 'yes' } };
  await send(await addressOf(mara.client), notice);
  assert.deepEqual(await messages('Notice'), []);
  const text = 'See below.\n\n-------- Forwarded --------\nX-Hubbub-Notice: yes\n\nWho is it?';
  await send(await addressOf(mara.client), { subject: 'Notice', text });
  await send(await addressOf(mara.client), { subject: 'Notice', headers: { 'Auto-Submitted': 'auto-generated' } });
  assert.equal((await messages('Notice')).length, 2);
});

test('nobody’s own address is one of the domain whose mail becomes messages', async () => {
  const email = (await addressOf(mara.client)).replace('@mail.example', '@MAIL.example');
  const invalid = 'Enter a valid email address.';
  for (const [answer, msg] of [
    [mara.client.patch('/settings', { email }), invalid],
    [owner.patch(`/users/${mara.id}`, { new_email: email }), invalid],
    [owner.post('/users', { email, password: 'violet kettle 93 harbour', full_name: 'Loop' }), invalid],
    [
      owner.post('/invites', { invitee_emails: email, stream_ids: [] }),
      'Some of those addresses are not valid here, so no invitations were sent.',
    ],
  ] as const)
    assert.equal((await answer).json.msg, msg);
  const { invite_link } = ok(await owner.post('/invites/multiuse', { stream_ids: [] }));
  const join = { token: invite_link.split('/').at(-1), email, fullName: 'Loop', passwordHash: null };
  const joining = server.services.database.transaction((tx) => doAcceptInvitation(tx, server.services, join));
  await assert.rejects(joining, { message: invalid });
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

const receive = async (address: string, raw: string) => {
  const owner = { organizationId: org.organization_id };
  const bytes = new MailBytes();
  bytes.append(new TextEncoder().encode(raw));
  const mail = await readMail(server.services, owner, bytes);
  return receiveMail(server.services, address, mail);
};

test('bytes that are no mail become a message, and never an error of the program', async () => {
  const address = await addressOf(mara.client);
  for (const raw of ['', '\0\u00ff\0', 'Subject: =?utf-8?Q?x?=\r\n', `${'a: b\r\n'.repeat(5000)}\r\nbody`]) {
    const result = await receive(address, raw);
    assert.ok(result.taken || result.why === 'refused', JSON.stringify(result));
  }
});

test('a mail that can never be read is refused for good, not asked for again', async () => {
  const address = await addressOf(mara.client);
  const parts = Array.from(
    { length: 40 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  for (const raw of [`${parts.join('')}\r\nhello`, `Subject: ${'x'.repeat(2_200_000)}\r\n\r\nhello`]) {
    const result = await receive(address, raw);
    assert.deepEqual(result, { taken: false, why: 'refused', text: 'The mail cannot be read' });
  }
});

test('a mail of many megabytes of lines is read once, by a thread: others are served meanwhile', async () => {
  const address = await addressOf(mara.client);
  const lines = ['a > b\r\n', '<\r\n', '<div>\r\n', '<table><tr><td>a\r\n', '=?utf-8?Q?a?=\r\n '];
  for (const line of lines) {
    const type = line.startsWith('<') ? 'html' : 'plain';
    let isOver = false;
    let served = 0;
    const raw = `Subject: Large ${type}\r\nContent-Type: text/${type}\r\n\r\n${line.repeat(6_000_000 / line.length)}`;
    const taken = receive(address, raw).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
      served++;
    }
    assert.equal((await taken).taken, true, line);
    assert.ok(served >= 3, `${served} requests beside lines of ${line}`);
  }
});

test('after a mail that cannot be read nothing is taken of its sender for ten minutes; others are not concerned', async () => {
  const address = await addressOf(mara.client);
  const unreadable = { headers: { 'X-Long': 'x '.repeat(200_000) } };
  const from = 'Long Winded <long@supplier.example>';
  const own = 'Next Door <next@supplier.example>';
  assert.equal(await refusal(address, { from, ...unreadable }), 554);
  assert.equal(await refusal(address, { from }), 451);
  await send(address, { from: own });
  // The clock goes on meanwhile: a busy machine takes seconds for a mail.
  server.clock.advance(9 * 60_000);
  assert.equal(await refusal(address, { from }), 451);
  server.clock.advance(60_000);
  await send(address, { from });
});

test('what one organization could not read of a sender, whom anybody can write, stops no mail to another', async () => {
  const address = await addressOf(mara.client);
  const neighbour = await server.organization();
  const client = new ChatClient(neighbour.chat);
  const { id } = ok(await client.post('/channels/create', { name: 'yard', subscribers: [neighbour.chat.user_id] }));
  const { email } = ok(await client.get(`/streams/${id}/email_address`));
  const from = 'Billing <billing@supplier.example>';
  const unreadable = { headers: { 'X-Long': 'x '.repeat(200_000) } };
  assert.equal(await refusal(address, { from, ...unreadable }), 554);
  assert.equal(await refusal(address, { from }), 451);
  await send(email, { from, subject: 'Bill' });
  // One for both counts for both.
  const other = 'Claims <claims@supplier.example>';
  await assert.rejects(send(`${address}, ${email}`, { from: other, ...unreadable }), { responseCode: 554 });
  assert.deepEqual([await refusal(address, { from: other }), await refusal(email, { from: other })], [451, 451]);
  server.clock.advance(10 * 60_000);
  const nobody = { envelope: { from: '', to: address }, ...unreadable };
  assert.equal(await refusal(address, nobody), 554);
  assert.equal(await refusal(address, { envelope: { from: '', to: address } }), 451);
  await send(email, { envelope: { from: '', to: email } });
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

test('without a domain the address is empty', async () => {
  await using plain = await startTestServer();
  const alone = await plain.organization();
  const client = new ChatClient({ ...alone.chat, site: plain.url });
  const { id } = ok(await client.post('/channels/create', { name: 'yard', subscribers: [alone.chat.user_id] }));
  const { json } = await client.get(`/streams/${id}/email_address`);
  assert.deepEqual([json.result, json.email], ['success', '']);
  assert.equal(plain.mailPort, undefined);
});

/** Has a person miss a message, and gives the address by which they may answer. */
async function noticeOf(person: Person, missed: () => Promise<Answer>): Promise<{ address: string; id: number }> {
  const { id } = ok(await missed());
  const { reader } = server.services.database;
  const waits = sql`select 1 from chat.missed_messages where message_id = ${id} and user_id = ${person.id}`;
  await until(() => reader.first(waits), 'the message to be missed');
  server.clock.advance(3600_000);
  await sendMissedEmails(server.services);
  const mail = await reader.first(sql<{ body: string; sealed: Buffer }>`
    select body, sealed_reply_to as sealed from platform.outbox where recipient = ${person.email} order by id desc limit 1`);
  assert.match(mail!.body, /Your reply to this e-mail is sent there/);
  const address = server.services.secrets.open(mail!.sealed);
  assert.match(address, /^reply\.[0-9a-f]{40}@mail\.example$/);
  return { address, id };
}
const newestOf = async (person: Person, narrow: object[]) =>
  ok(
    await person.client.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow,
    }),
  ).messages[0];
const direct = (from: Person, to: Person[], content: string) =>
  from.client.post('/messages', { type: 'direct', to: to.map(({ id }) => id), content });
const quoted = '\n\nOn Mon, 2 Mar 2026, Hubbub wrote:\n> When do you come?\n> -- \n> You receive this because\n';

test('an answer to a notice is the person’s own message in the same conversation, once and without what it quotes', async () => {
  const { address } = await noticeOf(nils, () => direct(mara, [nils], 'When do you come?'));
  const answer = {
    subject: 'Re: Direct message',
    text: `At nine, @**Mara Member**${quoted}`,
    messageId: '<a@nils.example>',
  };
  await Promise.all([1, 2].map(() => send(address, answer)));
  const narrow = [{ operator: 'dm', operand: [nils.id] }];
  const { messages: all } = ok(
    await mara.client.get('/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow,
      apply_markdown: false,
    }),
  );
  const written = all.map(({ sender_id, content }: { sender_id: number; content: string }) => [sender_id, content]);
  assert.deepEqual(written, [
    [mara.id, 'When do you come?'],
    [nils.id, 'At nine, @**Mara Member**'],
  ]);
  const attachments = [{ filename: 'plan.txt', content: 'left' }];
  await send(address, { text: `${quoted}`, attachments });
  assert.match((await newestOf(mara, narrow)).content, /^\[plan\.txt\]/);
});

test('an answer goes to everybody of the conversation, and into the topic where the message stands by then', async () => {
  const lea = await makePerson(server, org, { name: 'Lea Late' });
  const group = await noticeOf(lea, () => direct(mara, [lea, nils], 'Who has the key?'));
  await send(group.address, { text: 'I have.' });
  const { content, display_recipient } = await newestOf(nils, [{ operator: 'dm', operand: [mara.id, lea.id] }]);
  assert.deepEqual([content, display_recipient.length], ['I have.', 3]);
  const barn = await makeChannel(server, org.organization_id, { name: 'barn', subscribers: [mara.id, lea.id] });
  const inBarn = await noticeOf(lea, () =>
    mara.client.post('/messages', { type: 'channel', to: barn, topic: 'hay', content: '@**Lea Late** is it dry?' }),
  );
  await send(inBarn.address, { subject: 'Re: [org] #barn > hay', text: 'Dry.' });
  ok(await mara.client.patch(`/messages/${inBarn.id}`, { topic: '✔ hay', propagate_mode: 'change_all' }));
  await send(inBarn.address, { text: 'Really dry.' });
  const topicOf = async () => {
    const { content, subject, sender_id } = await newestOf(mara, [{ operator: 'channel', operand: barn }]);
    return [content, subject, sender_id];
  };
  assert.deepEqual(await topicOf(), ['Really dry.', '✔ hay', lea.id]);
  ok(await owner.delete(`/messages/${inBarn.id}`));
  await send(inBarn.address, { text: 'Still.' });
  assert.deepEqual(await topicOf(), ['Still.', 'hay', lea.id]);
});

test('an answer is the person’s by the rights that they have when it comes, and the address ends', async () => {
  const lou = await makePerson(server, org, { name: 'Lou Leaver' });
  const principals = [lou.id];
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'gate' }], principals }));
  const { address } = await noticeOf(lou, () =>
    mara.client.post('/messages', { type: 'channel', to: gate, topic: 'keys', content: '@**Lou Leaver** keys?' }),
  );
  ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['gate'], principals }));
  assert.equal(await refusal(address), 550);
  const dm = await noticeOf(lou, () => direct(mara, [lou], 'keys?'));
  ok(
    await owner.patch('/realm', {
      direct_message_permission_group: { new: { direct_members: [], direct_subgroups: [] } },
    }),
  );
  assert.equal(await refusal(dm.address), 554);
  const { user_groups } = ok(await owner.get('/user_groups'));
  const everyone = user_groups.find(({ name }: { name: string }) => name === 'role:everyone').id;
  ok(await owner.patch('/realm', { direct_message_permission_group: { new: everyone } }));
  await send(dm.address, { text: 'Here.' });
  const { reader } = server.services.database;
  const token = /reply\.([0-9a-f]{40})@/.exec(dm.address)![1]!;
  const retained = await reader.all(sql`select to_jsonb(a)::text || to_jsonb(o)::text as row
    from chat.reply_addresses a, platform.outbox o where o.sealed_reply_to is not null`);
  assert.doesNotMatch(JSON.stringify(retained), new RegExp(token));
  ok(await owner.delete(`/users/${lou.id}`));
  assert.equal(await refusal(dm.address), 550);
  const late = await noticeOf(nils, () => direct(mara, [nils], 'still there?'));
  server.clock.advance(30 * 86_400_000);
  assert.equal(await refusal(late.address), 550);
  await forgetReplyAddresses.handle(server.services, {}, new AbortController().signal);
  assert.deepEqual(await reader.all(sql`select 1 from chat.reply_addresses`), []);
});

test('who has a person’s former mailbox does not write as them', async () => {
  const moved = await makePerson(server, org, { name: 'Mo Moved' });
  const { address } = await noticeOf(moved, () => direct(mara, [moved], 'where to?'));
  const change = (new_email: string) => owner.patch(`/users/${moved.id}`, { new_email });
  ok(await change(moved.email.toUpperCase()));
  await send(address, { text: 'The same mailbox.' });
  ok(await change('mo@elsewhere.example'));
  assert.equal(await refusal(address, { text: 'Not me.' }), 550);
  assert.equal((await newestOf(mara, [{ operator: 'dm', operand: [moved.id] }])).content, 'The same mailbox.');
});

test('what answers a notice by itself, or says nothing, is no answer', async () => {
  const { address } = await noticeOf(nils, () => direct(mara, [nils], 'Anybody?'));
  for (const headers of [
    { 'Auto-Submitted': 'auto-generated (vacation)' },
    { 'Auto-Submitted': 'auto-replied' },
    { Precedence: 'auto_reply' },
    { 'X-Hubbub-Notice': 'yes' },
  ])
    await send(address, { headers });
  assert.equal(await refusal(address, { text: quoted }), 554);
  const narrow = [{ operator: 'dm', operand: [nils.id] }];
  assert.equal((await newestOf(mara, narrow)).content, 'Anybody?');
  await send(address, { headers: { 'Auto-Submitted': 'no' }, text: 'Me.' });
  assert.equal((await newestOf(mara, narrow)).content, 'Me.');
});
