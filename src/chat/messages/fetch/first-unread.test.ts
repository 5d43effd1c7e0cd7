import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient, type ChatParams } from '../../../../tests/harness/clients.ts';
import { makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { SCANNED_AT_ONCE } from './first-unread-queries.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let reader: Person;
let dock: number;
let yard: number;
let elsewhere: number;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  reader = await makePerson(server, org, { name: 'Rita Reader' });
  const subscribers = [org.chat.user_id, reader.id];
  dock = await makeChannel(server, org.organization_id, { name: 'dock', subscribers });
  yard = await makeChannel(server, org.organization_id, { name: 'yard', subscribers });
  elsewhere = await makeChannel(server, org.organization_id, { name: 'elsewhere', subscribers: [org.chat.user_id] });
});
after(() => server[Symbol.asyncDispose]());

async function done(answer: ReturnType<ChatClient['post']>) {
  const { json, text } = await answer;
  assert.equal(json.result, 'success', text);
  return json;
}

const send = async (to: number, params: ChatParams = {}): Promise<number> =>
  (await done(owner.post('/messages', { type: 'stream', to, topic: 'gates', content: 'hello', ...params }))).id;
const mark = (op: 'add' | 'remove', messages: number[]) =>
  done(reader.client.post('/messages/flags', { messages, op, flag: 'read' }));

/** The anchor that "first unread" means: of all that came to the reader. */
async function firstUnread(): Promise<{ anchor: number; isFound: boolean; ids: number[] }> {
  const { anchor, found_anchor, messages } = await done(
    reader.client.get('/messages', { anchor: 'first_unread', num_before: 1, num_after: 1 }),
  );
  return { anchor, isFound: found_anchor, ids: messages.map((message: { id: number }) => message.id) };
}

