import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader, type WireEvent } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { countMatching } from '../../../tests/harness/statements.ts';
import { doSendNotice } from '../notification-bot/actions.ts';
import { systemGroupIds } from '../user-groups/access.ts';

/*
 * An organization whose guests may not know of everybody, with the eyes of a guest: of somebody with whom they shared a
 * channel, who left it.
 */

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const organizationId = org.organization_id;
const owner = new ChatClient(org.chat);
const system = await systemGroupIds(server.services.state.of(organizationId));
const UNKNOWN = 'Unknown user';
/** An ID that nobody has. */
const NOBODY = 999_999_999;

let gwen: Person;
let uma: Person;
let bay: Person;
let kim: Person;
let yard: number;
let entry: number;

function ok(answer: Answer) {
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}
const limit = async (group: 'role:everyone' | 'role:members') =>
  ok(await owner.patch('/realm', { can_access_all_users_group: { new: system[group] } }));
const register = (params: object = {}) =>
  QueueReader.register(gwen.client, {
    fetch_event_types: ['realm_user', 'user_status', 'presence', 'subscription'],
    client_capabilities: { user_list_incomplete: true, stream_typing_notifications: true },
    ...params,
  });
const subscribe = async (person: Person) =>
  ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'yard' }], principals: [person.id] }));
const unsubscribe = async (person: Person) =>
  ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['yard'], principals: [person.id] }));
const idsOf = (users: { user_id: number }[]) => users.map(({ user_id }) => user_id).sort((a, b) => a - b);
const post = async ({ client }: { client: ChatClient }, content: string, topic = 'gates'): Promise<number> =>
  ok(await client.post('/messages', { type: 'channel', to: yard, topic, content })).id;
/** Whatever is said of her: she has a name, an address and a status like nobody else. */
const namesUma = (shown: unknown) => /\buma|under the crane/i.test(JSON.stringify(shown));

before(async () => {
  gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  uma = await makePerson(server, org, { name: 'Uma Upstairs' });
  kim = await makePerson(server, org, { name: 'Kim Colleague' });
  bay = await makePerson(server, org, { name: 'Bay Bot', botOwnerId: org.chat.user_id });
  yard = await makeChannel(server, organizationId, {
    name: 'yard',
    subscribers: [gwen.id, uma.id, kim.id, org.chat.user_id],
  });
  ok(await uma.client.post('/users/me/status', { status_text: 'under the crane' }));
  ok(await uma.client.post('/users/me/presence', { status: 'active', new_user_input: true }));
  await limit('role:members');
  entry = await post(uma, 'the van is here');
  ok(await uma.client.post(`/messages/${entry}/reactions`, { emoji_name: 'tada' }));
});

test('a guest knows of themselves, bots, and who shares a channel or a conversation with them', async () => {
  const known = [gwen.id, uma.id, kim.id, bay.id, org.chat.user_id].sort((a, b) => a - b);
  assert.deepEqual(idsOf(ok(await gwen.client.get('/users')).members), known);
  const other = await makePerson(server, org, { name: 'Olga Other' });
  assert.deepEqual(idsOf(ok(await gwen.client.get('/users')).members), known);
  const queue = await register();
  assert.deepEqual(idsOf(queue.state.realm_users), known);
  // A client that says nothing of it finds somebody for each ID.
  const old = await register({ client_capabilities: {} });
  assert.deepEqual(idsOf(old.state.realm_users), [...known, other.id]);
  const { full_name, email } = old.state.realm_users.find(({ user_id }: { user_id: number }) => user_id === other.id);
  assert.deepEqual([full_name, email], [UNKNOWN, `user${other.id}@127.0.0.1`]);
  ok(await other.client.post('/messages', { type: 'direct', to: [gwen.id], content: 'hello' }));
  const events = await queue.poll();
  assert.deepEqual(
    events.map(({ type, op, person, message }) => [type, op, person?.full_name ?? message.sender_full_name]),
    [
      ['realm_user', 'add', 'Olga Other'],
      ['message', undefined, 'Olga Other'],
    ],
  );
  assert.deepEqual(events[0]!.person, ok(await gwen.client.get(`/users/${other.id}`, profile)).user);
  assert.equal(ok(await kim.client.get('/users')).members.length, 6);
});
const profile = { client_gravatar: true, include_custom_profile_fields: true };

