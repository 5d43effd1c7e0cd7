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

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const create = async (name: string): Promise<number> =>
  ok(await owner.post('/channels/create', { name, subscribers: [ownerId] })).id;

test('every state of a message, the oldest first, with what each change replaced', async () => {
  const [dock, yard] = [await create('dock'), await create('yard')];
  const { id } = ok(await owner.post('/messages', { type: 'channel', to: dock, topic: '', content: 'two' }));
  const times: number[] = [];
  const history = async (given = {}) => {
    const { message_history } = ok(await mara.client.get(`/messages/${id}/history`, given));
    return message_history.map(({ timestamp, ...state }: { timestamp: number; topic: string }) => {
      times.push(timestamp);
      return state;
    });
  };
  const two = { content: 'two', rendered_content: '<p>two</p>' };
  const three = { content: '*three*', rendered_content: '<p><em>three</em></p>' };
  const first = { topic: 'general chat', ...two, user_id: ownerId };
  assert.deepEqual(await history(), [first]);
  server.clock.advance(1000);
  ok(await owner.patch(`/messages/${id}`, { topic: 'gates' }));
  server.clock.advance(1000);
  ok(await owner.patch(`/messages/${id}`, { content: '*three*', topic: 'doors' }));
  server.clock.advance(1000);
  ok(await owner.patch(`/messages/${id}`, { stream_id: yard }));
  times.length = 0;
  const expected = [
    first,
    { topic: 'gates', prev_topic: 'general chat', ...two, user_id: ownerId },
    // Changed by one request: one state.
    {
      topic: 'doors',
      prev_topic: 'gates',
      ...three,
      prev_content: two.content,
      prev_rendered_content: two.rendered_content,
      content_html_diff:
        '<p><span class="highlight_text_deleted">two</span><em><span class="highlight_text_inserted">three</span></em></p>',
      user_id: ownerId,
    },
    { topic: 'doors', stream: yard, prev_stream: dock, ...three, user_id: ownerId },
  ];
  const given = await history();
  assert.deepEqual(times, times.toSorted());
  assert.ok(times.at(-1)! - times[0]! >= 3);
  assert.deepEqual(given, expected);
  assert.equal((await history({ allow_empty_topic_name: true }))[0].topic, '');
});

test('a direct message has no topic, a hidden one no history', async () => {
  const { id } = ok(await owner.post('/messages', { type: 'direct', to: [ownerId], content: 'a note' }));
  const [only] = ok(await owner.get(`/messages/${id}/history`)).message_history;
  assert.equal(only.topic, '');
  for (const other of [id, 999_999, -1])
    assert.equal((await mara.client.get(`/messages/${other}/history`)).json.msg, 'Invalid message(s)');
  assert.equal((await mara.client.get('/messages/x/history')).status, 404);
  await changeState(server, org.organization_id, (tx) =>
    tx.run(sql`update chat.realms set allow_edit_history = false where organization_id = ${org.organization_id}`),
  );
  assert.equal(
    (await owner.get(`/messages/${id}/history`)).json.msg,
    'Message edit history is disabled in this organization',
  );
});
