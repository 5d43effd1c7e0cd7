import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import sodium from 'libsodium-wrappers';
import { type Answer, ChatClient, until } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { PushServiceServers, type ReceivedPush } from '../../../../tests/harness/push-services.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';
import { emitFlagChange } from '../../reading/emit-flags.ts';
import { systemGroupIds } from '../../user-groups/access.ts';

await sodium.ready;
const services = await PushServiceServers.start();
const registrationKey = randomBytes(32);
const server = await startTestServer({
  ...services.settings(),
  pushRegistrationKey: registrationKey,
  publicUrl: 'https://chat.example',
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await services.stop();
  assert.deepEqual(services.complaints, []);
});
const { reader } = server.services.database;
const org = await server.organization({ name: 'Example Couriers' });
const { organization_id: organizationId } = org;
const owner = new ChatClient({ ...org.chat, site: server.url });
const ann = await makePerson(server, org, { name: 'Ann Adler' });
let people = 0;

function ok({ json, text }: Answer) {
  assert.equal(json.result, 'success', text);
  return json;
}

const APNS = '/users/me/apns_device_token';
const FCM = '/users/me/android_gcm_reg_id';
const appid = 'com.example.couriers';
/** Somebody with an iOS device, an Android device, or both. */
async function somebody(...kinds: ('ios' | 'android')[]): Promise<Person & { ios: string; android: string }> {
  const person = await makePerson(server, org, { name: `Sam Someone ${++people}` });
  const ios = createHash('sha256').update(String(people)).digest('hex');
  const android = `android:${people}`;
  if (kinds.includes('ios')) ok(await person.client.post(APNS, { token: ios, appid }));
  if (kinds.includes('android')) ok(await person.client.post(FCM, { token: android }));
  return { ...person, ios, android };
}
const direct = async (from: Person, to: Person[], content: string): Promise<number> =>
  ok(await from.client.post('/messages', { type: 'direct', to: to.map(({ id }) => id), content })).id;
const pushTo = (list: ReceivedPush[], token: string, nth = 1) =>
  until(() => list.filter((push) => push.token === token)[nth - 1], `push ${nth} to ${token}`);
