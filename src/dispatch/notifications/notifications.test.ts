import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { postAsTwilio, postAsVonage } from '../../../tests/harness/signed-sms.ts';
import { SmsProviderServer } from '../../../tests/harness/sms-provider.ts';
import { sql } from '../../platform/db/sql.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';
import { checkDelays } from '../thresholds/check-delays.ts';

const SHARED = '+14155550100';
const SECRET = 'auth-token';

let provider: SmsProviderServer;
let receiver: Receiver;
let server: TestServer & AsyncDisposable;
before(async () => {
  provider = await SmsProviderServer.start();
  receiver = await Receiver.start();
  server = await startTestServer({
    smsProvider: 'twilio',
    smsUrl: provider.url,
    smsAccount: 'AC1',
    smsSecret: SECRET,
    smsFrom: SHARED,
  });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await provider.stop();
  await receiver.stop();
});

type Fleet = Awaited<ReturnType<typeof startFleet>>;
let people = 0;
const nextPhone = () => `+1415557${String(++people).padStart(4, '0')}`;
let messages = 0;
const sendText = (from: string, body: string, to = SHARED, sid = `SMin${++messages}`) =>
  postAsTwilio(`${server.url}/api/v2/sms/twilio/messages`, SECRET, { MessageSid: sid, From: from, To: to, Body: body });
const sentTo = async ({ organization }: Fleet, phone: string) =>
  (await listOutbox(server.services.database.reader, organization)).filter(({ recipient }) => recipient === phone);
const received = (fleet: Fleet, phone: string, number: number) =>
  until(async () => {
    const all = await sentTo(fleet, phone);
    return all.length === number && all.every(({ state }) => state === 'sent')
      ? all.map(({ body }) => body)
      : undefined;
  }, `${number} SMS to ${phone}`);
const hook = async ({ api }: Fleet, trigger: number) =>
  assert.equal((await api.post('/webhooks', { url: receiver.url, name: 'sms', trigger })).status, 200);
const events = (name: string) => receiver.deliveries.filter(({ body }) => body.triggerName === name);

/** A worker with a task for a recipient, not started yet. */
async function delivery(fleet: Fleet, recipient: object = {}, more: object = {}) {
  const dora = await fleet.worker([0, 0]);
  const phone = nextPhone();
  const task = await fleet.task({
    destination: destinationAt(0.009, 0),
    recipients: [{ name: 'Rosa Recipient', phone, ...recipient }],
    container: { type: 'WORKER', worker: dora.id },
    ...more,
  });
  const perform = async (step: string, body: object = {}) => {
    const answer = await dora.driver.post(`/driver/tasks/${task.id}/${step}`, body);
    assert.equal(answer.status, 200, answer.text);
  };
  return { dora, phone, task, perform };
}

test('a recipient is told the first word of a worker’s name, as on the tracking page', async () => {
  const fleet = await startFleet(server);
  const { dora, phone, task, perform } = await delivery(fleet);
  await fleet.api.put(`/workers/${dora.id}`, { name: 'Dora  Fictional', displayName: ' ' });
  await perform('start');
  const [sms] = await received(fleet, phone, 1);
  assert.match(sms!, /: Dora is on the way/);
  const page = await fetch(`${server.url}/api/v2/tracking/${task.trackingURL.split('/').at(-1)}`);
  assert.equal(((await page.json()) as { worker: { displayName: string } }).worker.displayName, 'Dora');
});

test('a recipient is told of start and end once each, with the tracking link and the name for others', async () => {
  const fleet = await startFleet(server);
  const { dora, phone, task, perform } = await delivery(fleet);
  await fleet.api.put(`/workers/${dora.id}`, { displayName: 'D. on bike 7' });
  await perform('start');
  const { name } = (await fleet.api.get('/organization')).json;
  assert.deepEqual(await received(fleet, phone, 1), [
    `${name}: D. on bike 7 is on the way to you. Follow along: ${task.trackingURL}`,
  ]);
  await perform('complete', { success: false, failureReason: 'OTHER', failureNotes: 'nobody there' });
  const [failed] = await received(fleet, phone, 2);
  assert.match(failed!, /could not be completed/);
});

