import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { sql } from '../../platform/db/sql.ts';
import { MAX_CHARACTERS } from './limits.ts';
import { lockStorage } from './queries.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();
const owner = new ChatClient(organization.chat);
function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const makeBot = (name: string) => makePerson(server, organization, { name, botOwnerId: organization.chat.user_id });
const bot = await makeBot('Store Bot');

const put = (storage: unknown) => bot.client.request('PUT', '/bot_storage', { storage });
const retained = async (keys?: string[]) => (await bot.client.get('/bot_storage', { keys })).json;

test('a bot keeps, changes, reads and forgets values, and nobody else sees them', async () => {
  assert.equal((await put({ a: '1', b: '{"x":2}', '': 'empty key' })).json.result, 'success');
  assert.equal((await put({ a: 'one' })).json.result, 'success');
  assert.deepEqual((await retained()).storage, { a: 'one', b: '{"x":2}', '': 'empty key' });
  assert.deepEqual((await retained(['b'])).storage, { b: '{"x":2}' });
  assert.equal((await retained(['b', 'c'])).msg, 'Key does not exist.');
  assert.deepEqual((await owner.get('/bot_storage')).json.storage, {});
  assert.equal((await bot.client.delete('/bot_storage', { keys: ['a', 'c'] })).json.msg, 'Key does not exist.');
  assert.deepEqual(Object.keys((await retained()).storage), ['', 'a', 'b']);
  assert.equal((await bot.client.delete('/bot_storage', { keys: ['a'] })).json.result, 'success');
  assert.deepEqual(Object.keys((await retained()).storage), ['', 'b']);
  assert.equal((await bot.client.delete('/bot_storage')).json.result, 'success');
  assert.deepEqual((await retained()).storage, {});
});

test('limits: kinds, length of keys, number of keys, characters in all', async () => {
  for (const bad of [{ a: 1 }, ['a'], 'text', null]) assert.equal((await put(bad)).status, 400, JSON.stringify(bad));
  assert.match((await put({ ['k'.repeat(601)]: '' })).json.msg, /600 characters/);
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${n}`, '']));
  assert.match((await put(many)).json.msg, /10000 keys/);
  assert.deepEqual((await retained()).storage, {});
  await server.services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.bot_storage (organization_id, user_id, key, value)
      values (${organization.organization_id}, ${bot.id}, 'k', repeat('é', ${MAX_CHARACTERS - 3}))`),
  );
  assert.equal((await put({ m: 'x' })).json.result, 'success');
  assert.match((await put({ m: 'xy' })).json.msg, /exceeds storage limit by 1 characters/);
  assert.equal((await retained(['m'])).storage.m, 'x');
});

test('two bots keep the same keys side by side; each deletes and counts only its own', async () => {
  const [one, other] = [await makeBot('First Bot'), await makeBot('Second Bot')];
  for (const { client } of [one, other])
    ok(await client.request('PUT', '/bot_storage', { storage: { a: client.email, b: 'x' } }));
  ok(await one.client.delete('/bot_storage', { keys: ['a'] }));
  ok(await one.client.delete('/bot_storage'));
  assert.deepEqual(ok(await one.client.get('/bot_storage')).storage, {});
  assert.deepEqual(ok(await other.client.get('/bot_storage')).storage, { a: other.email, b: 'x' });
});

test('a key of 600 characters and 10,000 keys are allowed; another bot has room of its own', async () => {
  const { client } = await makeBot('Full Bot');
  const storage = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${n}`.padEnd(n === 0 ? 600 : 1), '']));
  ok(await client.request('PUT', '/bot_storage', { storage }));
  assert.match((await client.request('PUT', '/bot_storage', { storage: { more: '' } })).json.msg, /10000 keys/);
  const { client: second } = await makeBot('Empty Bot');
  ok(await second.request('PUT', '/bot_storage', { storage: { more: '' } }));
});

test('a request waits for another one of its bot, and for those of no other', async () => {
  const [one, other] = [await makeBot('Waiting Bot'), await makeBot('Free Bot')];
  const put = ({ client }: typeof one) => client.request('PUT', '/bot_storage', { storage: { a: '1' } });
  const waiting = await whileHeld(
    server,
    (tx) => lockStorage(tx.of(organization.organization_id), one.id),
    async () => {
      const answer = put(one);
      ok(await put(other));
      return answer;
    },
  );
  ok(waiting);
});
