import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

test('a message in a task’s topic says which task it is, to whoever may see that task', async () => {
  const fleet = await startFleet(server);
  const { api } = fleet;
  ok(await api.put('/conversations/settings', {}));
  const dora = await fleet.worker();
  const { id } = await fleet.task({ container: { type: 'WORKER', worker: dora.id } });
  const messageId = ok(await dora.driver.post(`/driver/tasks/${id}/messages`, { text: 'Which gate?' })).message.id;
  const taskOf = async (message: number | string, client: DispatchClient = api) =>
    ok(await client.get(`/conversations/task?messageId=${message}`)).taskId;
  assert.equal(await taskOf(messageId), id);

  // A message of a topic that is no task's, and one that is not there.
  const chat = new ChatClient(fleet.chat);
  const { channelId, topic } = ok(await api.get(`/tasks/${id}/conversation`)).conversation;
  const send = async (to: number, name: string): Promise<number> =>
    ok(await chat.post('/messages', { type: 'channel', to, topic: name, content: 'hello' })).id;
  assert.equal(await taskOf(await send(channelId, 'something else')), null);
  assert.equal(await taskOf(await send(channelId, topic)), id, 'also of what colleagues write');
  assert.equal(await taskOf(999_999_999), null);
  const direct = ok(await chat.post('/messages', { type: 'direct', to: [fleet.chat.user_id], content: 'note' })).id;
  assert.equal(await taskOf(direct), null);

  // A dispatcher of another team, another organization, and what is no number.
  const { client: south } = await makeDispatcher(server, fleet, [await fleet.team('South')]);
  assert.equal(await taskOf(messageId, south), null);
  const elsewhere = await startFleet(server);
  assert.equal(await taskOf(messageId, elsewhere.api), null);
  for (const wrong of ['x', '0', '-1', '1.5', '1e99'])
    assert.equal((await api.get(`/conversations/task?messageId=${wrong}`)).status, 400, wrong);
  assert.equal(ok(await api.get('/conversations/task')).taskId, null);
  assert.equal((await new DispatchClient({ url: server.url, token: 'nobody' }).get('/conversations/task')).status, 401);
});
