import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });
const gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const create = async (name: string, given: Record<string, unknown> = {}): Promise<number> =>
  ok(await owner.post('/channels/create', { name, subscribers: [org.chat.user_id], ...given })).id;
const send = async (to: number, topic: string): Promise<number> =>
  ok(await owner.post('/messages', { type: 'channel', to, topic, content: 'hello' })).id;
const topics = async (client: ChatClient, id: number, given = {}) =>
  ok(await client.get(`/users/me/${id}/topics`, given)).topics;

test('topics come newest first, each once, as its newest message writes it', async () => {
  const id = await create('dock');
  assert.deepEqual(await topics(mara.client, id), []);
  await send(id, 'gates');
  const doors = await send(id, 'doors');
  const empty = await send(id, '');
  const gates = await send(id, 'GATES');
  const named = (name: string, max_id: number) => ({ name, max_id });
  const rest = named('doors', doors);
  assert.deepEqual(await topics(mara.client, id), [named('GATES', gates), named('general chat', empty), rest]);
  assert.deepEqual(await topics(mara.client, id, { allow_empty_topic_name: true }), [
    named('GATES', gates),
    named('', empty),
    rest,
  ]);
  ok(await owner.delete(`/messages/${gates}`));
  assert.equal((await topics(mara.client, id)).at(-1).name, 'gates');
});

test('a long list comes in pages', async () => {
  const id = await create('pages');
  for (const name of ['one', 'two', 'three']) await send(id, name);
  const names = async (given: object) =>
    (await topics(mara.client, id, given)).map(({ name }: { name: string }) => name);
  assert.deepEqual(await names({ limit: 2 }), ['three', 'two']);
  const [, two] = await topics(mara.client, id);
  assert.deepEqual(await names({ before: two.max_id, limit: 1 }), ['one']);
  assert.deepEqual(await names({ before: -1 }), []);
  // An answer to an old topic moves it to the first page.
  await send(id, 'ONE');
  assert.deepEqual(await names({ before: two.max_id }), []);
  assert.deepEqual(await names({ limit: 1 }), ['ONE']);
  for (const given of [{ limit: 0 }, { limit: 50_001 }, { limit: 'x' }, { before: '1.5' }, { before: 'x' }])
    assert.equal((await mara.client.get(`/users/me/${id}/topics`, given)).status, 400, JSON.stringify(given));
});

test('where history is kept from newcomers, only topics of messages that came to them', async () => {
  const id = await create('kept', { invite_only: true, history_public_to_subscribers: false });
  await send(id, 'before');
  const both = await send(id, 'both');
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'kept' }], principals: [mara.id] }));
  assert.deepEqual(await topics(mara.client, id), []);
  const afterwards = await send(id, 'both');
  assert.deepEqual(await topics(mara.client, id), [{ name: 'both', max_id: afterwards }]);
  ok(await owner.delete(`/messages/${afterwards}`));
  assert.deepEqual(await topics(mara.client, id), []);
  assert.deepEqual((await topics(owner, id))[0], { name: 'both', max_id: both });
});

test('a channel that the caller may not know of is as if it were not there', async () => {
  const id = await create('closed', { invite_only: true });
  await send(id, 'secret');
  const open = await create('open');
  for (const [client, missing] of [
    [mara.client, id],
    [gwen.client, open],
    [mara.client, 999_999],
  ] as const) {
    const answer = await client.get(`/users/me/${missing}/topics`);
    assert.deepEqual([answer.status, answer.json.msg], [400, 'Invalid channel ID']);
  }
  assert.equal((await mara.client.get('/users/me/x/topics')).status, 404);
});
