import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SmsProviderServer } from '../../../tests/harness/sms-provider.ts';
import { sql } from '../db/sql.ts';
import { maintainOutbox } from './deliver.ts';
import { doQueueOutbound, listOutbox, OUTBOUND_QUEUE, type OutboundMessage, type OutboundState } from './outbox.ts';

const SHARED = '+14155550100';
const ADA = '+14155550111';

let provider: SmsProviderServer;
let server: TestServer & AsyncDisposable;
/** Mails that the other end has taken, and how it answers recipients. */
const mails: string[] = [];
let refusal: { responseCode: number } | undefined;
const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refusal && Object.assign(new Error('refused'), refusal)),
  onData(stream, _session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      mails.push(Buffer.concat(parts).toString('utf8'));
      done();
    });
  },
});
smtp.on('error', () => {}); // a connection that its other end resets

before(async () => {
  provider = await SmsProviderServer.start();
  const port = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port));
  });
  server = await startTestServer({
    smsProvider: 'twilio',
    smsUrl: provider.url,
    smsAccount: 'AC1',
    smsSecret: 'token',
    smsFrom: SHARED,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'Hubbub <hubbub@mail.example>',
  });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await provider.stop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

type Queued = Partial<OutboundMessage> & Pick<OutboundMessage, 'organizationId'>;
const queue = (...messages: Queued[]) =>
  server.services.database.transaction(async (tx) => {
    for (const message of messages)
      await doQueueOutbound(tx, { channel: 'sms', recipient: ADA, body: 'hello', ...message });
  });
const run = (statement: ReturnType<typeof sql>) => server.services.database.transaction((tx) => tx.run(statement));
const newest = async (organizationId: string) =>
  (await listOutbox(server.services.database.reader, organizationId))[0]!;
const reaches = (organizationId: string, ...states: OutboundState[]) =>
  until(async () => {
    const message = await newest(organizationId);
    return message && states.includes(message.state) ? message : undefined;
  }, `a message to be ${states}`);
const fresh = async () => (await server.organization({ timezone: 'UTC' })).organization_id;

test('an SMS is handed to the provider once, in its form, and counted in segments', async () => {
  const organizationId = await fresh();
  await queue({ organizationId, body: 'Grüße 🎉', eventKey: 'a' }, { organizationId, body: 'again', eventKey: 'a' });
  const { state, sender, attempts, sentAt } = await reaches(organizationId, 'sent');
  assert.deepEqual({ state, sender, attempts }, { state: 'sent', sender: SHARED, attempts: 1 });
  assert.ok(sentAt);
  assert.equal((await listOutbox(server.services.database.reader, organizationId)).length, 1);
  const request = provider.requests.at(-1)!;
  assert.equal(request.path, '/2010-04-01/Accounts/AC1/Messages.json');
  assert.equal(request.headers.authorization, `Basic ${Buffer.from('AC1:token').toString('base64')}`);
  const { StatusCallback, ...fields } = request.fields;
  assert.deepEqual(fields, { To: ADA, From: SHARED, Body: 'Grüße 🎉' });
  assert.match(StatusCallback!, /\/api\/v2\/sms\/twilio\/receipts\?message=\w{22}$/);
});

test('what was surely not taken is sent again; what may have been is not', async () => {
  const organizationId = await fresh();
  const before = provider.requests.length;
  provider.answers.push({ status: 429, body: { code: 20429, message: 'Too Many Requests' } });
  await queue({ organizationId });
  assert.equal((await reaches(organizationId, 'sent')).attempts, 2);
  for (const [answer, state, detail] of [
    ['cut', 'unknown', /could not be reached/],
    [{ status: 500, body: { code: 20500 } }, 'unknown', /500/],
    [{ status: 400, body: { code: 21211, message: 'Invalid To' } }, 'failed', /21211 Invalid To/],
  ] as const) {
    provider.answers.push(answer);
    await queue({ organizationId });
    const message = await reaches(organizationId, state);
    assert.equal(message.attempts, 1);
    assert.match(message.detail!, detail);
  }
  assert.equal(provider.requests.length, before + 5);
});

