import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { makePerson } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const mara = await makePerson(server, org, { name: 'Mara Member' });

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

test('people are muted and unmuted by one person, whose clients are told', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['muted_users'] });
  const owners = await QueueReader.register(owner, { event_types: ['muted_users'] });
  const path = `/users/me/muted_users/${org.chat.user_id}`;
  const registered = async (client: ChatClient) =>
    ok(await client.post('/register', { fetch_event_types: ['muted_users'] })).muted_users;
  ok(await mara.client.post(path));
  const [muted, ...more] = await registered(mara.client);
  assert.deepEqual([muted.id, more], [org.chat.user_id, []]);
  assert.ok(Math.abs(muted.timestamp - server.clock.now().getTime() / 1000) < 60);
  assert.deepEqual(await registered(owner), []);
  const stranger = await makePerson(server, await server.organization(), { name: 'Sten Stranger' });
  for (const [client, request, msg] of [
    [mara.client, path, 'User already muted'],
    [mara.client, `/users/me/muted_users/${mara.id}`, 'Cannot mute self'],
    [mara.client, '/users/me/muted_users/987654', 'No such user'],
    [stranger.client, path, 'No such user'],
  ] as const) {
    const { status, json } = await client.post(request);
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
  }
  ok(await mara.client.delete(path));
  assert.equal((await mara.client.delete(path)).json.msg, 'User is not muted');
  assert.deepEqual(
    (await queue.poll()).map(({ muted_users }) => muted_users),
    [[muted], []],
  );
  assert.deepEqual(await owners.poll(), []);
});
