import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Answer, ChatClient } from '../../../../tests/harness/clients.ts';
import { QueueReader } from '../../../../tests/harness/events.ts';
import { makePerson } from '../../../../tests/harness/people.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { updateTraffic } from './traffic-job.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const DAY = 86_400_000;

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

test('the average of a week is told once there is enough to tell, follows the last four weeks, and is sent on as it changes', async () => {
  const mara = await makePerson(server, org, { name: 'Mara Member' });
  const subscribers = [org.chat.user_id];
  const create = async (given: object) => ok(await owner.post('/channels/create', { subscribers, ...given })).id;
  const busy = await create({ name: 'busy' });
  const quiet = await create({ name: 'quiet' });
  const secret = await create({ name: 'secret', invite_only: true });
  const write = async (to: number, count: number) => {
    for (let n = 0; n < count; n++)
      ok(await owner.post('/messages', { type: 'channel', to, topic: 'tours', content: 'x' }));
  };
  const traffic = async (id: number) => ok(await owner.get(`/streams/${id}`)).stream.stream_weekly_traffic;
  await write(busy, 10);
  await write(secret, 4);
  ok(await owner.post('/messages', { type: 'direct', to: [mara.id], content: 'x' }));
  await updateTraffic(server.services);
  assert.deepEqual([await traffic(busy), await traffic(quiet)], [null, null]);

  server.clock.advance(7 * DAY + 60_000);
  const queue = await QueueReader.register(mara.client, { event_types: ['stream'] });
  await write(busy, 1);
  await Promise.all([updateTraffic(server.services), updateTraffic(server.services)]);
  assert.deepEqual([await traffic(busy), await traffic(quiet), await traffic(secret)], [11, 0, 4]);
  const received = async () => (await queue.poll()).map(({ id, type, op, ...event }) => event);
  const change = (stream_id: number, name: string, value: number) => ({
    stream_id,
    name,
    property: 'stream_weekly_traffic',
    value,
  });
  assert.deepEqual(await received(), [change(busy, 'busy', 11), change(quiet, 'quiet', 0)]);
  await updateTraffic(server.services);
  assert.deepEqual(await received(), []);
  const state = ok(await owner.post('/register', { fetch_event_types: ['subscription'] })).subscriptions;
  assert.equal(state.find(({ name }: { name: string }) => name === 'busy').stream_weekly_traffic, 11);

  server.clock.advance(7 * DAY);
  await updateTraffic(server.services);
  // 11 messages in two weeks.
  assert.equal(await traffic(busy), 6);
  server.clock.advance(40 * DAY);
  await updateTraffic(server.services);
  assert.equal(await traffic(busy), 0);
});
