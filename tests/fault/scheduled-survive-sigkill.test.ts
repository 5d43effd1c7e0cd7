import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient, until } from '../harness/clients.ts';
import { Installation } from '../harness/program.ts';

/** Due at one moment: more than a transaction takes. */
const MESSAGES = 80;
/** Due while nobody serves. */
const MISSED = 5;

const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());

test('after kill -9 in the midst of delivery, and a time without a server, each scheduled message was sent once', async () => {
  const program = await installation.start();
  const { chat } = await installation.organization();
  const client = new ChatClient({ site: program.url, email: chat.email, api_key: chat.api_key });
  const sent = async (): Promise<number[]> => {
    const answer = await client.get('/messages', {
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      apply_markdown: false,
    });
    assert.equal(answer.json.result, 'success', answer.text);
    return answer.json.messages.map(({ content }: { content: string }) => Number(content));
  };
  // Time enough to hand them in, also on a machine that is busy.
  const due = Math.floor(Date.now() / 1000) + 8;
  const scheduling = Array.from({ length: MESSAGES + MISSED }, (_, n) =>
    client.post('/scheduled_messages', {
      type: 'direct',
      to: [chat.user_id],
      content: `${n}`,
      scheduled_delivery_timestamp: n < MESSAGES ? due : due + 3,
    }),
  );
  for (const { json, text } of await Promise.all(scheduling)) assert.equal(json.result, 'success', text);
  await until(async () => (await sent()).length > 0, 'the first message');
  await program.end('SIGKILL');
  await until(() => Date.now() / 1000 > due + 3, 'the time of those that are missed');
  await installation.start();
  await until(async () => (await sent()).length >= MESSAGES + MISSED, 'every message', 90);
  assert.deepEqual(
    (await sent()).toSorted((a, b) => a - b),
    Array.from({ length: MESSAGES + MISSED }, (_, n) => n),
  );
  assert.deepEqual((await client.get('/scheduled_messages')).json.scheduled_messages, []);
});