test('a recipient is written to in their own language, and the tracking page opens in it', async () => {
  const fleet = await startFleet(server);
  const polish = await delivery(fleet, { language: 'pl' });
  const unknown = await delivery(fleet, { language: 'xx' });
  for (const { perform } of [polish, unknown]) await perform('start');
  const [inPolish] = await received(fleet, polish.phone, 1);
  assert.match(inPolish!, /Dora jest w drodze/);
  const [inEnglish] = await received(fleet, unknown.phone, 1);
  assert.match(inEnglish!, /is on the way to you/);
  const languageAt = async (query = '') => {
    const page = await fetch(`${polish.task.trackingURL}${query}`, { headers: { 'accept-language': 'fr' } });
    return /<html lang="(\w+)"/.exec(await page.text())?.[1];
  };
  assert.deepEqual([await languageAt(), await languageAt('?lang=it')], ['pl', 'it']);
});

test("a recipient's own flag wins; the task's counts when that is false", async () => {
  const fleet = await startFleet(server);
  const quiet = await delivery(fleet, { skipSMSNotifications: true }, { recipientSkipSMSNotifications: false });
  const override = await delivery(fleet, {}, { recipientSkipSMSNotifications: true });
  const loud = await delivery(fleet, {}, { recipientSkipSMSNotifications: false });
  for (const one of [quiet, override, loud]) await one.perform('start');
  await received(fleet, loud.phone, 1);
  for (const { phone } of [quiet, override]) assert.deepEqual(await sentTo(fleet, phone), []);
});

test('languages, own texts, and what is told at all are settings; arrival and delay are watched for', async () => {
  const fleet = await startFleet(server);
  const put = (body: object) => fleet.api.put('/notifications/settings', body);
  for (const [body, error] of [
    [{ templates: [{ kind: 'started', language: 'de', text: 'Los {price}' }] }, 1000],
    [{ templates: [{ kind: 'invitation', language: 'de', text: 'Hallo {worker}' }] }, 1000],
    [{ templates: [1, 2].map(() => ({ kind: 'failed', language: 'de', text: 'x' })) }, 1000],
    [{ quietHours: { from: '21:00', to: '21:00' } }, 1000],
    [{ quietHours: { from: '25:00', to: '07:00' } }, 1000],
    [{ language: 'deutsch' }, 1000],
    [{ started: 'yes' }, 1005],
  ] as const)
    assert.equal((await put(body)).json.message?.error, error, JSON.stringify(body));
  const changed = await put({
    language: 'de',
    completed: false,
    arriving: true,
    arrivingMeters: 300,
    delayed: true,
    delayedSeconds: 60,
    quietHours: { from: '03:00', to: '03:01' },
    dailyLimit: 100,
    templates: [{ kind: 'started', language: 'de', text: '{worker} fährt los zu {recipient}: {link}' }],
  });
  assert.equal(changed.status, 200, changed.text);
  const { json } = await fleet.api.get('/notifications/settings');
  assert.deepEqual(json, changed.json);
  assert.deepEqual([json.language, json.number, json.dailyLimit], ['de', SHARED, 100]);
  assert.deepEqual(json.quietHours, { from: '03:00', to: '03:01' });
  assert.deepEqual((await put({ delayedSeconds: 60 })).json, json, 'what is not named stays');

  const completeBefore = server.clock.now().getTime() - 600_000;
  const { dora, phone, task, perform } = await delivery(fleet, {}, { completeBefore });
  const [invitation] = await received(fleet, (await fleet.api.get(`/workers/${dora.id}`)).json.phone, 1);
  assert.match(invitation!, /Willkommen, Dora Driver/);
  await perform('start');
  await checkDelays.handle(server.services, {}, AbortSignal.timeout(10_000));
  await received(fleet, phone, 2);
  await dora.goTo(0.0089, 0);
  await perform('complete', { success: true });
  const [arriving, ...before] = await received(fleet, phone, 3);
  assert.match(arriving!, /ist gleich bei Ihnen/);
  assert.ok(before.includes(`Dora fährt los zu Rosa Recipient: ${task.trackingURL}`));
  assert.ok(before.some((text) => text.includes('verspätet sich')));
  const { today } = (await fleet.api.get('/notifications/settings')).json;
  assert.ok(today.messages >= 4 && today.segments >= today.messages, JSON.stringify(today));
});