const read = async (person: Person, ids: number[]) =>
  ok(await person.client.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' }));
const account = {
  realm_url: 'https://chat.example',
  realm_uri: 'https://chat.example',
  realm_name: 'Example Couriers',
};

test('a direct message reaches the devices in the forms that the app reads, and is taken back when read elsewhere', async () => {
  const sam = await somebody('ios', 'android');
  const id = await direct(ann, [sam], 'the **gate** is open');
  const ios = await pushTo(services.apns, sam.ios);
  const { authorization: _jwt, 'apns-expiration': expires, ...headers } = ios.headers;
  assert.ok(Number(expires) > server.clock.now().getTime() / 1000);
  assert.deepEqual(
    [headers['apns-topic'], headers['apns-push-type'], headers['apns-priority']],
    [appid, 'alert', '10'],
  );
  const { time, ...zulip } = ios.body.zulip;
  assert.deepEqual(ios.body.aps, { alert: { title: 'Ann Adler', body: 'the gate is open' }, sound: 'default' });
  assert.deepEqual(zulip, {
    ...account,
    user_id: sam.id,
    sender_id: ann.id,
    message_ids: [id],
    recipient_type: 'private',
  });
  const android = await pushTo(services.fcm, sam.android);
  assert.deepEqual(android.body.android, { priority: 'HIGH' });
  assert.deepEqual(android.body.data, {
    ...account,
    event: 'message',
    user_id: String(sam.id),
    sender_id: String(ann.id),
    sender_full_name: 'Ann Adler',
    sender_avatar_url: `https://chat.example/avatar/${ann.id}/1`,
    zulip_message_id: String(id),
    time: String(time),
    content: 'the gate is open',
    content_truncated: 'false',
    recipient_type: 'private',
  });
  await read(sam, [id]);
  assert.deepEqual((await pushTo(services.fcm, sam.android, 2)).body.data, {
    ...account,
    event: 'remove',
    user_id: String(sam.id),
    zulip_message_ids: String(id),
    zulip_message_id: String(id),
  });
  const silent = await pushTo(services.apns, sam.ios, 2);
  assert.deepEqual([silent.headers['apns-push-type'], silent.body.aps], ['background', { 'content-available': 1 }]);
});

test('what was read at once is taken back by one push for 200 messages', async () => {
  const [sam, tess] = [await somebody(), await somebody()];
  const ids = await Promise.all(Array.from({ length: 230 }, (_, n) => direct(ann, [sam, tess], `${n}`)));
  // As if they had been pushed one by one.
  ok(await sam.client.post(FCM, { token: sam.android }));
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.pushed_messages (organization_id, message_id, user_id, pushed_at)
      select ${organizationId}, id, ${sam.id}, ${tx.now} from unnest(${ids}::bigint[]) as id`),
  );
  await read(tess, ids);
  await read(sam, ids);
  const removed = (): string[] => {
    const bodies = services.fcm.filter(({ token }) => token === sam.android).map(({ body }) => body.data);
    return bodies.filter(({ event }) => event === 'remove').map(({ zulip_message_ids }) => zulip_message_ids);
  };
  await until(() => removed().join().split(',').length === ids.length, 'all to be taken back');
  const taken = removed();
  assert.deepEqual(taken.map((text) => text.split(',').length).sort(), [200, 30].sort());
  assert.deepEqual(
    taken
      .join()
      .split(',')
      .map(Number)
      .sort((one, other) => one - other),
    ids.sort((one, other) => one - other),
  );
});

test('mentions in channels, conversations of several, and what is deleted', async () => {
  const sam = await somebody('android');
  ok(await sam.client.patch('/settings', { automatically_follow_topics_where_mentioned: false }));
  const floor = await makeChannel(server, organizationId, { name: 'floor', subscribers: [ann.id, sam.id] });
  const inChannel = async (content: string): Promise<number> =>
    ok(await ann.client.post('/messages', { type: 'channel', to: floor, topic: 'gates', content })).id;
  await inChannel('nobody in particular');
  const id = await inChannel(`@**Sam Someone ${people}** open?`);
  const { data } = (await pushTo(services.fcm, sam.android)).body;
  assert.deepEqual(
    [data.zulip_message_id, data.recipient_type, data.stream_id, data.stream, data.topic],
    [String(id), 'stream', String(floor), 'floor', 'gates'],
  );
  ok(await ann.client.delete(`/messages/${id}`));
  assert.equal((await pushTo(services.fcm, sam.android, 2)).body.data.event, 'remove');
  const third = await somebody();
  await direct(ann, [sam, third], 'to both');
  const both = (await pushTo(services.fcm, sam.android, 3)).body.data;
  assert.equal(both.pm_users, [ann.id, sam.id, third.id].sort((a, b) => a - b).join());
});

const pushedTo = async (messageId: number) => {
  const rows = await reader.all(sql<{ userId: number }>`
    select user_id as "userId" from chat.pushed_messages
    where organization_id = ${organizationId} and message_id = ${messageId} order by user_id`);
  return rows.map(({ userId }) => userId);
};
const moveTo = async (channel: number, id: number) =>
  ok(await owner.patch(`/messages/${id}`, { stream_id: channel, send_notification_to_new_thread: false }));
const eventOf = async (person: { android: string }, nth: number) =>
  (await pushTo(services.fcm, person.android, nth)).body.data.event;

test('a move takes back the pushes of those who lose the message alone; its deletion takes them from everybody', async () => {
  const [stays, loses] = [await somebody('android'), await somebody('android')];
  const both = [stays.id, loses.id];
  const yard = await makeChannel(server, organizationId, { name: 'yard', subscribers: [ann.id, ...both] });
  const subscribers = [ann.id, org.chat.user_id, stays.id];
  const vault = await makeChannel(server, organizationId, { name: 'vault', subscribers, inviteOnly: true });
  const { id } = ok(
    await ann.client.post('/messages', { type: 'channel', to: yard, topic: 'gates', content: '@**all** open?' }),
  );
  for (const person of [stays, loses]) assert.equal(await eventOf(person, 1), 'message');
  await moveTo(vault, id);
  assert.equal(await eventOf(loses, 2), 'remove');
  assert.deepEqual(await pushedTo(id), [stays.id]);
  // People who left receive no deletion event, but their device still shows the message.
  ok(await stays.client.delete('/users/me/subscriptions', { subscriptions: ['vault'] }));
  ok(await owner.delete(`/messages/${id}`));
  assert.equal(await eventOf(stays, 2), 'remove');
});

test('a guest is not told who a sender is of whom they may not know', async () => {
  const system = await systemGroupIds(server.services.state.of(organizationId));
  const guest = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  ok(await guest.client.post(FCM, { token: 'android:guest' }));
  const ios = createHash('sha256').update('guest').digest('hex');
  ok(await guest.client.post(APNS, { token: ios, appid }));
  const gate = await makeChannel(server, organizationId, { name: 'gate', subscribers: [ann.id, guest.id] });
  ok(await owner.patch('/realm', { can_access_all_users_group: { new: system['role:members'] } }));
  const sendText = async (content: string) =>
    ok(await ann.client.post('/messages', { type: 'channel', to: gate, topic: 'gates', content }));
  await sendText('@**Gwen Guest** known');
  assert.equal((await pushTo(services.fcm, 'android:guest')).body.data.sender_full_name, 'Ann Adler');
  ok(await ann.client.delete('/users/me/subscriptions', { subscriptions: ['gate'] }));
  await sendText('@**Gwen Guest** unknown');
  const { data } = (await pushTo(services.fcm, 'android:guest', 2)).body;
  assert.deepEqual(
    [data.content, data.sender_id, data.sender_full_name, data.sender_avatar_url],
    ['@Gwen Guest unknown', String(ann.id), 'Unknown user', `https://chat.example/avatar/${ann.id}/0`],
  );
  const { aps } = (await pushTo(services.apns, ios, 2)).body;
  assert.deepEqual([aps.alert.title, aps.alert.subtitle], ['#gate > gates', 'Unknown user:']);
  ok(await owner.patch('/realm', { can_access_all_users_group: { new: system['role:everyone'] } }));
});

