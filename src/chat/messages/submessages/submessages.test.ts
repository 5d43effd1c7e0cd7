import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
const mara = await makePerson(server, org, { name: 'Mara Member' });
const nils = await makePerson(server, org, { name: 'Nils Night' });
const dock = ok(
  await owner.post('/channels/create', { name: 'dock', subscribers: [ownerId, mara.id], invite_only: true }),
).id;

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const send = async (content: string, topic = 'gates'): Promise<number> =>
  ok(await owner.post('/messages', { type: 'channel', to: dock, topic, content })).id;
const add = (client: ChatClient, message_id: number, data: unknown, msg_type = 'widget') =>
  client.post('/submessage', { message_id, msg_type, content: JSON.stringify(data) });
const vote = { type: 'vote', key: 'canned,0', vote: 1 };

test('a poll is a widget from the start; votes come to everybody, in events and in the message', async () => {
  const queue = await QueueReader.register(mara.client, { event_types: ['message', 'submessage'] });
  const id = await send('/poll Which gate?\nnorth\nsouth');
  const [sent] = await queue.collect('message', 1);
  const [widget, ...more] = sent!.message.submessages;
  assert.deepEqual(more, []);
  const { content, ...rest } = widget;
  assert.deepEqual(rest, { id, message_id: id, sender_id: ownerId, msg_type: 'widget' });
  assert.deepEqual(JSON.parse(content), {
    widget_type: 'poll',
    extra_data: { question: 'Which gate?', options: ['north', 'south'] },
  });
  const message = async () => ok(await mara.client.get(`/messages/${id}`)).message;
  assert.deepEqual((await message()).submessages, [widget]);
  ok(await add(mara.client, id, vote));
  ok(await add(owner, id, { type: 'question', question: 'Which one?' }));
  const received = await queue.poll();
  assert.deepEqual(
    received.map(({ id: _id, submessage_id: _submessage, ...event }) => event),
    [
      [mara.id, vote],
      [ownerId, { type: 'question', question: 'Which one?' }],
    ].map(([sender_id, data]) => ({
      type: 'submessage',
      message_id: id,
      msg_type: 'widget',
      sender_id,
      content: JSON.stringify(data),
    })),
  );
  const { submessages } = await message();
  assert.deepEqual(
    submessages.map((each: { id: number }) => each.id),
    [id, ...received.map(({ submessage_id }) => submessage_id)],
  );
  const { messages } = ok(await mara.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }));
  assert.deepEqual(messages[0].submessages, submessages);
  assert.equal((await owner.patch(`/messages/${id}`, { content: 'x' })).json.msg, 'Widgets cannot be edited.');
});

test('what fits no widget is refused, and so is what is hidden', async () => {
  const poll = await send('/poll x');
  const todo = await send('/todo x');
  const plain = await send('hello');
  for (const [client, id, data, msg] of [
    [mara.client, poll, { type: 'vote', key: 1, vote: 1 }, 'Invalid poll data'],
    [mara.client, poll, { type: 'vote', key: 'x', vote: 2 }, 'Invalid poll data'],
    [mara.client, poll, { type: 'vote', key: 'x', vote: 1, more: 1 }, 'Invalid poll data'],
    [mara.client, poll, { type: 'win' }, 'Unknown type for poll data: win'],
    [mara.client, poll, [], 'The poll data has no type'],
    [mara.client, poll, { type: 7 }, 'The poll data has no type'],
    [mara.client, poll, { type: 'question', question: 'x' }, "You can't edit a question unless you are the author."],
    [mara.client, todo, vote, 'Unknown type for todo data: vote'],
    [
      mara.client,
      todo,
      { type: 'new_task_list_title', title: 'x' },
      "You can't edit the task list title unless you are the author.",
    ],
    [mara.client, plain, vote, 'You cannot attach a submessage to this message.'],
    [nils.client, poll, vote, 'Invalid message(s)'],
    [mara.client, 999_999, vote, 'Invalid message(s)'],
  ] as const)
    assert.equal((await add(client, id, data)).json.msg, msg);
  const broken = await mara.client.post('/submessage', { message_id: poll, msg_type: 'widget', content: '{' });
  assert.equal(broken.json.msg, 'Invalid json for submessage');
  ok(await add(mara.client, todo, { type: 'new_task', key: 0, task: 'load', desc: '', completed: false }));
  ok(await add(mara.client, todo, { type: 'strike', key: '0,canned' }));
  ok(await add(owner, plain, { anything: true }, 'own'));
});

test('who votes takes part in the topic, and follows it if their settings say so', async () => {
  const id = await send('/poll x', 'followed');
  ok(await mara.client.patch('/settings', { automatically_follow_topics_policy: 1 }));
  const queue = await QueueReader.register(mara.client, { event_types: ['user_topic'] });
  ok(await add(mara.client, id, vote));
  const [received] = await queue.poll();
  assert.deepEqual([received!.topic_name, received!.visibility_policy], ['followed', 3]);
});