test('an answer goes to the worker of the active task, once; else trigger 14 tells of it', async () => {
  const fleet = await startFleet(server);
  await hook(fleet, 14);
  const { dora, phone, perform } = await delivery(fleet);
  await perform('start');
  await received(fleet, phone, 1);
  for (const _ of [1, 2]) assert.equal((await sendText(phone, 'The side door, please', SHARED, 'SMsame')).status, 200);
  const workerPhone = (await fleet.api.get(`/workers/${dora.id}`)).json.phone;
  const [answer] = await received(fleet, workerPhone, 2);
  assert.equal(answer, 'Rosa Recipient: The side door, please');
  await perform('complete', { success: true });
  await received(fleet, phone, 2);
  for (const _ of [1, 2]) await sendText(phone, 'Thanks!', SHARED, 'SMthanks');
  const missed = () => events('smsRecipientResponseMissed').filter(({ body }) => body.from === phone);
  const { body } = await until(() => missed()[0]);
  const told14 = await server.services.database.reader.all(
    sql`select from platform.event_log where organization_id = ${fleet.organization} and kind = 'smsResponseMissed'`,
  );
  assert.equal(told14.length, 1);
  assert.deepEqual([body.triggerId, body.to, body.body], [14, SHARED, 'Thanks!']);
  assert.equal((await sentTo(fleet, workerPhone)).length, 2);
});

test('an answer at a shared number is for whoever wrote last within 72 hours; an own number is for its owner', async () => {
  const [first, second] = [await startFleet(server), await startFleet(server)];
  for (const fleet of [first, second]) await hook(fleet, 14);
  const phone = nextPhone();
  for (const fleet of [first, second]) {
    const { perform } = await delivery(fleet, { phone });
    await perform('start');
    await received(fleet, phone, 1);
  }
  const inbound = () =>
    server.services.database.reader.all(sql<{ organization_id: string; body: string }>`
      select organization_id, body from platform.sms_inbound where phone = ${phone} order by received_at`);
  await sendText(phone, 'one');
  await server.services.database.transaction((tx) =>
    tx.run(sql`update platform.outbox set changed_at = changed_at - interval '73 hours' where recipient = ${phone}`),
  );
  await sendText(phone, 'nobody');
  await server.services.database.transaction((tx) =>
    tx.run(
      sql`insert into platform.sms_settings (organization_id, number) values (${first.organization}, '+14155550101')`,
    ),
  );
  await sendText(phone, 'two', '+14155550101');
  assert.deepEqual(
    (await inbound()).map((row) => [row.organization_id, row.body]),
    [
      [second.organization, 'one'],
      [first.organization, 'two'],
    ],
  );
});

test('STOP fires trigger 17 once and is honoured; START takes it back', async () => {
  const fleet = await startFleet(server);
  await hook(fleet, 17);
  const { phone, perform, task } = await delivery(fleet);
  await perform('start');
  await received(fleet, phone, 1);
  await sendText(phone, ' Stop. ');
  await sendText(phone, 'STOP');
  const { body } = await until(() => events('SMSRecipientOptOut').find(({ body }) => body.SMS.from === phone));
  assert.equal(body.triggerId, 17);
  assert.equal(body.recipient, task.recipients[0].id);
  assert.equal(body.data.recipient.phone, phone);
  assert.deepEqual(body.SMS, { from: phone, to: SHARED, body: ' Stop. ' });
  assert.ok(Math.abs(body.timestamp - server.clock.now().getTime()) < 60_000);
  await perform('complete', { success: true });
  await until(async () => (await sentTo(fleet, phone)).some(({ state }) => state === 'skipped'));
  assert.equal(events('SMSRecipientOptOut').filter(({ body }) => body.SMS.from === phone).length, 1);
  await sendText(phone, 'start');
  const again = await delivery(fleet, { phone });
  await again.perform('start');
  await until(async () => (await sentTo(fleet, phone)).filter(({ state }) => state === 'sent').length === 2);
});

