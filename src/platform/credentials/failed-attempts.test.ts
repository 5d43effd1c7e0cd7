import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { startServer } from '../../app.ts';
import { readNetworks } from '../http/client-address.ts';
import { createLog } from '../log.ts';

const here = await startTestServer({
  rateLimits: true,
  failedSignInsPerMinute: 3,
  chatRequestsPerMinute: 10_000,
  trustedProxies: readNetworks('127.0.0.1'),
});
const { clock } = here;
const { config } = here.services;
const lines: Record<string, unknown>[] = [];
/** Another process on the same database; its log is read. */
const there = await startServer({
  config: { ...config, port: 0 },
  log: createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  clock,
  connectionString: here.connectionString,
});
after(async () => {
  await there.close();
  await here[Symbol.asyncDispose]();
});

const password = 'correct horse battery staple';
const HOUR_MS = 3600_000;
let networks = 0;
const newAddress = () => `198.51.100.${++networks}`;

async function signIn(username: string, given: string, address: string, { url } = here as { url: string }) {
  const body = new URLSearchParams({ username, password: given });
  const headers = { 'x-forwarded-for': address };
  const response = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body, headers });
  return response.status;
}

/** Guesses from an address each, by turns at both processes; gives how many were looked at. */
async function guessFromEverywhere(username: string, times: number): Promise<number> {
  let looked = 0;
  for (let n = 0; n < times; n++) {
    const status = await signIn(username, 'wrong', newAddress(), n % 2 ? here : there);
    if (status === 401) looked++;
    else assert.equal(status, 429);
  }
  return looked;
}

test('an account is guessed 20 times an hour from elsewhere, by all processes together, and stays open where it was at home', async () => {
  const { chat } = await here.organization();
  const home = newAddress();
  assert.equal(await signIn(chat.email, password, home), 200);
  assert.equal(await guessFromEverywhere(chat.email, 23), 20);
  assert.equal(await signIn(chat.email, password, newAddress()), 429);
  assert.equal(await signIn(chat.email, password, home, there), 200);
  // Wrong ones from home have a limit of their own.
  for (let n = 0; n < 10; n++) assert.equal(await signIn(chat.email, 'wrong', home), 401);
  assert.equal(await signIn(chat.email, 'wrong', home, there), 429);
  clock.advance(HOUR_MS);
  assert.equal(await signIn(chat.email, password, newAddress()), 200);
});

test('many at once are not taken for one', async () => {
  const { chat } = await here.organization();
  const address = newAddress();
  const statuses = await Promise.all(
    Array.from({ length: 8 }, (_, n) => signIn(chat.email, 'wrong', address, n % 2 ? here : there)),
  );
  assert.equal(statuses.filter((status) => status === 401).length, 3);
});

test('wrong ones behind an address lock out neither who was there before nor who comes anew', async () => {
  const [one, two, three] = [await here.organization(), await here.organization(), await here.organization()];
  const office = newAddress();
  assert.equal(await signIn(one.chat.email, password, office), 200);
  for (let n = 0; n < 6; n++) await signIn(two.chat.email, 'wrong', office);
  assert.equal(await signIn(two.chat.email, password, office), 429);
  assert.equal(await signIn(one.chat.email, password, office), 200);
  assert.equal(await signIn(three.chat.email, password, office), 200);
  clock.advance(61_000);
  assert.equal(await signIn(two.chat.email, password, office), 200);
});

test('one address names ten times as many accounts as its limit, no more', async () => {
  const address = newAddress();
  const statuses = [];
  for (let n = 0; n < 32; n++) statuses.push(await signIn(`nobody${n}@couriers.example`, 'wrong', address));
  assert.deepEqual([statuses.slice(0, 30).every((s) => s === 401), statuses[30], statuses[31]], [true, 429, 429]);
});

test('wrong keys are counted for both processes; right ones go on', async () => {
  const { chat } = await here.organization();
  const address = newAddress();
  const ask = async (key: string, url: string) => {
    const authorization = `Basic ${Buffer.from(`${chat.email}:${key}`).toString('base64')}`;
    const headers = { authorization, 'x-forwarded-for': address };
    return (await fetch(`${url}/api/v1/users/me`, { headers })).status;
  };
  const wrong = 'x'.repeat(32);
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push(await ask(wrong, n % 2 ? here.url : there.url));
  assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
  assert.equal(await ask(chat.api_key, here.url), 200);
  clock.advance(61_000);
  assert.equal(await ask(wrong, here.url), 401);
});

test('the log has a line for each security event, without what was typed', async () => {
  const { chat, organization_id: organization, dispatch } = await here.organization();
  const address = newAddress();
  const account = `${organization}/${chat.user_id}`;
  lines.length = 0;
  await signIn(chat.email, 'my secret guess', address, there);
  await signIn(chat.email, password, address, there);
  const unknown = new DispatchClient({ url: there.url, token: 'nobody' });
  assert.equal((await unknown.get('/auth/test')).status, 401);
  const client = new DispatchClient({ ...dispatch, url: there.url });
  const made = await client.post('/admins', { name: 'Ada Admin', email: 'ada@couriers.example' });
  assert.equal((await client.put(`/admins/${made.json.id}`, { isReadOnly: true })).status, 200);
  const events = lines
    .filter(({ security }) => security)
    .map(({ level, security }) => ({ level, ...(security as object) }));
  const key = (events.find((event) => 'key' in event) as { key?: string } | undefined)?.key;
  assert.deepEqual(events, [
    { level: 30, event: 'sign_in_refused', api: 'chat', reason: 'wrong password', address, accounts: [account] },
    { level: 30, event: 'key_made', organization, key, kind: 'chat', subject: String(chat.user_id) },
    { level: 30, event: 'sign_in', api: 'chat', organization, subject: String(chat.user_id), address },
    { level: 30, event: 'sign_in_refused', api: 'dispatch', reason: 'wrong key', address: '127.0.0.1' },
    {
      level: 30,
      event: 'role_changed',
      api: 'dispatch',
      organization,
      subject: made.json.id,
      from: 'full',
      to: 'read-only',
    },
  ]);
  assert.ok(!JSON.stringify(lines).includes('secret guess'));
});
