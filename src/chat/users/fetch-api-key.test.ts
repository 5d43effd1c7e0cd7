import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { changeState } from '../../../tests/harness/people.ts';
import { transactionsDuring } from '../../../tests/harness/round-trips.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { sql } from '../../platform/db/sql.ts';

const server = await startTestServer({ rateLimits: true, failedSignInsPerMinute: 3, chatRequestsPerMinute: 10_000 });
after(() => server[Symbol.asyncDispose]());
const { services } = server;

const password = 'correct horse battery staple';

async function signIn(username: string, given: string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ username, password: given });
  const response = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body, headers });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  return { status: response.status, headers: response.headers, json: (await response.json()) as any };
}

/** Lets the windows of the limits pass. */
const wait = () => server.clock.advance(61_000);

test('a right password gives a new key each time, and each works', async () => {
  wait();
  const { chat } = await server.organization();
  const [one, two] = [await signIn(chat.email, password), await signIn(` ${chat.email.toUpperCase()} `, password)];
  for (const { status, json } of [one, two]) {
    assert.equal(status, 200);
    assert.deepEqual(
      { ...json, api_key: '' },
      { result: 'success', msg: '', api_key: '', email: chat.email, user_id: chat.user_id },
    );
    const client = new ChatClient({ ...chat, api_key: json.api_key });
    assert.equal((await client.get('/users/me')).json.user_id, chat.user_id);
  }
  assert.notEqual(one.json.api_key, two.json.api_key);
});

test('a sign-in waits for PostgreSQL nine times in its three transactions', async () => {
  wait();
  const { chat } = await server.organization();
  const seen = await transactionsDuring(async () => assert.equal((await signIn(chat.email, password)).status, 200));
  const roundTrips = [
    'into platform.failed_attempts',
    'into platform.known_addresses',
    'into platform.credentials',
  ].map((written) => seen.find(({ texts }) => texts.some((text) => text.includes(written)))?.roundTrips);
  // Counting, taking back, signing in: 3, 5 and 8 when each statement waits for the one before.
  assert.deepEqual(roundTrips, [3, 2, 4]);
});

test('multipart works as well (zulip-js sends it)', async () => {
  wait();
  const { chat } = await server.organization();
  const body = new FormData();
  body.set('username', chat.email);
  body.set('password', password);
  const response = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body });
  assert.equal(response.status, 200);
});

test('a wrong password and an unknown address look the same', async () => {
  wait();
  const { chat } = await server.organization();
  for (const username of [chat.email, 'nobody@couriers.example']) {
    const { status, json } = await signIn(username, 'wrong');
    assert.equal(status, 401);
    assert.deepEqual(json, {
      result: 'error',
      code: 'AUTHENTICATION_FAILED',
      msg: 'Your username or password is incorrect',
    });
  }
});

test('wrong guesses are limited, also many at a time; right ones do not count', async () => {
  wait();
  const { chat } = await server.organization();
  for (let i = 0; i < 5; i++) assert.equal((await signIn(chat.email, password)).status, 200);
  const guesses = await Promise.all(Array.from({ length: 8 }, () => signIn('other@couriers.example', 'wrong')));
  assert.equal(guesses.filter(({ status }) => status === 401).length, 3);
  const limited = guesses.filter(({ status }) => status === 429);
  assert.equal(limited.length, 5);
  assert.equal(limited[0]!.json.code, 'RATE_LIMIT_HIT');
  assert.ok(limited[0]!.json['retry-after'] > 0 && limited[0]!.json['retry-after'] <= 60);
  assert.equal((await signIn('other@couriers.example', password)).status, 429);
  assert.equal((await signIn(chat.email, password)).status, 200);
});

test('a password that is replaced while it is looked at opens nothing', async () => {
  wait();
  const { chat, organization_id: organizationId } = await server.organization();
  const replace = sql`
    update platform.people set password_hash = 'another' where organization_id = ${organizationId} and email = ${chat.email}`;
  const { status, json } = await whileHeld(
    server,
    (tx) => tx.run(replace),
    () => signIn(chat.email, password),
  );
  assert.deepEqual([status, json.code], [401, 'AUTHENTICATION_FAILED']);
});

test('only the right password tells that an account is deactivated', async () => {
  wait();
  const { chat, organization_id: organizationId } = await server.organization();
  await changeState(server, organizationId, (tx) =>
    tx.run(
      sql`update chat.users set is_active = false where organization_id = ${organizationId} and id = ${chat.user_id}`,
    ),
  );
  assert.equal((await signIn(chat.email, 'wrong')).json.code, 'AUTHENTICATION_FAILED');
  const { status, json } = await signIn(chat.email, password);
  assert.deepEqual([status, json.code, json.msg], [401, 'USER_DEACTIVATED', 'Account is deactivated']);
});

test('of several organizations with one address, the account whose password fits', async () => {
  wait();
  const ownerEmail = 'everywhere@couriers.example';
  const first = await server.organization({ ownerEmail, ownerPassword: 'first password' });
  const second = await server.organization({ ownerEmail, ownerPassword: 'second password' });
  assert.equal((await signIn(ownerEmail, 'second password')).json.user_id, second.chat.user_id);
  assert.equal((await signIn(ownerEmail, 'first password')).json.user_id, first.chat.user_id);
});

test('the same Idempotency-Key gets the same key', async () => {
  wait();
  const { chat } = await server.organization();
  const again = () => signIn(chat.email, password, { 'idempotency-key': 'sign-in-1' });
  const answers = await Promise.all([again(), again(), again()]);
  assert.equal(new Set(answers.map(({ json }) => json.api_key)).size, 1);
  assert.equal((await signIn(chat.email, 'wrong', { 'idempotency-key': 'sign-in-1' })).status, 401);
});

test('at most 50 sign-in keys are in use; the key of the account itself stays', async () => {
  wait();
  const { chat, organization_id: organizationId } = await server.organization();
  const first = await signIn(chat.email, password);
  await services.database.transaction((tx) =>
    tx.run(sql`
      insert into platform.credentials (organization_id, id, kind, subject, label, hash, created_at)
      select ${organizationId}, 'made-up-' || n, 'chat', ${String(chat.user_id)}, 'sign-in', sha256(n::text::bytea),
        ${new Date(services.clock.now().getTime() + 1)}
      from generate_series(1, 49) n`),
  );
  server.clock.advance(10);
  await signIn(chat.email, password);
  const rows = await services.database.reader.all(sql`
    select 1 from platform.credentials
    where organization_id = ${organizationId} and kind = 'chat' and label = 'sign-in' and revoked_at is null`);
  assert.equal(rows.length, 50);
  const oldest = new ChatClient({ ...chat, api_key: first.json.api_key });
  assert.equal((await oldest.get('/users/me')).json.code, 'INVALID_API_KEY');
  assert.equal((await new ChatClient(chat).get('/users/me')).status, 200);
});

test('missing and useless parameters', async () => {
  wait();
  const missing = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST' });
  assert.equal(((await missing.json()) as { code: string }).code, 'REQUEST_VARIABLE_MISSING');
  assert.equal((await signIn('x'.repeat(300), 'x')).status, 400);
  assert.equal((await signIn('x', 'x'.repeat(1001))).status, 400);
  assert.equal((await signIn('a\u0000b', 'x')).status, 400);
});