test('an SMS whose sender died is told as unknown and not sent a second time', async () => {
  const organizationId = await fresh();
  const before = provider.requests.length;
  await run(sql`insert into platform.outbox (organization_id, channel, recipient, body, created_at, state, reference,
      attempts, expires_at, due_at) values (${organizationId}, 'sms', ${ADA}, 'x', now(), 'sending',
      ${`died-${organizationId}`}, 1, now() + interval '1 day', now() - interval '1 hour')`);
  await maintainOutbox.handle(server.services, {}, AbortSignal.timeout(10_000));
  assert.match((await reaches(organizationId, 'unknown')).detail!, /server stopped/);
  assert.equal(provider.requests.length, before);
});

test('two jobs for one message ask the provider once', async () => {
  const organizationId = await fresh();
  const before = provider.requests.length;
  let release = () => {};
  provider.hold = new Promise((resolve) => {
    release = resolve;
  });
  await queue({ organizationId });
  await until(() => provider.requests.length === before + 1);
  const { id } = await newest(organizationId);
  await server.services.database.transaction(async (tx) =>
    tx.enqueue({ queue: OUTBOUND_QUEUE, data: { organizationId, id } }),
  );
  await reaches(organizationId, 'unknown');
  release();
  provider.hold = undefined;
  await reaches(organizationId, 'sent');
  assert.equal(provider.requests.length, before + 1);
});

test('nobody who opted out is written to, by the organization or from its number', async () => {
  const [own, other] = [await fresh(), await fresh()];
  await run(sql`insert into platform.sms_opt_outs (organization_id, phone, number, at)
    values (${own}, '+14155550112', ${SHARED}, now())`);
  const before = provider.requests.length;
  for (const organizationId of [own, other]) {
    await queue({ organizationId, recipient: '+14155550112' });
    assert.match((await reaches(organizationId, 'skipped')).detail!, /opted out/);
  }
  await run(sql`insert into platform.sms_settings (organization_id, number) values (${other}, '+14155550199')`);
  await queue({ organizationId: other, recipient: '+14155550112' });
  assert.equal((await reaches(other, 'sent')).sender, '+14155550199');
  assert.equal(provider.requests.length, before + 1);
});

test('at night an SMS waits, is passed over when its time is over by then, or goes out when it must', async () => {
  const organizationId = await fresh();
  const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
  const [from, to] = [(minute + 1430) % 1440, (minute + 60) % 1440];
  await run(sql`insert into platform.sms_settings (organization_id, quiet_from, quiet_to)
    values (${organizationId}, ${from}, ${to})`);
  await queue({ organizationId });
  const waiting = await until(async () => {
    const message = await newest(organizationId);
    return message.detail === 'quiet hours' ? message : undefined;
  });
  assert.equal(waiting.state, 'queued');
  await queue({ organizationId, expiresAt: new Date(Date.now() + 600_000) });
  assert.equal((await reaches(organizationId, 'skipped')).detail, 'quiet hours');
  await queue({ organizationId, ignoresQuietHours: true });
  await reaches(organizationId, 'sent');
});

test('a day has its number of SMS', async () => {
  const organizationId = await fresh();
  await run(sql`insert into platform.sms_settings (organization_id, daily_limit) values (${organizationId}, 2)`);
  await queue({ organizationId }, { organizationId }, { organizationId });
  const states = await until(async () => {
    const all = (await listOutbox(server.services.database.reader, organizationId)).map(({ state }) => state);
    return all.every((state) => state === 'sent' || state === 'failed') && all.sort();
  });
  assert.deepEqual(states, ['failed', 'sent', 'sent']);
});

test("an administrator's invitation goes out by e-mail", async () => {
  const { dispatch, organization_id } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  assert.equal((await api.post('/admins', { name: 'Ada', email: 'ada@couriers.example' })).status, 200);
  const message = await reaches(organization_id, 'sent');
  const mail = await until(() => mails.find((text) => text.includes('ada@couriers.example')));
  assert.match(mail, /^From: Hubbub <hubbub@mail\.example>/m);
  assert.match(mail, /^Message-ID: <\w{22}@mail\.example>/m);
  assert.equal(message.channel, 'email');
});