test('a receipt tells what became of a message, in any order, and only with the right signature', async () => {
  const fleet = await startFleet(server);
  const { phone, perform } = await delivery(fleet);
  await perform('start');
  await received(fleet, phone, 1);
  const { StatusCallback } = provider.requests.findLast(({ fields }) => fields.To === phone)!.fields;
  const report = (MessageStatus: string, token = SECRET) =>
    postAsTwilio(StatusCallback!, token, { MessageSid: 'SM1', MessageStatus });
  const state = async () => (await sentTo(fleet, phone))[0]!.state;
  assert.equal((await report('delivered', 'wrong')).status, 401);
  assert.equal((await fetch(StatusCallback!, { method: 'POST' })).status, 401);
  assert.equal(await state(), 'sent');
  assert.equal((await report('delivered')).status, 200);
  assert.equal((await report('sent')).status, 200);
  assert.equal((await report('failed')).status, 200);
  assert.equal(await state(), 'delivered');
  const vonage = await postAsVonage(`${server.url}/api/v2/sms/vonage/receipts`, SECRET, { status: 'delivered' });
  assert.equal(vonage.status, 401);
});

test("Vonage's requests are taken with a token that is fresh and for this body", async () => {
  await using other = await startTestServer({
    smsProvider: 'vonage',
    smsUrl: provider.url,
    smsAccount: 'key',
    smsSecret: 'secret',
    smsSignatureSecret: 'signing',
    smsFrom: SHARED,
  });
  const fleet = await startFleet(other);
  const { phone, perform, dora } = await delivery(fleet);
  await perform('start');
  const find = async () => (await listOutbox(other.services.database.reader, fleet.organization))[0]!;
  await until(async () => (await find()).recipient === phone && (await find()).state === 'sent');
  const { client_ref } = provider.requests.findLast(({ fields }) => fields.to === phone.slice(1))!.fields;
  const post = (path: string, body: object, claims?: object) =>
    postAsVonage(`${other.url}/api/v2/sms/vonage/${path}`, 'signing', body, claims);
  const receipt = { message_uuid: 'u', client_ref, status: 'undeliverable', error: { title: '1260' } };
  assert.equal((await post('receipts', receipt, { iat: 1 })).status, 401);
  assert.equal((await post('receipts', receipt, { payload_hash: 'other' })).status, 401);
  assert.equal((await post('receipts', receipt)).status, 200);
  assert.deepEqual([(await find()).state, (await find()).detail], ['failed', 'undeliverable 1260']);
  const { organization } = fleet;
  await other.services.database.transaction((tx) =>
    tx.run(sql`insert into platform.sms_settings (organization_id, number) values (${organization}, '+14155550102')`),
  );
  const message = { message_uuid: 'm1', from: phone.slice(1), to: '14155550102', text: 'Hello', channel: 'sms' };
  assert.equal((await post('messages', message)).status, 200);
  const workerPhone = (await fleet.api.get(`/workers/${dora.id}`)).json.phone;
  await until(async () => (await find()).recipient === workerPhone && (await find()).body === 'Rosa Recipient: Hello');
});

test('a recipient hears of arrival and delay at the settings’ thresholds, not at those of webhooks', async () => {
  const fleet = await startFleet(server);
  const put = await fleet.api.put('/notifications/settings', {
    ...{ started: false, completed: false, arriving: true, arrivingMeters: 100, delayed: true, delayedSeconds: 3600 },
  });
  assert.equal(put.status, 200, put.text);
  for (const [trigger, threshold] of [
    [2, 2000],
    [12, 60],
  ]) {
    const answer = await fleet.api.post('/webhooks', { url: receiver.url, name: 'early', trigger, threshold });
    assert.equal(answer.status, 200, answer.text);
  }
  const completeBefore = server.clock.now().getTime() - 600_000;
  const { dora, phone, task, perform } = await delivery(fleet, {}, { completeBefore });
  await perform('start');
  await dora.goTo(0, 0);
  await checkDelays.handle(server.services, {}, AbortSignal.timeout(10_000));
  const delivered = (trigger: number) =>
    until(
      () => receiver.deliveries.some(({ body }) => body.taskId === task.id && body.triggerId === trigger),
      'the delivery',
    );
  await delivered(2);
  await delivered(12);
  await dora.goTo(0.0089, 0);
  const [sent] = await received(fleet, phone, 1);
  assert.match(sent!, /almost there/);
  await perform('complete', { success: true });
  assert.equal((await sentTo(fleet, phone)).length, 1);
});
