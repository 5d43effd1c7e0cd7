import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, ChatClient, until } from '../../../tests/harness/clients.ts';
import { makeDispatcher, startFleet } from '../../../tests/harness/fleet.ts';
import { LiveReader } from '../../../tests/harness/live.ts';
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
const refusal = ({ status, json }: Answer) => [status, json.message?.error];

async function startTalk() {
  const fleet = await startFleet(server);
  ok(await fleet.api.put('/conversations/settings', {}));
  const dora = await fleet.worker();
  const { id } = await fleet.task({ container: { type: 'WORKER', worker: dora.id } });
  const texts = async (client = fleet.api) =>
    ok(await client.get('/questions')).map(({ text }: { text: string }) => text) as string[];
  const ask = async (text: string) =>
    ok(await dora.driver.post(`/driver/tasks/${id}/messages`, { text })).message.id as number;
  const untilOpen = (expected: string[]) =>
    until(async () => JSON.stringify(await texts()) === JSON.stringify(expected), `the questions being ${expected}`);
  return { ...fleet, fleet, dora, id: id as string, texts, ask, untilOpen };
}

test('a driver’s message is open until somebody answers in the console or in the chat, or marks it as read', async () => {
  const { api, fleet, dora, id, ask, untilOpen, chat } = await startTalk();
  const { client } = await makeDispatcher(server, fleet, []);
  assert.deepEqual(ok(await api.get('/questions')), []);
  const first = await ask('Which door?');
  await untilOpen(['Which door?']);
  const [question] = ok(await api.get('/questions'));
  assert.deepEqual(
    [question.taskId, question.worker, question.messageId, question.sender],
    [id, dora.id, first, 'Dora Driver'],
  );
  ok(await client.post(`/tasks/${id}/conversation/messages`, { text: 'The green one' }));
  await untilOpen([]);

  // The bot answers a command; what the bot says answers no question.
  await ask('/eta');
  await ask('It is locked');
  await untilOpen(['It is locked']);
  const { channelId, topic } = ok(await api.get(`/tasks/${id}/conversation`)).conversation;
  ok(
    await new ChatClient(chat).post('/messages', {
      type: 'channel',
      to: channelId,
      topic,
      content: 'Ring twice',
    }),
  );
  await untilOpen([]);

  const asked = await ask('Nobody is in');
  await untilOpen(['Nobody is in']);
  const read = `/tasks/${id}/conversation/read`;
  ok(await client.post(read, { messageId: asked - 1 }));
  await untilOpen(['Nobody is in']);
  ok(await client.post(read, { messageId: asked }));
  await untilOpen([]);
  // Nobody can read what is not written yet.
  await ask('Still nobody');
  await untilOpen(['Still nobody']);
  ok(await client.post(read, { messageId: Number.MAX_SAFE_INTEGER }));
  await untilOpen([]);
  await ask('Anybody?');
  await untilOpen(['Anybody?']);
  for (const body of [{ messageId: 0 }, { messageId: 1.5 }])
    assert.equal((await client.post(read, body)).status, 400, JSON.stringify(body));
  assert.deepEqual(
    refusal(await client.post('/tasks/000000000000000000000000/conversation/read', { messageId: 1 })),
    [404, 1402],
  );
});

test('questions are known where the task is: not to managers of other teams, nor to other organizations', async () => {
  const { api, fleet, id, ask, untilOpen, texts, team } = await startTalk();
  const { client } = await makeDispatcher(server, fleet, []);
  const admins = ok(await api.get('/admins')) as { id: string; name: string }[];
  const dan = admins.find(({ name }) => name === 'Dan Dispatcher')!.id;
  await team('South', { managers: [admins[0]!.id, dan] });
  const [everything, south] = [await LiveReader.open(api), await LiveReader.open(client)];
  const touches = ({ frames }: LiveReader) =>
    frames.filter((frame) => JSON.stringify(frame).includes('"conversation"'));
  const asked = await ask('Which door?');
  await untilOpen(['Which door?']);
  await until(async () => touches(everything).length > 0, 'the stream naming the conversation');
  assert.deepEqual(touches(south), []);
  everything.close();
  south.close();
  assert.deepEqual(await texts(client), []);
  assert.deepEqual(refusal(await client.post(`/tasks/${id}/conversation/read`, { messageId: asked })), [404, 1402]);
  const other = await startFleet(server);
  assert.deepEqual(await texts(other.api), []);
  assert.deepEqual(refusal(await other.api.post(`/tasks/${id}/conversation/read`, { messageId: asked })), [404, 1402]);
  assert.deepEqual(await texts(), ['Which door?']);
});