test('an e-mail of a thread looks like an answer, and names where answers go and where a click ends such e-mails', async () => {
  const organizationId = await fresh();
  const unsubscribeUrl = 'https://chat.example/email/unsubscribe/x';
  const recipient = 'cleo@couriers.example';
  const sealedReplyTo = server.services.secrets.seal('reply.0123@mail.example');
  await queue({ organizationId, channel: 'email', recipient, thread: 'gates', unsubscribeUrl, sealedReplyTo });
  await reaches(organizationId, 'sent');
  const mail = await until(() => mails.find((text) => text.includes(recipient)));
  assert.match(mail, /^In-Reply-To: <gates@mail\.example>/m);
  assert.match(mail, /^References: <gates@mail\.example>/m);
  assert.match(mail, /^Reply-To: reply\.0123@mail\.example/m);
  assert.match(mail, /^List-Unsubscribe: <https:\/\/chat\.example\/email\/unsubscribe\/x>/m);
  assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  assert.match(mail, /^X-Hubbub-Notice: yes/m);
});

test('what looks like an encoded word in a subject is encoded: nobody reads it as something else', async () => {
  const organizationId = await fresh();
  const subject = `Invitation of =?utf-8?Q?=0ABcc:_x?= ${'ä'.repeat(40)}`;
  await queue({ organizationId, channel: 'email', recipient: 'bea@couriers.example', subject, body: 'B' });
  await reaches(organizationId, 'sent');
  const raw = mails.at(-1)!;
  const [, field] = /^Subject:((?:.*\r?\n[ \t])*.*)/m.exec(raw)!;
  const words = [...field!.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, word]) => word!);
  assert.ok(words.length > 1 && words.every((word) => word.length <= 60), field);
  assert.equal(words.map((word) => Buffer.from(word, 'base64').toString()).join(''), subject);
});

test('a mail server that is busy is asked again; what it refuses has failed', async () => {
  const organizationId = await fresh();
  const email: Queued = {
    organizationId,
    channel: 'email',
    recipient: 'bea@couriers.example',
    subject: 'S',
    body: 'B',
  };
  refusal = { responseCode: 451 };
  await queue(email);
  await until(async () => (await newest(organizationId)).detail);
  refusal = undefined;
  assert.equal((await reaches(organizationId, 'sent')).attempts, 2);
  refusal = { responseCode: 550 };
  await queue(email);
  const failed = await reaches(organizationId, 'failed');
  refusal = undefined;
  assert.equal(failed.attempts, 1);
});

test('in the form of Vonage, and with no provider at all', async () => {
  await using other = await startTestServer({
    smsProvider: 'vonage',
    smsUrl: provider.url,
    smsAccount: 'key',
    smsSecret: 'secret',
    smsFrom: SHARED,
  });
  const { organization_id: organizationId } = await other.organization();
  const states = () => listOutbox(other.services.database.reader, organizationId);
  await other.services.database.transaction(async (tx) => {
    await doQueueOutbound(tx, { organizationId, channel: 'sms', recipient: ADA, body: 'hello' });
    await doQueueOutbound(tx, { organizationId, channel: 'email', recipient: 'a@b.example', subject: 'S', body: 'B' });
  });
  await until(async () => (await states()).every(({ state }) => state !== 'queued' && state !== 'sending'));
  assert.deepEqual(
    (await states()).map(({ state }) => state),
    ['stored', 'sent'],
  );
  const { path, headers, fields } = provider.requests.at(-1)!;
  assert.equal(path, '/v1/messages');
  assert.equal(headers.authorization, `Basic ${Buffer.from('key:secret').toString('base64')}`);
  const { client_ref, ...rest } = fields;
  assert.match(client_ref!, /^\w{22}$/);
  assert.deepEqual(rest, {
    message_type: 'text',
    channel: 'sms',
    to: ADA.slice(1),
    from: SHARED.slice(1),
    text: 'hello',
  });
});