test('what a move makes read is taken back from all whom it concerns, however many', async () => {
  const [sam, tess] = [await somebody('android'), await somebody('android')];
  const subscribers = [ann.id, org.chat.user_id, sam.id, tess.id];
  const ramp = await makeChannel(server, organizationId, { name: 'ramp', subscribers });
  const { id } = ok(
    await ann.client.post('/messages', { type: 'channel', to: ramp, topic: 'gates', content: '@**all** open?' }),
  );
  for (const person of [sam, tess]) assert.equal(await eventOf(person, 1), 'message');
  // As if many others and their messages were moved before: as pairs they do not fit into one parameter.
  const many = Array.from({ length: 6000 }, (_, n) => 1_000_000_000 + n);
  await server.services.database.transaction(
    async (tx) => emitFlagChange(tx, { op: 'add', flag: 'read', ids: many, userIds: many }),
    { organizationId },
  );
  // They are not subscribed to where it goes.
  await moveTo(
    await makeChannel(server, organizationId, { name: 'ramp two', subscribers: [ann.id, org.chat.user_id] }),
    id,
  );
  for (const person of [sam, tess]) assert.equal(await eventOf(person, 2), 'remove');
});

test('who is there hears of it only where they want to; settings and a muted sender speak against it', async () => {
  const here = await somebody('android');
  const off = await somebody('android');
  const muting = await somebody('android');
  const last = await somebody('android');
  ok(await here.client.post('/users/me/presence', { status: 'active' }));
  ok(await here.client.patch('/settings', { enable_online_push_notifications: false }));
  ok(await off.client.patch('/settings', { enable_offline_push_notifications: false }));
  ok(await muting.client.post(`/users/me/muted_users/${ann.id}`));
  for (const person of [here, off, muting, last]) await direct(ann, [person], 'hello');
  await pushTo(services.fcm, last.android);
  ok(await here.client.patch('/settings', { enable_online_push_notifications: true }));
  await direct(ann, [here], 'again');
  assert.equal((await pushTo(services.fcm, here.android)).body.data.content, 'again');
  for (const { android } of [off, muting]) assert.ok(!services.fcm.some(({ token }) => token === android));
});