describe('somebody who left the shared channel', () => {
  let queue: QueueReader;
  let old: QueueReader;
  before(async () => {
    queue = await register();
    old = await register({ client_capabilities: {} });
    await unsubscribe(uma);
  });

  test('is taken out of the lists, by an event that says no more than an ID', async () => {
    const events = await queue.poll();
    assert.deepEqual(
      events.filter(({ type }) => type === 'realm_user').map(({ id, ...event }) => event),
      [{ type: 'realm_user', op: 'remove', person: { user_id: uma.id, full_name: UNKNOWN } }],
    );
    assert.ok(!namesUma(events));
    const placed = (await old.poll()).filter(({ type }) => type === 'realm_user');
    assert.deepEqual(
      placed.map(({ op, person }) => [op, person.user_id, person.full_name]),
      [
        ['remove', uma.id, UNKNOWN],
        ['add', uma.id, UNKNOWN],
      ],
    );
    for (const user_ids of [undefined, [uma.id, kim.id]])
      assert.ok(!namesUma(ok(await gwen.client.get('/users', { user_ids }))), `${user_ids}`);
    assert.deepEqual(ok(await gwen.client.get('/users', { user_ids: [uma.id] })).members, []);
    assert.ok(!namesUma((await register()).state));
    assert.ok(!namesUma((await register({ client_capabilities: {}, client_gravatar: true })).state));
    assert.ok(!namesUma(ok(await gwen.client.post('/register'))));
    assert.ok(!namesUma(ok(await gwen.client.get('/realm/presence'))));
    const pinged = ok(await gwen.client.post('/users/me/presence', { status: 'active', last_update_id: -1 }));
    assert.equal(pinged.presences[uma.id], undefined);
  });

  test('looks like somebody who is not there, by ID and by address', async () => {
    const dm = (to: unknown) => ({ type: 'direct', to, content: 'hello' });
    const around = (operator: string, operand: unknown) => ({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator, operand }],
    });
    const { client } = gwen;
    const soon = Math.floor(Date.now() / 1000) + 86_400;
    const asked: [string, (who: number | string) => Promise<Answer>][] = [
      ['user', (who) => client.get(`/users/${who}`)],
      ['presence', (who) => client.get(`/users/${who}/presence`)],
      ['message', (who) => client.post('/messages', dm([who]))],
      ['dm', (who) => client.get('/messages', around('dm', [who]))],
      ['dm-including', (who) => client.get('/messages', around('dm-including', [who]))],
      [
        'principal',
        (who) => client.post('/users/me/subscriptions', { subscriptions: [{ name: 'yard' }], principals: [who] }),
      ],
      ['schedule', (who) => client.post('/scheduled_messages', { ...dm([who]), scheduled_delivery_timestamp: soon })],
    ];
    const byId: typeof asked = [
      ['status', (id) => client.get(`/users/${id}/status`)],
      ['subscription', (id) => client.get(`/users/${id}/subscriptions/${yard}`)],
      ['membership', (id) => client.get(`/user_groups/${system['role:members']}/members/${id}`)],
      ['mute', (id) => client.post(`/users/me/muted_users/${id}`)],
      ['typing', (id) => client.post('/typing', { op: 'start', type: 'direct', to: [id] })],
      ['draft', (id) => client.post('/drafts', { drafts: [{ type: 'private', to: [id], topic: '', content: 'x' }] })],
    ];
    const found: string[] = [];
    const compare = async (
      name: string,
      ask: (who: number | string) => Promise<Answer>,
      [who, nobody]: (number | string)[],
    ) => {
      const unnamed = ({ status, text }: Answer, given: unknown) => `${status} ${text.replaceAll(String(given), '#')}`;
      const [shown, nothing] = [unnamed(await ask(who!), who), unnamed(await ask(nobody!), nobody)];
      if (shown !== nothing) found.push(`${name}: ${shown} instead of ${nothing}`);
    };
    const addresses = [uma.email, 'nobody@couriers.example'];
    const dummies = [`user${uma.id}@127.0.0.1`, `user${NOBODY}@127.0.0.1`];
    for (const [name, ask] of [...asked, ...byId]) await compare(name, ask, [uma.id, NOBODY]);
    for (const [name, ask] of asked)
      for (const pair of [addresses, dummies]) await compare(`${name} ${pair[0]}`, ask, pair);
    for (const pair of [addresses, dummies])
      await compare('sender', (who) => client.get('/messages', around('sender', who)), pair);
    const unseen = await makePerson(server, org, { name: 'Ulf Unseen' });
    await compare('sender', (id) => client.get('/messages', around('sender', id)), [unseen.id, NOBODY]);
    assert.deepEqual(found, []);
  });

  test('is nobody in what they wrote and did', async () => {
    const narrow = [{ operator: 'channel', operand: yard }];
    const page = { anchor: 'oldest', num_before: 0, num_after: 10, narrow, client_gravatar: true };
    const known = ok(await kim.client.get('/messages', page)).messages;
    assert.equal(known[0].sender_full_name, 'Uma Upstairs');
    for (const given of [page, page, { message_ids: [entry] }]) {
      const answer = ok(await gwen.client.get('/messages', given));
      assert.ok(!namesUma(answer));
      const { id, sender_id, sender_full_name, sender_email, avatar_url } = answer.messages[0];
      assert.deepEqual([id, sender_id, sender_full_name], [entry, uma.id, UNKNOWN]);
      assert.deepEqual([sender_email, avatar_url], [`user${uma.id}@127.0.0.1`, `/avatar/${uma.id}/0`]);
    }
    assert.ok(!namesUma(ok(await gwen.client.get(`/messages/${entry}`))));
    // The guest only sees an ID of the person, which finds more of their messages.
    const of = { ...page, narrow: [...narrow, { operator: 'sender', operand: uma.id }] };
    assert.deepEqual(ok(await gwen.client.get('/messages', of)).messages.length, 1);
    const picture = async (path: string) => {
      const authorization = `Basic ${Buffer.from(`${gwen.email}:${gwen.client.key}`).toString('base64')}`;
      return (await fetch(`${server.url}${path}`, { headers: { authorization } })).text();
    };
    assert.match(await picture(`/avatar/${kim.id}`), />KC</);
    assert.match(await picture(`/avatar/${uma.id}/1`), />UU</);
  });

  test('is not told of by later events', async () => {
    for (const reader of [queue, old]) await reader.poll();
    // A person who was active a moment ago is not reported as returning.
    server.clock.advance(400_000);
    ok(await owner.patch(`/users/${uma.id}`, { full_name: 'Uma Underground' }));
    ok(await uma.client.post('/users/me/status', { status_text: 'under the crane again' }));
    ok(await uma.client.post('/users/me/presence', { status: 'active', new_user_input: true }));
    ok(await uma.client.post('/typing', { op: 'start', type: 'channel', stream_id: yard, topic: 'gates' }));
    ok(await uma.client.post('/typing', { op: 'start', type: 'direct', to: [gwen.id] }));
    const later = await post(uma, 'and gone');
    ok(await uma.client.post(`/messages/${later}/reactions`, { emoji_name: 'tada' }));
    ok(await uma.client.patch(`/messages/${later}`, { content: 'and gone for good' }));
    await makePerson(server, org, { name: 'Uma Unheard' });
    ok(await kim.client.post('/users/me/presence', { status: 'active', new_user_input: true }));
    ok(await kim.client.post('/typing', { op: 'start', type: 'channel', stream_id: yard, topic: 'gates' }));
    await post(kim, 'last');
    for (const reader of [queue, old]) {
      const events: WireEvent[] = [];
      while (!events.some(({ message }) => message?.content.includes('last'))) events.push(...(await reader.wait()));
      events.push(...(await reader.poll()));
      assert.ok(!namesUma(events), JSON.stringify(events));
      const [message] = events.filter(({ type }) => type === 'message');
      assert.deepEqual([message!.message.sender_id, message!.message.sender_full_name], [uma.id, UNKNOWN]);
      const [reaction] = events.filter(({ type }) => type === 'reaction');
      const user = { user_id: uma.id, email: `user${uma.id}@127.0.0.1`, full_name: UNKNOWN };
      assert.deepEqual([reaction!.user_id, reaction!.user], [uma.id, user]);
      const about = events.flatMap(({ type, person, user_id, sender }) =>
        ['realm_user', 'user_status', 'presence', 'typing'].includes(type)
          ? [person?.full_name ?? user_id ?? sender.user_id]
          : [],
      );
      assert.deepEqual(about.toSorted(), (reader === old ? [UNKNOWN, kim.id] : [kim.id, kim.id]).toSorted());
    }
    ok(await owner.patch(`/users/${uma.id}`, { full_name: 'Uma Upstairs' }));
  });

  test('is nobody among those to whom somebody types', async () => {
    for (const reader of [queue, old]) await reader.poll();
    ok(await kim.client.post('/typing', { op: 'start', type: 'direct', to: [gwen.id, uma.id] }));
    const recipients = [gwen, uma, kim].map(({ id, email }) => ({
      user_id: id,
      email: id === uma.id ? `user${uma.id}@127.0.0.1` : email,
    }));
    for (const reader of [queue, old]) {
      const [event] = await reader.poll();
      assert.deepEqual([event!.type, event!.recipients], ['typing', recipients.sort((a, b) => a.user_id - b.user_id)]);
    }
  });

  test('is named neither by the guest nor to them', async () => {
    const render = async (content: string) => ok(await gwen.client.post('/messages/render', { content })).rendered;
    assert.match(await render('@**Kim Colleague**'), /data-user-id/);
    for (const text of ['@**Uma Upstairs**', `@_**Uma Upstairs|${uma.id}**`])
      assert.doesNotMatch(await render(text), /data-user-id/);
    assert.doesNotMatch(await render(`@**|${uma.id}**`), /data-user-id|uma/i);
    const notice = async (content: string) => {
      const id = await server.services.database.transaction(
        (tx) => doSendNotice(tx, server.services, { userId: gwen.id }, content),
        { organizationId },
      );
      return ok(await gwen.client.get(`/messages/${id}`)).message.content;
    };
    const content = await notice(`@_**Uma Upstairs|${uma.id}** and @_**Kim Colleague|${kim.id}**`);
    assert.ok(!namesUma(content), content);
    assert.match(content, /Unknown user and .*Kim Colleague/);
    assert.ok(!namesUma(await notice(`@_**Dr. | Uma|${uma.id}**`)), 'a name may hold a bar');
    assert.doesNotMatch(await notice(`@_**|${uma.id}**`), /uma|data-user-id/i);
  });

  test('is known again with a channel, and an old client can go by it', async () => {
    await queue.poll();
    await subscribe(uma);
    const events = await queue.poll();
    assert.deepEqual(
      events.map(({ type, op }) => [type, op]),
      [
        ['realm_user', 'add'],
        ['user_status', undefined],
        ['subscription', 'peer_add'],
      ],
    );
    assert.deepEqual(events[0]!.person, ok(await gwen.client.get(`/users/${uma.id}`, profile)).user);
    assert.equal(events[1]!.status_text, 'under the crane again');
    assert.equal(ok(await gwen.client.get(`/messages/${entry}`)).message.sender_full_name, 'Uma Upstairs');
  });
});

