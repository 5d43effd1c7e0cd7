import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';
import { sql } from '../../platform/db/sql.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
let people = 0;
const person = () => makePerson(server, org, { name: `Mara Member ${++people}` });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const create = async (name: string, subscribers: number[], given = {}): Promise<number> =>
  ok(await owner.post('/channels/create', { name, subscribers, ...given })).id;
const send = async (given: Record<string, unknown>): Promise<number> =>
  ok(await owner.post('/messages', { type: 'channel', topic: 'gates', ...given })).id;
const add = async (client: ChatClient, ...alert_words: string[]) =>
  ok(await client.post('/users/me/alert_words', { alert_words })).alert_words;
const alerted = async (client: ChatClient, ...more: object[]) => {
  const narrow = [{ operator: 'is', operand: 'alerted' }, ...more];
  const { messages } = ok(await client.get('/messages', { anchor: 'newest', num_before: 99, num_after: 0, narrow }));
  for (const { flags } of messages) assert.ok(flags.includes('has_alert_word'));
  return messages.map(({ id }: { id: number }) => id);
};

test('words are kept once in any case, listed, told and removed', async () => {
  const { client } = await person();
  const list = async () => ok(await client.get('/users/me/alert_words')).alert_words;
  assert.deepEqual(await list(), []);
  const queue = await QueueReader.register(client, {
    event_types: ['alert_words'],
    fetch_event_types: ['alert_words'],
  });
  assert.deepEqual(queue.state.alert_words, []);
  assert.deepEqual(await add(client, 'Dock 4', ' van ', '', '  '), ['Dock 4', 'van']);
  assert.deepEqual(await add(client, 'DOCK  4', 'Van', 'van'), ['Dock 4', 'van']);
  assert.deepEqual(await add(client), ['Dock 4', 'van']);
  const remove = (alert_words: unknown) => client.delete('/users/me/alert_words', { alert_words });
  assert.deepEqual(ok(await remove(['dock 4', 'unheard'])).alert_words, ['van']);
  assert.deepEqual(ok(await remove(['unheard'])).alert_words, ['van']);
  assert.deepEqual(await list(), ['van']);
  assert.deepEqual(
    (await queue.poll()).map(({ type, alert_words }) => [type, alert_words]),
    [
      ['alert_words', ['Dock 4', 'van']],
      ['alert_words', ['van']],
    ],
  );
  const registered = ok(await client.post('/register', { fetch_event_types: ['alert_words'] }));
  assert.deepEqual(registered.alert_words, ['van']);
});

test('wrong lists are refused', async () => {
  const { client } = await person();
  for (const method of ['POST', 'DELETE']) {
    const ask = (alert_words: unknown) => client.request(method, '/users/me/alert_words', { alert_words });
    const { json } = await ask(undefined);
    assert.deepEqual([json.code, json.var_name], ['REQUEST_VARIABLE_MISSING', 'alert_words']);
    assert.equal((await ask(['x'.repeat(101)])).json.msg, 'alert_words[0] is too long (limit: 100 characters)');
    assert.equal((await ask([5])).json.msg, 'alert_words[0] is not a string');
    assert.equal((await ask({ a: 1 })).json.msg, 'alert_words is not a list');
    assert.equal((await ask('bare')).json.msg, 'Argument "alert_words" is not valid JSON.');
  }
  await add(client, ...Array.from({ length: 1000 }, (_, n) => `word ${n}`));
  const { json } = await client.post('/users/me/alert_words', { alert_words: ['one more'] });
  assert.equal(json.msg, 'Too many alert words (limit: 1000)');
});

