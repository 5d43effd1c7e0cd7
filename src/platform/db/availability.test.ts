import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { isDatabaseLost, isDiskFull } from './lost.ts';

test('while there is too little room, reads go on and writes are refused until there is some', async () => {
  await using server = await startTestServer();
  const organization = await server.organization();
  const chat = new ChatClient(organization.chat);
  const dispatch = new DispatchClient(organization.dispatch);
  const note = () => chat.post('/messages', { type: 'direct', to: [organization.chat.user_id], content: 'a note' });
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  const { availability } = server.services.database;
  assert.deepEqual([(await note()).status, await ready()], [200, 200]);
  availability.diskIsLow(true);
  const refused = await note();
  assert.deepEqual([refused.status, refused.json.code], [503, 'SERVICE_UNAVAILABLE']);
  assert.match(refused.json.msg, /disk/);
  const worker = await dispatch.post('/recipients', { name: 'Rita Recipient', phone: '+14155550101' });
  assert.deepEqual([worker.status, worker.json.message.error], [503, 2501]);
  assert.equal((await chat.get('/users/me')).status, 200);
  assert.equal(await ready(), 503);
  availability.diskIsLow(false);
  assert.deepEqual([(await note()).status, await ready()], [200, 200]);
});

test('every form of a lost database is known by its code or its text, and nothing else is taken for it', () => {
  const coded = (code: string, more = {}) => Object.assign(new Error('it failed'), { code, ...more });
  for (const code of ['08000', '08006', '57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EMFILE'])
    assert.ok(isDatabaseLost(coded(code)), code);
  assert.ok(isDatabaseLost(coded('ENOENT', { syscall: 'connect' })));
  assert.ok(isDatabaseLost(new Error('Connection terminated unexpectedly')));
  for (const code of ['23505', '40001', '55P03', '57014', '25006', '22003', 'ENOENT'])
    assert.ok(!isDatabaseLost(coded(code)), code);
  assert.ok(isDiskFull(coded('53100')) && isDiskFull(coded('ENOSPC')) && !isDiskFull(coded('53200')));
});