test('the limit binds and goes at once; clients of guests register anew', async () => {
  await unsubscribe(uma);
  assert.equal((await gwen.client.get(`/users/${uma.id}`)).json.msg, 'No such user');
  const queue = await register();
  await limit('role:everyone');
  assert.equal(ok(await gwen.client.get(`/users/${uma.id}`)).user.full_name, 'Uma Upstairs');
  assert.ok(namesUma((await register()).state));
  await limit('role:members');
  assert.equal((await gwen.client.get(`/users/${uma.id}`)).json.msg, 'No such user');
  const { json } = await gwen.client.get('/events', { queue_id: queue.queueId, last_event_id: -1, dont_block: true });
  assert.equal(json.code, 'BAD_EVENT_QUEUE_ID');
});

test('where guests are not limited, nothing is asked for each of them', async () => {
  await limit('role:everyone');
  const guests = [gwen];
  for (const name of ['Gus Guest', 'Gert Guest']) guests.push(await makePerson(server, org, { name, role: 600 }));
  for (const guest of guests.slice(1)) await subscribe(guest);
  const queues: QueueReader[] = [];
  for (const { client } of guests)
    queues.push(await QueueReader.register(client, { event_types: ['realm', 'message'] }));
  const aboutGuests = /can_access_all_users_group|chat\.direct_conversation_members own/;
  const receive = () => Promise.all(queues.map((each) => each.wait()));
  // A change is reloaded once and not for each receiver.
  const hearing = receive();
  const changed = await countMatching(aboutGuests, async () => {
    ok(await owner.patch('/realm', { description: 'Couriers since 1990' }));
    await hearing;
  });
  assert.ok(changed <= 1, `${changed} statements`);
  const asked = await countMatching(aboutGuests, async () => {
    const received = receive();
    const id = await post(gwen, 'nothing new');
    await received;
    for (const { client } of guests) {
      ok(await client.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }));
      ok(await client.get(`/messages/${id}`));
    }
  });
  assert.equal(asked, 0);
  await limit('role:members');
});

test('a role decides: of everybody no longer, and again', async () => {
  const queue = await register();
  ok(await owner.patch(`/users/${gwen.id}`, { role: 400 }));
  assert.equal(ok(await gwen.client.get(`/users/${uma.id}`)).user.full_name, 'Uma Upstairs');
  const { json } = await gwen.client.get('/events', { queue_id: queue.queueId, last_event_id: -1, dont_block: true });
  assert.equal(json.code, 'BAD_EVENT_QUEUE_ID');
  ok(await owner.patch(`/users/${gwen.id}`, { role: 600 }));
  assert.equal((await gwen.client.get(`/users/${uma.id}`)).json.msg, 'No such user');
});
