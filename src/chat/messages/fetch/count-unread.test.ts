import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { makeChannel, makePerson, makeStranger } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });
const nils = await makePerson(server, org, { name: 'Nils Night' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

const counts = async (client: ChatClient) => {
  const { direct, mentions } = ok(await client.get('/messages/unread_counts'));
  return { direct, mentions };
};

test('direct messages and mentions in channels count until they are read, each once', async () => {
  const floor = await makeChannel(server, org.organization_id, { name: 'floor', subscribers: [mara.id, nils.id] });
  const post = async (to: unknown, content: string): Promise<number> =>
    ok(
      await owner.post('/messages', {
        ...(typeof to === 'number' ? { type: 'channel', topic: 'gates' } : { type: 'direct' }),
        to,
        content,
      }),
    ).id;
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'floor' }] }));
  assert.deepEqual(await counts(mara.client), { direct: 0, mentions: 0 });
  await post(floor, 'for nobody');
  const mention = await post(floor, 'to @**Mara Member**');
  await post(floor, 'to @**all**');
  // A direct message with a mention counts once.
  const direct = await post([mara.id], 'to @**Mara Member** alone');
  await post([mara.id, nils.id], 'to both');
  assert.deepEqual(await counts(mara.client), { direct: 2, mentions: 2 });
  assert.deepEqual(await counts(nils.client), { direct: 1, mentions: 1 });
  assert.deepEqual(await counts((await makeStranger(server)).client), { direct: 0, mentions: 0 });
  ok(await mara.client.post('/messages/flags', { messages: [mention, direct], op: 'add', flag: 'read' }));
  assert.deepEqual(await counts(mara.client), { direct: 1, mentions: 1 });
  // Nothing is unread in a channel that one has left.
  ok(await mara.client.delete('/users/me/subscriptions', { subscriptions: ['floor'] }));
  assert.deepEqual(await counts(mara.client), { direct: 1, mentions: 0 });
});

test('beyond a hundred nothing is counted', async () => {
  const lena = await makePerson(server, org, { name: 'Lena Loader' });
  for (let count = 0; count < 101; count++)
    ok(await owner.post('/messages', { type: 'direct', to: [lena.id], content: String(count) }));
  assert.deepEqual(await counts(lena.client), { direct: 100, mentions: 0 });
});
