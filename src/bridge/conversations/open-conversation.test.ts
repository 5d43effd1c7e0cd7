import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('a conversation is opened also after somebody has deactivated the bot that opens it', async () => {
  const { api, chat: owner, task } = await startFleet(server);
  const chat = new ChatClient(owner);
  assert.equal((await api.put('/conversations/settings', {})).status, 200);
  const open = async () => {
    const { id } = await task();
    const answer = await api.post(`/tasks/${id}/conversation`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.conversation;
  };
  const { channelId, topic } = await open();
  const narrow = [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
  ];
  const { messages } = (await chat.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })).json;
  const [{ sender_id: bot, sender_full_name: name }] = messages;
  assert.equal(name, 'Notification Bot');
  assert.equal((await chat.delete(`/bots/${bot}`)).status, 200);
  assert.equal((await open()).channelId, channelId);
});