test('a token of no use is forgotten; a service that is busy is asked again, for that device alone', async () => {
  const sam = await somebody('ios', 'android');
  services.apnsAnswers.push({ status: 410, reason: 'Unregistered' });
  services.fcmAnswers.push({ status: 404, errorCode: 'UNREGISTERED' });
  await direct(ann, [sam], 'hello');
  const tokens = () =>
    reader.all(sql`select 1 from chat.push_tokens where organization_id = ${organizationId} and user_id = ${sam.id}`);
  await until(async () => (await tokens()).length === 0, 'the tokens to be forgotten');
  const busy = await somebody('ios', 'android');
  services.fcmAnswers.push({ status: 503, errorCode: 'UNAVAILABLE' });
  services.cutConnections();
  await direct(ann, [busy], 'hello');
  await until(() => services.fcm.filter(({ token }) => token === busy.android).length === 2, 'the second attempt', 40);
  assert.equal(services.apns.filter(({ token }) => token === busy.ios).length, 1);
});

/** A device with encrypted pushes, as the app registers it. */
async function registerEncrypted(person: Person, kind: 'fcm' | 'apns', given: object = {}) {
  const key = randomBytes(32);
  const token = createHash('sha256').update(randomBytes(8)).digest('hex');
  const registration = {
    token,
    token_kind: kind,
    timestamp: Math.floor(server.clock.now().getTime() / 1000),
    ...(kind === 'apns' ? { ios_app_id: appid } : {}),
    ...given,
  };
  const publicKey = sodium.crypto_scalarmult_base(registrationKey);
  const { device_id } = ok(await person.client.post('/register_client_device'));
  const params = {
    device_id,
    push_key_id: 7,
    push_key: Buffer.concat([Buffer.from([0x31]), key]).toString('base64'),
    token_kind: kind,
    token_id: `id of ${token.slice(0, 8)}`,
    bouncer_public_key: Buffer.from(publicKey).toString('base64'),
    encrypted_push_registration: Buffer.from(sodium.crypto_box_seal(JSON.stringify(registration), publicKey)).toString(
      'base64',
    ),
  };
  return { key, token, deviceId: device_id as number, params };
}
function open(key: Buffer, data: string) {
  const bytes = Buffer.from(data, 'base64');
  return JSON.parse(
    Buffer.from(sodium.crypto_secretbox_open_easy(bytes.subarray(24), bytes.subarray(0, 24), key)).toString('utf8'),
  );
}

test('encrypted where the device registered a key: the services see nothing of the message', async () => {
  const sam = await somebody();
  const queue = await QueueReader.register(sam.client, { event_types: ['device'] });
  const phone = await registerEncrypted(sam, 'fcm');
  const pad = await registerEncrypted(sam, 'apns');
  for (const { params } of [phone, pad]) ok(await sam.client.post('/mobile_push/register', params));
  const updates = (await queue.poll()).filter(({ op }) => op === 'update');
  assert.deepEqual(
    updates.map(({ push_token_id, pending_push_token_id }) => [push_token_id, pending_push_token_id]),
    [phone, pad].map(({ params }) => [params.token_id, null]),
  );
  ok(await owner.patch('/realm', { require_e2ee_push_notifications: true }));
  const id = await direct(ann, [sam], 'confidential');
  const { data } = (await pushTo(services.fcm, phone.token)).body;
  assert.deepEqual(Object.keys(data).sort(), ['encrypted_data', 'push_key_id']);
  assert.equal(data.push_key_id, '7');
  const { time, ...opened } = open(phone.key, data.encrypted_data);
  assert.ok(time > 0);
  assert.deepEqual(opened, {
    realm_url: account.realm_url,
    realm_name: account.realm_name,
    user_id: sam.id,
    type: 'message',
    sender_id: ann.id,
    sender_full_name: 'Ann Adler',
    sender_avatar_url: `https://chat.example/avatar/${ann.id}/1`,
    message_id: id,
    content: 'confidential',
    recipient_type: 'direct',
    recipient_user_ids: [ann.id, sam.id],
  });
  const { body } = await pushTo(services.apns, pad.token);
  assert.deepEqual(body.aps, { alert: { title: 'New notification' }, sound: 'default', 'mutable-content': 1 });
  assert.deepEqual([body.push_key_id, open(pad.key, body.encrypted_data).content], [7, 'confidential']);
  await read(sam, [id]);
  const removal = open(phone.key, (await pushTo(services.fcm, phone.token, 2)).body.data.encrypted_data);
  assert.deepEqual([removal.type, removal.message_ids], ['remove', [id]]);
  const plain = await somebody('android');
  await direct(ann, [plain], 'confidential');
  assert.equal((await pushTo(services.fcm, plain.android)).body.data.content, 'New message');
  ok(await owner.patch('/realm', { require_e2ee_push_notifications: false }));
});

