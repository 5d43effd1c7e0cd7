import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });
const bot = await makePerson(server, org, { name: 'Billing Bot', botOwnerId: mara.id });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
function refused(answer: Answer, code: string, msg: string): void {
  assert.deepEqual([answer.status, answer.json.code, answer.json.msg], [400, code, msg]);
}

const APNS = '/users/me/apns_device_token';
const FCM = '/users/me/android_gcm_reg_id';
const tokens = () =>
  server.services.database.reader.all(
    sql<{ user_id: number; kind: string; token: string; app_id: string | null }>`
      select user_id, kind, token, app_id from chat.push_tokens order by kind, token`,
  );

test('tokens are kept once for each person, and removed by their owner alone', async () => {
  const ios = { token: 'c0ffee', appid: 'com.example.app' };
  for (let n = 0; n < 2; n++) {
    ok(await mara.client.post(APNS, ios));
    ok(await mara.client.post(FCM, { token: 'any text:at all' }));
  }
  ok(await owner.post(APNS, ios));
  const of = (user_id: number) => ({ user_id, kind: 'apns', token: 'c0ffee', app_id: 'com.example.app' });
  const android = { user_id: mara.id, kind: 'fcm', token: 'any text:at all', app_id: null };
  assert.equal((await tokens()).length, 3);
  ok(await owner.delete(APNS, { token: 'c0ffee' }));
  assert.deepEqual(await tokens(), [of(mara.id), android]);
  refused(await owner.delete(APNS, { token: 'c0ffee' }), 'BAD_REQUEST', 'Token does not exist');
  refused(await mara.client.delete(FCM, { token: 'c0ffee' }), 'BAD_REQUEST', 'Token does not exist');
  ok(await mara.client.delete(APNS, { token: 'c0ffee' }));
  ok(await mara.client.delete(FCM, { token: 'any text:at all' }));
  assert.deepEqual(await tokens(), []);
});

test('tokens of a wrong form are refused', async () => {
  const appid = 'com.example.app';
  for (const [params, code, msg] of [
    [{ token: '', appid }, 'BAD_REQUEST', 'Empty or invalid length token'],
    [{ token: 'ab'.repeat(2049), appid }, 'BAD_REQUEST', 'Empty or invalid length token'],
    [{ token: 'xyz', appid }, 'BAD_REQUEST', 'Invalid APNS token'],
    [{ token: 'abc', appid }, 'BAD_REQUEST', 'Invalid APNS token'],
    [{ token: 'ab', appid: "'; x" }, 'BAD_REQUEST', 'Invalid app ID'],
    [{ token: 'ab' }, 'REQUEST_VARIABLE_MISSING', "Missing 'appid' argument"],
    [{ appid }, 'REQUEST_VARIABLE_MISSING', "Missing 'token' argument"],
  ] as const)
    refused(await mara.client.post(APNS, params), code, msg);
  refused(await mara.client.post(FCM, { token: '' }), 'BAD_REQUEST', 'Empty or invalid length token');
  for (const request of [bot.client.post(APNS, { token: 'ab', appid }), bot.client.post('/register_client_device')])
    refused(await request, 'BAD_REQUEST', 'This endpoint does not accept bot requests.');
  assert.deepEqual(await tokens(), []);
});

