import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { MAX_CHARACTERS } from './limits.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();
const owner = new ChatClient(organization.chat);
const bot = await makePerson(server, organization, { name: 'Store Bot', botOwnerId: organization.chat.user_id });

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
