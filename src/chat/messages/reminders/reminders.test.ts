import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { deliverReminders } from './deliver-job.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const ownerId = org.chat.user_id;
const mara = await makePerson(server, org, { name: 'Mara Member' });
const dock = ok(
  await owner.post('/channels/create', { name: 'dock', subscribers: [ownerId, mara.id], invite_only: true }),
).id;

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const now = () => Math.floor(server.clock.now().getTime() / 1000);
const send = async (content: string): Promise<number> =>
  ok(await owner.post('/messages', { type: 'channel', to: dock, topic: 'gates', content })).id;
const remind = (client: ChatClient, message_id: number, given = {}) =>
  client.post('/reminders', { message_id, scheduled_delivery_timestamp: now() + 3600, ...given });
const remindersOf = async (client: ChatClient) => ok(await client.get('/reminders')).reminders;
const received = async () =>
  ok(
    await mara.client.get('/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [['is', 'dm']],
      apply_markdown: false,
    }),
  ).messages;

test('a reminder is made, shown, cancelled, and told to its owner alone', async () => {
  const id = await send('the **gate** is stuck');
  const queue = await QueueReader.register(mara.client, { event_types: ['reminders'] });
  const at = now() + 3600;
  const { reminder_id } = ok(await remind(mara.client, id, { scheduled_delivery_timestamp: at, note: 'look' }));
  const [shown, ...more] = await remindersOf(mara.client);
  assert.deepEqual(more, []);
  const { content, rendered_content, ...rest } = shown;
  assert.deepEqual(rest, {
    reminder_id,
    type: 'private',
    to: [mara.id],
    scheduled_delivery_timestamp: at,
    failed: false,
    reminder_target_message_id: id,
  });
  assert.ok(content.startsWith(`You requested a reminder for #**dock>gates@${id}**.`) && content.includes('look'));
  assert.ok(rendered_content.includes('<a class="message-link"'), rendered_content);
  const registered = ok(await mara.client.post('/register', { fetch_event_types: ['reminders'] }));
  assert.deepEqual(registered.reminders, [shown]);
  assert.deepEqual(await remindersOf(owner), []);
  assert.equal((await owner.delete(`/reminders/${reminder_id}`)).json.msg, 'Reminder does not exist');
  ok(await mara.client.delete(`/reminders/${reminder_id}`));
  assert.equal((await mara.client.delete(`/reminders/${reminder_id}`)).json.msg, 'Reminder does not exist');
  for (const [given, msg] of [
    [{ message_id: 999_999 }, 'Invalid message(s)'],
    [{ scheduled_delivery_timestamp: now() - 1 }, 'Scheduled delivery time must be in the future.'],
    [{ note: 'x'.repeat(1001) }, 'note is too long (limit: 1000 characters)'],
  ] as const)
    assert.equal((await remind(mara.client, id, given)).json.msg, msg);
  assert.deepEqual(
    (await queue.poll()).map(({ id: _id, ...event }) => event),
    [
      { type: 'reminders', op: 'add', reminders: [shown] },
      { type: 'reminders', op: 'remove', reminder_id },
    ],
  );
});

test('the background job sends it at its time, also of a message that has moved', async () => {
  const id = await send('moved by then');
  // The job goes by the database's clock.
  const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
  ok(await remind(mara.client, id, { scheduled_delivery_timestamp: now() + 1 }));
  ok(await owner.patch(`/messages/${id}`, { topic: 'elsewhere', send_notification_to_new_thread: false }));
  const [event] = await queue.collect('message', 1);
  assert.ok(event!.message.content.includes('moved by then'));
});

test('at its time it comes once, from the notification bot, with the message as it is then if it may still be seen', async () => {
  const id = await send('before');
  const gone = await send('secret');
  ok(await remind(mara.client, id, { note: 'my ``` note' }));
  ok(await remind(mara.client, gone));
  const subscribers = [ownerId, mara.id];
  const closed = ok(await owner.post('/channels/create', { name: 'closed', subscribers, invite_only: true })).id;
  const lost = ok(await owner.post('/messages', { type: 'channel', to: closed, topic: 'x', content: 'lost' })).id;
  ok(await remind(mara.client, lost));
  await owner.delete('/users/me/subscriptions', { subscriptions: ['closed'], principals: [mara.id] });
  ok(await owner.patch(`/messages/${id}`, { content: 'afterwards' }));
  ok(await owner.delete(`/messages/${gone}`));
  const queue = await QueueReader.register(mara.client, { event_types: ['reminders', 'message'] });
  server.clock.advance(3_601_000);
  await Promise.all([deliverReminders(server.services), deliverReminders(server.services)]);
  await deliverReminders(server.services);
  const [, first, second, third, ...more] = await received();
  assert.deepEqual(more, []);
  assert.equal(first.sender_full_name, 'Notification Bot');
  for (const part of [`#**dock>gates@${id}**`, 'my ``` note', 'Olive Owner', 'afterwards'])
    assert.ok(first.content.includes(part), `${part} in ${first.content}`);
  assert.equal(second.content, 'You requested a reminder for a message that you can no longer see.');
  assert.equal(third.content, second.content);
  assert.deepEqual(await remindersOf(mara.client), []);
  const notified = await queue.poll();
  assert.deepEqual(notified.map(({ type, op }) => op ?? type).sort(), [
    'message',
    'message',
    'message',
    'remove',
    'remove',
    'remove',
  ]);
  assert.deepEqual(notified.find(({ type }) => type === 'message')!.flags, []);
});