test('a registration that cannot be taken says why, and one whose app is gone is forgotten', async () => {
  const sam = await somebody();
  const devices = async () => ok(await sam.client.post('/register', { fetch_event_types: ['device'] })).devices;
  for (const [change, code] of [
    [{ bouncer_public_key: randomBytes(32).toString('base64') }, 'INVALID_BOUNCER_PUBLIC_KEY'],
    [{ encrypted_push_registration: randomBytes(80).toString('base64') }, 'BAD_REQUEST'],
    [{ token_kind: 'apns' }, 'BAD_REQUEST'],
  ] as const) {
    const { params, deviceId } = await registerEncrypted(sam, 'fcm');
    ok(await sam.client.post('/mobile_push/register', { ...params, ...change }));
    const { push_token_id, pending_push_token_id, push_registration_error_code } = (await devices())[deviceId];
    assert.deepEqual([push_token_id, pending_push_token_id, push_registration_error_code], [null, null, code]);
  }
  for (const given of [{ token: '' }, { token: 7 }, { token: 'x'.repeat(4097) }, { timestamp: 'now' }]) {
    const { params, deviceId } = await registerEncrypted(sam, 'fcm', given);
    ok(await sam.client.post('/mobile_push/register', params));
    assert.equal((await devices())[deviceId].push_registration_error_code, 'BAD_REQUEST', JSON.stringify(given));
  }
  const old = await registerEncrypted(sam, 'fcm', { timestamp: 1_000_000_000 });
  ok(await sam.client.post('/mobile_push/register', old.params));
  assert.equal((await devices())[old.deviceId].push_registration_error_code, 'REQUEST_EXPIRED');
  const good = await registerEncrypted(sam, 'fcm');
  ok(await sam.client.post('/mobile_push/register', good.params));
  services.fcmAnswers.push({ status: 404, errorCode: 'UNREGISTERED' });
  const queue = await QueueReader.register(sam.client, { event_types: ['device'] });
  await direct(ann, [sam], 'hello');
  const [event] = await queue.collect('device', 1);
  assert.deepEqual([event!.device_id, event!.push_token_id], [good.deviceId, null]);
});

test('test pushes go out at once, and say what the service said', async () => {
  const sam = await somebody('android', 'ios');
  const path = '/mobile_push/test_notification';
  ok(await sam.client.post(path));
  assert.equal(services.fcm.at(-1)!.body.data.event, 'test');
  assert.equal(services.apns.at(-1)!.token, sam.ios);
  services.fcmAnswers.push({ status: 404, errorCode: 'UNREGISTERED' });
  const gone = await sam.client.post(path, { token: sam.android });
  assert.equal(gone.json.code, 'INVALID_PUSH_DEVICE_TOKEN');
  services.fcmAnswers.push({ status: 500, errorCode: 'INTERNAL' });
  const failed = await sam.client.post(path, { token: sam.android });
  assert.match(failed.json.msg, /The push service rejected it: 500 INTERNAL/);
  const phone = await registerEncrypted(sam, 'fcm');
  ok(await sam.client.post('/mobile_push/register', phone.params));
  ok(await sam.client.post('/mobile_push/e2ee/test_notification', { device_id: phone.deviceId }));
  assert.equal(open(phone.key, services.fcm.at(-1)!.body.data.encrypted_data).type, 'test');
});