test('a person has the newest hundred', async () => {
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.push_tokens (organization_id, user_id, kind, token, created_at)
      select ${org.organization_id}, ${mara.id}, 'fcm', 'token ' || n, timestamptz '2020-01-01' + n * interval '1 day'
      from generate_series(1, 100) as n`),
  );
  ok(await mara.client.post(FCM, { token: 'the newest' }));
  const retained = (await tokens()).map(({ token }) => token);
  assert.equal(retained.length, 100);
  assert.ok(retained.includes('the newest') && !retained.includes('token 1'));
});

const key = Buffer.concat([Buffer.from([0x31]), Buffer.alloc(32, 7)]).toString('base64');
const sent = { token_kind: 'fcm', bouncer_public_key: 'public', encrypted_push_registration: 'encrypted' };
const register = (params: object) => mara.client.post('/mobile_push/register', { ...params });

test('a device registers its key and its token, together or one by one', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['device'] });
  const { device_id } = ok(await mara.client.post('/register_client_device'));
  ok(await register({ device_id, push_key: key, push_key_id: 5 }));
  ok(await register({ device_id, ...sent, token_id: 'abc' }));
  const { devices } = ok(await mara.client.post('/register', { fetch_event_types: ['device'] }));
  const { push_token_last_updated_timestamp: updated } = devices[device_id];
  assert.deepEqual(devices, {
    [device_id]: {
      push_key_id: 5,
      push_token_id: null,
      pending_push_token_id: 'abc',
      push_token_last_updated_timestamp: updated,
      push_registration_error_code: null,
    },
  });
  const [row] = await server.services.database.reader.all(
    sql<{ push_key: Buffer }>`select push_key from chat.client_devices where id = ${device_id}`,
  );
  assert.equal(server.services.secrets.open(row!.push_key), key);
  refused(
    await owner.post('/mobile_push/register', { device_id, push_key: key, push_key_id: 5 }),
    'BAD_REQUEST',
    'Invalid device ID',
  );
  refused(await owner.post('/remove_client_device', { device_id }), 'BAD_REQUEST', 'Invalid device ID');
  for (const [params, code, msg] of [
    [{}, 'REQUEST_VARIABLE_MISSING', "Missing 'device_id' argument"],
    [{ device_id, push_key: key }, 'REQUEST_VARIABLE_MISSING', "Missing 'push_key_id' argument"],
    [{ device_id, token_id: 'abc' }, 'REQUEST_VARIABLE_MISSING', "Missing 'token_kind' argument"],
    [{ device_id, push_key: 'AAAA', push_key_id: 5 }, 'BAD_REQUEST', 'Invalid push_key'],
    [{ device_id, ...sent, token_id: 'abc', token_kind: 'other' }, 'BAD_REQUEST', 'Invalid token_kind'],
    [
      { device_id },
      'BAD_REQUEST',
      'Missing parameters: must provide either all push key fields, all token fields, or both.',
    ],
  ] as const)
    refused(await register(params), code, msg);
  ok(await mara.client.post('/remove_client_device', { device_id }));
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...event }) => event),
    [
      { type: 'device', op: 'add', device_id },
      { type: 'device', op: 'update', device_id, push_key_id: 5 },
      {
        type: 'device',
        op: 'update',
        device_id,
        push_token_id: null,
        pending_push_token_id: 'abc',
        push_token_last_updated_timestamp: updated,
        push_registration_error_code: null,
      },
      { type: 'device', op: 'remove', device_id },
    ],
  );
});

test('the older form registers under the number that the client chose', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['push_device'] });
  const given = { push_account_id: 2408, push_key: key, ...sent };
  ok(await register(given));
  ok(await register({ ...given, encrypted_push_registration: 'encrypted again' }));
  refused(await register({ ...given, push_key: undefined }), 'REQUEST_VARIABLE_MISSING', "Missing 'push_key' argument");
  const { push_devices, devices } = ok(
    await mara.client.post('/register', { fetch_event_types: ['device', 'push_device'] }),
  );
  assert.deepEqual([push_devices, devices], [{ 2408: { status: 'pending' } }, {}]);
  const event = { type: 'push_device', push_account_id: '2408', status: 'pending' };
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...rest }) => rest),
    [event, event],
  );
});

test('a test push says whether the device is known, and where nothing delivers', async () => {
  ok(await owner.post(FCM, { token: 'mine' }));
  const path = '/mobile_push/test_notification';
  refused(await owner.post(path, { token: 'token 5' }), 'INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
  const notConfigured = 'Server is not configured to use push notification service.';
  for (const params of [{}, { token: 'mine' }])
    refused(await owner.post(path, params), 'PUSH_SERVICE_NOT_CONFIGURED', notConfigured);
  const encrypted = '/mobile_push/e2ee/test_notification';
  for (const request of [bot.client.post(path), bot.client.post(encrypted)])
    refused(await request, 'BAD_REQUEST', 'This endpoint does not accept bot requests.');
  refused(await owner.post(encrypted), 'NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
  const { device_id } = ok(await owner.post('/register_client_device'));
  refused(
    await mara.client.post(encrypted, { device_id }),
    'NO_ACTIVE_PUSH_DEVICE',
    'No active registered push device',
  );
  // Without a key that opens registrations its token is not known.
  refused(await owner.post(encrypted, { device_id }), 'NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
});