describe('the first unread message is found again after', () => {
  test('nothing at all, a message, and reading it', async () => {
    const first = await send(dock);
    const second = await send(yard);
    for (let again = 0; again < 2; again++)
      assert.deepEqual(await firstUnread(), { anchor: first, isFound: true, ids: [first, second] });
    await mark('add', [first]);
    assert.equal((await firstUnread()).anchor, second);
    await mark('add', [second]);
    for (let again = 0; again < 2; again++)
      assert.equal((await firstUnread()).anchor, second, 'the newest of all read');
    const third = await send(dock);
    assert.equal((await firstUnread()).anchor, third);
    await mark('remove', [first]);
    assert.equal((await firstUnread()).anchor, first);
    await mark('add', [first, third]);
  });
  test('muting and unmuting, of a channel and of a topic', async () => {
    const old = await send(dock, { topic: 'noise' });
    const stays = await send(dock, { topic: 'noise' });
    const inYard = await send(yard);
    const last = await send(dock, { topic: 'gates' });
    const setMuted = (channelId: number, value: boolean) =>
      done(
        reader.client.post('/users/me/subscriptions/properties', {
          subscription_data: [{ stream_id: channelId, property: 'is_muted', value }],
        }),
      );
    const setPolicy = (channelId: number, topic: string, visibility_policy: number) =>
      done(reader.client.post('/user_topics', { stream_id: channelId, topic, visibility_policy }));
    const anchor = async () => (await firstUnread()).anchor;
    const anchorOf = async (narrow: [string, string | number][]) =>
      (await done(reader.client.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0, narrow })))
        .anchor;
    for (let again = 0; again < 2; again++) assert.equal(await anchor(), old);
    await setPolicy(dock, 'NOISE', 1);
    for (let again = 0; again < 2; again++) assert.equal(await anchor(), inYard);
    await setMuted(yard, true);
    for (let again = 0; again < 2; again++) assert.equal(await anchor(), last);
    // A narrow that names the channel shows it, without its muted topics; one that names the topic shows that.
    assert.equal(await anchorOf([['channel', yard]]), inYard);
    assert.equal(await anchorOf([['channel', dock]]), last);
    assert.equal(
      await anchorOf([
        ['channel', dock],
        ['topic', 'noise'],
      ]),
      old,
    );
    // Followed topics count even in a muted channel.
    await setPolicy(yard, 'gates', 3);
    assert.equal(await anchor(), inYard);
    await setPolicy(yard, 'gates', 0);
    assert.equal(await anchor(), last);
    await setMuted(yard, false);
    assert.equal(await anchor(), inYard);
    // A message that leaves its muted topic is heard again.
    const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
    await done(owner.patch(`/messages/${old}`, { topic: 'quay', propagate_mode: 'change_one', ...quiet }));
    assert.equal(await anchor(), old);
    await setPolicy(dock, 'noise', 0);
    await mark('add', [old, stays, inYard, last]);
  });
  test('its deletion', async () => {
    const ids = [await send(dock), await send(dock), await send(dock)];
    assert.equal((await firstUnread()).anchor, ids[0]);
    await done(owner.delete(`/messages/${ids[0]}`));
    assert.equal((await firstUnread()).anchor, ids[1]);
    await done(owner.delete(`/messages/${ids[2]}`));
    assert.equal((await firstUnread()).anchor, ids[1]);
    await mark('add', [ids[1]!]);
  });
  test('its move away, for good', async () => {
    const [shown, later] = [await send(yard), await send(yard)];
    const quietly = { send_notification_to_new_thread: false };
    assert.equal((await firstUnread()).anchor, shown);
    await done(owner.patch(`/messages/${shown}`, { stream_id: elsewhere, ...quietly }));
    assert.equal((await firstUnread()).anchor, later);
    await done(owner.patch(`/messages/${shown}`, { stream_id: yard, ...quietly }));
    assert.equal((await firstUnread()).anchor, later);
    await mark('remove', [shown]);
    assert.equal((await firstUnread()).anchor, shown);
    await mark('add', [shown, later]);
  });
  test('a change of subscriptions', async () => {
    const [left, retained] = [await send(dock), await send(yard)];
    assert.equal((await firstUnread()).anchor, left);
    await done(reader.client.delete('/users/me/subscriptions', { subscriptions: ['dock'] }));
    assert.equal((await firstUnread()).anchor, retained);
    await done(reader.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] }));
    await mark('add', [retained]);
  });
  test('more messages of others than are looked at', async () => {
    const before = await send(dock);
    assert.equal((await firstUnread()).anchor, before);
    await mark('add', [before]);
    await Promise.all(Array.from({ length: SCANNED_AT_ONCE + 10 }, () => send(elsewhere)));
    const behind = await send(yard);
    for (let again = 0; again < 2; again++) assert.equal((await firstUnread()).anchor, behind);
    await mark('add', [behind]);
  });
});

test('one who marks while another reads never shows a message as unread that is read', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => send(dock)));
  ids.sort((a, b) => a - b);
  let marked = 0;
  const marking = (async () => {
    for (const id of ids) {
      await mark('add', [id]);
      marked++;
    }
  })();
  while (marked < ids.length) {
    const known = marked;
    const { anchor } = await firstUnread();
    assert.ok(known === 0 || anchor > ids[known - 1]! || anchor === ids.at(-1), `${anchor} was read before`);
  }
  await marking;
});

test('what moved into a channel, unread, is its first unread, wherever it was sent', async () => {
  const subscribers = [org.chat.user_id, reader.id];
  const pier = await makeChannel(server, org.organization_id, { name: 'pier', subscribers });
  const ofYard = await send(yard);
  const ofDock = await send(dock);
  const last = await send(pier);
  const firstOfPier = async () => {
    const page = { anchor: 'first_unread', num_before: 0, num_after: 0, narrow: [['channel', 'pier']] };
    return (await done(reader.client.get('/messages', page))).anchor;
  };
  assert.equal(await firstOfPier(), last);
  const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
  const move = (id: number) =>
    done(owner.patch(`/messages/${id}`, { stream_id: pier, propagate_mode: 'change_one', ...quiet }));
  await move(ofDock);
  assert.equal(await firstOfPier(), ofDock);
  await move(ofYard);
  assert.equal(await firstOfPier(), ofYard);
  await mark('add', [ofYard]);
  assert.equal(await firstOfPier(), ofDock);
  await mark('add', [ofDock, last]);
});