test('a message is marked for those to whom it comes, in the event, in the answer and for the narrow', async () => {
  const [mara, nils] = [await person(), await person()];
  const id = await create('dock', [ownerId, mara.id]);
  for (const { client } of [mara, nils]) await add(client, 'Rushhour');
  const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
  const narrowed = await QueueReader.register(mara.client, { event_types: ['message'], narrow: [['is', 'alerted']] });
  const found = await send({ to: id, content: 'mind the **rushhour**, please' });
  await send({ to: id, content: 'rushhours' });
  const direct = await send({ type: 'direct', to: [mara.id], content: 'RUSHHOUR!' });
  assert.deepEqual(
    (await queue.poll()).map(({ flags }) => flags),
    [['has_alert_word'], [], ['has_alert_word']],
  );
  assert.equal((await narrowed.poll()).length, 2);
  assert.deepEqual(await alerted(mara.client), [found, direct]);
  // The channel is public, but the message did not come to Nils, also when he comes later.
  assert.deepEqual(await alerted(nils.client, { operator: 'channel', operand: id }), []);
  const marks = await server.services.database.reader.all(
    sql`select from chat.message_flags where message_id = ${found} and user_id = ${nils.id}`,
  );
  assert.equal(marks.length, 0);
  ok(await nils.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] }));
  assert.deepEqual(await alerted(nils.client), []);
  const next = await send({ to: id, content: 'rushhour again' });
  assert.deepEqual(await alerted(nils.client), [next]);
});

test('an edit marks anew', async () => {
  const mara = await person();
  const id = await create('yard', [ownerId, mara.id]);
  await add(mara.client, 'tram');
  const message = await send({ to: id, content: 'the bus' });
  const queue = await QueueReader.register(mara.client, { event_types: ['update_message'] });
  for (const [content, expected] of [
    ['the tram', [message]],
    ['a tram', [message]],
    ['the bus again', []],
  ] as const) {
    ok(await owner.patch(`/messages/${message}`, { content }));
    assert.deepEqual(await alerted(mara.client), expected);
    const [event] = await queue.poll();
    assert.equal(event!.flags.includes('has_alert_word'), expected.length > 0, content);
  }
});

test('the words of who was deactivated are there when they come back', async () => {
  const mara = await person();
  const id = await create('hall', [ownerId, mara.id]);
  await add(mara.client, 'sprinter');
  ok(await owner.delete(`/users/${mara.id}`));
  await send({ to: id, content: 'a sprinter' });
  ok(await owner.post(`/users/${mara.id}/reactivate`));
  const { key } = await server.services.database.transaction((tx) =>
    createCredential(tx, { organizationId: org.organization_id, kind: 'chat', subject: String(mara.id) }),
  );
  const client = new ChatClient({ site: server.url, email: mara.email, api_key: key });
  const message = await send({ to: id, content: 'a sprinter again' });
  assert.deepEqual(await alerted(client), [message]);
});

test('a word that is removed marks no further message', async () => {
  const mara = await person();
  const id = await create('ramp', [ownerId, mara.id]);
  await add(mara.client, 'crate');
  const first = await send({ to: id, content: 'a crate' });
  ok(await mara.client.delete('/users/me/alert_words', { alert_words: ['crate'] }));
  await send({ to: id, content: 'a crate' });
  assert.deepEqual(await alerted(mara.client), [first]);
});

test('a person who removes a word leaves it to whoever else has it', async () => {
  const [mara, nils] = [await person(), await person()];
  for (const { client } of [mara, nils]) await add(client, 'pallet');
  ok(await mara.client.delete('/users/me/alert_words', { alert_words: ['pallet'] }));
  assert.deepEqual(ok(await nils.client.get('/users/me/alert_words')).alert_words, ['pallet']);
  const id = await create('shed', [ownerId, mara.id, nils.id]);
  const message = await send({ to: id, content: 'a pallet' });
  assert.deepEqual([await alerted(mara.client), await alerted(nils.client)], [[], [message]]);
});

test('a word of 100 characters and 1000 words are allowed', async () => {
  const { client } = await person();
  const words = Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(100, 'x'));
  assert.equal((await add(client, ...words)).length, 1000);
});
