import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { changeState, makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
const mara = await makePerson(server, org, { name: 'Mara Member' });
const nils = await makePerson(server, org, { name: 'Nils Night' });
const late = await makePerson(server, org, { name: 'Lars Late' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const send = async (given: object): Promise<number> =>
  ok(await owner.post('/messages', { content: 'hello', topic: 'gates', read_by_sender: true, ...given })).id;
const read = async (client: ChatClient, id: number) =>
  ok(await client.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }));
const receipts = (client: ChatClient, id: number) => client.get(`/messages/${id}/read_receipts`);

test('who has read it and lets others know: never its sender, never whom it did not come to', async () => {
  const everybody = [ownerId, mara.id, nils.id];
  const dock = ok(await owner.post('/channels/create', { name: 'dock', subscribers: everybody })).id;
  const id = await send({ type: 'channel', to: dock });
  assert.deepEqual(ok(await receipts(mara.client, id)).user_ids, []);
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }], principals: [late.id] }));
  // As read as anybody's, once it was unread.
  ok(await owner.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' }));
  for (const client of [mara.client, nils.client, late.client, owner]) await read(client, id);
  assert.deepEqual(ok(await receipts(owner, id)).user_ids, [mara.id, nils.id]);
  ok(await nils.client.patch('/settings', { send_read_receipts: false }));
  assert.deepEqual(ok(await receipts(mara.client, id)).user_ids, [mara.id]);
  ok(await mara.client.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' }));
  assert.deepEqual(ok(await receipts(mara.client, id)).user_ids, []);
});

test('nobody whom the caller has muted, and nobody who has muted the caller', async () => {
  const rook = ok(await owner.post('/channels/create', { name: 'rook', subscribers: [mara.id, nils.id, late.id] })).id;
  const id = await send({ type: 'channel', to: rook });
  ok(await nils.client.patch('/settings', { send_read_receipts: true }));
  for (const { client } of [mara, nils, late]) await read(client, id);
  ok(await mara.client.post(`/users/me/muted_users/${nils.id}`));
  for (const [client, readers] of [
    [mara.client, [mara.id, late.id]],
    [nils.client, [nils.id, late.id]],
    [late.client, [mara.id, nils.id, late.id]],
  ] as const)
    assert.deepEqual(ok(await receipts(client, id)).user_ids, readers);
  ok(await mara.client.delete(`/users/me/muted_users/${nils.id}`));
  assert.deepEqual(ok(await receipts(mara.client, id)).user_ids, [mara.id, nils.id, late.id]);
});

test('of a direct message, and of what the caller does not see', async () => {
  const id = await send({ type: 'direct', to: [mara.id] });
  await read(mara.client, id);
  assert.deepEqual(ok(await receipts(owner, id)).user_ids, [mara.id]);
  for (const missing of [id, 999_999])
    assert.equal((await receipts(nils.client, missing)).json.msg, 'Invalid message(s)');
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`update chat.realms set settings = settings || '{"enable_read_receipts": false}'`),
  );
  assert.equal((await receipts(owner, id)).json.msg, 'Read receipts are disabled in this organization.');
});
