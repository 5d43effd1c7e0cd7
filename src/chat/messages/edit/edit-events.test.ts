import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../../tests/harness/clients.ts';
import { changeSubscriptions, QueueReader } from '../../../../tests/harness/events.ts';
import { changeState, makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { sql } from '../../../platform/db/sql.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let mara: Person;
let nils: Person;
let pia: Person;
let gwen: Person;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  pia = await makePerson(server, org, { name: 'Pia Packer' });
  gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
});
after(() => server[Symbol.asyncDispose]());

const TYPES = ['update_message', 'delete_message'];

function listen(person: Person, capabilities: Record<string, boolean> = {}): Promise<QueueReader> {
  return QueueReader.register(person.client, { event_types: TYPES, client_capabilities: capabilities });
}

/** Subscribed as the operations do it: queues must hear of it. */
async function channel(name: string, subscribers: Person[], inviteOnly = false): Promise<number> {
  const id = await makeChannel(server, org.organization_id, { name, subscribers: [], inviteOnly });
  await changeSubscriptions(
    server,
    org.organization_id,
    'subscribe',
    id,
    subscribers.map((person) => person.id),
  );
  return id;
}

async function send(person: Person, to: number | number[], topic = 'dock 4', content = 'two vans'): Promise<number> {
  const type = Array.isArray(to) ? 'direct' : 'channel';
  const answer = await person.client.post('/messages', { type, to, topic, content });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

async function change(person: Person, id: number, params: object): Promise<void> {
  const answer = await person.client.patch(`/messages/${id}`, { ...params });
  assert.equal(answer.json.result, 'success', answer.text);
}

async function flagsOf(person: Person, id: number): Promise<string[]> {
  return (await person.client.get(`/messages/${id}`)).json.message.flags;
}

function setFlag(person: Person, id: number, bits: number) {
  return server.services.database.transaction((tx) =>
    tx.run(sql`insert into chat.message_flags as f (organization_id, user_id, message_id, flags)
      values (${org.organization_id}, ${person.id}, ${id}, ${bits})
      on conflict (organization_id, user_id, message_id) do update set flags = f.flags | excluded.flags`),
  );
}

describe('a changed message', () => {
  test("comes with each reader's own flags", async () => {
    const floor = await channel('flags', [mara, nils]);
    const old = await send(nils, floor);
    await changeSubscriptions(server, org.organization_id, 'subscribe', floor, [pia.id]);
    const id = await send(mara, floor);
    await setFlag(nils, id, 1);
    const queues = [await listen(mara), await listen(nils), await listen(pia)];
    await change(mara, id, { content: 'three vans @**Nils Night**, hear @**all**' });
    await change(nils, old, { content: 'one van' });
    for (const [index, person] of [mara, nils, pia].entries()) {
      const [named, history] = await queues[index]!.collect('update_message', 2);
      assert.deepEqual(named!.flags, await flagsOf(person, id));
      assert.deepEqual(history!.flags, await flagsOf(person, old));
      assert.ok(!('propagate_mode' in named!));
    }
    assert.deepEqual(await flagsOf(nils, id), [
      'starred',
      'mentioned',
      'stream_wildcard_mentioned',
      'wildcard_mentioned',
    ]);
    assert.deepEqual(await flagsOf(pia, old), ['read', 'historical']);
  });

  test('of a direct conversation too', async () => {
    const id = await send(mara, [nils.id]);
    const queue = await listen(nils);
    await change(mara, id, { content: '@**Nils Night**' });
    const [event] = await queue.wait();
    assert.deepEqual(event!.flags, ['mentioned']);
    assert.ok(!('stream_id' in event!));
  });

  test('concerns who sent it without being subscribed, and to whom it came before they left', async () => {
    const floor = await channel('from outside', [nils, pia]);
    const TYPES = ['message', 'update_message', 'reaction', 'delete_message'];
    const queues = [];
    for (const person of [mara, pia])
      queues.push(await QueueReader.register(person.client, { event_types: TYPES, apply_markdown: false }));
    const [sender, leaver] = queues as [QueueReader, QueueReader];
    const params = { type: 'channel', to: floor, topic: 'dock 4', content: 'two vans', read_by_sender: false };
    const mark = { queue_id: sender.queueId, local_id: '7' };
    const { id } = (await mara.client.post('/messages', { ...params, ...mark })).json;
    const [sent] = await sender.wait();
    assert.deepEqual([sent!.message.id, sent!.local_message_id, sent!.flags], [id, '7', await flagsOf(mara, id)]);
    assert.deepEqual(await flagsOf(mara, id), ['read']);

    await changeSubscriptions(server, org.organization_id, 'unsubscribe', floor, [pia.id]);
    await setFlag(mara, id, 1);
    await change(mara, id, { content: 'three vans' });
    await nils.client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await change(nils, await send(nils, floor), { content: 'neither came to them' });
    const office = await makeChannel(server, org.organization_id, {
      name: 'office',
      subscribers: [org.chat.user_id],
      inviteOnly: true,
    });
    assert.equal((await new ChatClient(org.chat).patch(`/messages/${id}`, { stream_id: office })).status, 200);
    // Where the sender may not follow, not even their own message is theirs.
    assert.deepEqual(
      (await sender.poll()).map(({ type, flags, new_stream_id }) => [type, flags, new_stream_id]),
      [
        ['update_message', ['read', 'starred'], undefined],
        ['reaction', undefined, undefined],
        ['delete_message', undefined, undefined],
      ],
    );
    assert.deepEqual(
      (await leaver.poll()).map(({ type }) => type),
      ['message', 'update_message', 'reaction', 'delete_message'],
    );
  });

  test('is nothing to those whom it did not come to, where history is kept from newcomers', async () => {
    const secret = await channel('kept history', [mara, nils], true);
    await changeState(server, org.organization_id, (tx) =>
      tx.run(sql`update chat.channels set history_public_to_subscribers = false
        where organization_id = ${org.organization_id} and id = ${secret}`),
    );
    const id = await send(mara, secret, 'before', 'the code is 1042');
    await changeSubscriptions(server, org.organization_id, 'subscribe', secret, [pia.id]);
    const later = await send(mara, secret, 'after');
    const newcomer = await listen(pia);
    const older = await listen(nils);
    await change(mara, id, { content: 'the code is 2042' });
    await change(mara, id, { topic: 'long before' });
    assert.equal((await mara.client.delete(`/messages/${id}`)).json.result, 'success');
    await change(mara, later, { content: 'seen by all' });
    assert.deepEqual(
      (await newcomer.collect('update_message', 1)).map((event) => event.message_id),
      [later],
    );
    assert.equal((await older.collect('delete_message', 1)).length >= 1, true);
  });

  test('takes a permission for wildcards, as a new one does', async () => {
    const crowd = [];
    for (let n = 0; n < 16; n++) crowd.push(await makePerson(server, org, { name: `Crowd ${n}` }));
    const square = await channel('square', [mara, ...crowd]);
    const id = await send(mara, square);
    const answer = await mara.client.patch(`/messages/${id}`, { content: 'hear, @**all**' });
    assert.equal(answer.json.msg, 'You do not have permission to use channel wildcard mentions in this channel.');
    await change(mara, id, { content: 'hear, @**topic**' });
    assert.deepEqual(await flagsOf(mara, id), ['topic_wildcard_mentioned', 'wildcard_mentioned']);
    await change(mara, id, { content: 'never mind' });
    assert.deepEqual(await flagsOf(mara, id), []);
  });

  test('is no longer to be changed in an archived channel', async () => {
    const old = await channel('closed', [mara, nils]);
    const id = await send(mara, old);
    await changeState(server, org.organization_id, (tx) =>
      tx.run(
        sql`update chat.channels set is_archived = true where organization_id = ${org.organization_id} and id = ${old}`,
      ),
    );
    for (const params of [{ content: 'x' }, { topic: 'x' }, { stream_id: old }])
      assert.equal((await mara.client.patch(`/messages/${id}`, params)).json.msg, 'Invalid message(s)');
    assert.equal((await mara.client.delete(`/messages/${id}`)).json.msg, 'Invalid message(s)');
  });
});

describe('the empty topic', () => {
  test('goes under its display name, unless the client knows it', async () => {
    const yard = await channel('nameless', [mara, nils]);
    const id = await send(mara, yard, '');
    const [old, modern] = [await listen(nils), await listen(nils, { empty_topic_name: true })];
    await change(mara, id, { topic: 'gates' });
    await change(mara, id, { topic: '' });
    await mara.client.delete(`/messages/${id}`);
    for (const [queue, name] of [
      [old, 'general chat'],
      [modern, ''],
    ] as const) {
      const [first, second, deletion] = await queue.poll();
      assert.deepEqual([first!.orig_subject, first!.subject], [name, 'gates']);
      assert.deepEqual([second!.orig_subject, second!.subject], ['gates', name]);
      assert.equal(deletion!.topic, name);
    }
  });
});

describe('a deletion', () => {
  test('is one event for each message where the client knows no other', async () => {
    const dock = await channel('deletions', [mara, nils]);
    const secret = await channel('deletions, inside', [mara], true);
    const ids = [await send(mara, dock), await send(mara, dock), await send(mara, dock)];
    const [old, modern] = [await listen(nils), await listen(nils, { bulk_message_deletion: true })];
    await change(mara, ids[0]!, { stream_id: secret, propagate_mode: 'change_all' });
    const details = { type: 'delete_message', message_type: 'stream', stream_id: dock, topic: 'dock 4' };
    const single = await old.collect('delete_message', 3);
    assert.deepEqual(
      single.map(({ id: _id, ...event }) => event),
      ids.map((message_id) => ({ ...details, message_id })),
    );
    const [bulk] = await modern.wait();
    assert.deepEqual(bulk, { ...details, message_ids: ids, id: bulk!.id });
    // Following events are not lost, and none comes twice.
    await mara.client.delete(`/messages/${await send(mara, dock)}`);
    assert.equal((await old.collect('delete_message', 1)).length, 1);
  });
});

describe('a move to another channel', () => {
  test('is told by what each may see of it', async () => {
    const open = await channel('open', [mara, nils, pia, gwen]);
    const inner = await channel('inner', [mara, nils], true);
    const id = await send(mara, open, 'plans');
    const queues = new Map<Person, QueueReader>();
    for (const person of [mara, nils, pia, gwen]) queues.set(person, await listen(person));
    await change(mara, id, { stream_id: inner, topic: 'inner plans' });
    for (const person of [mara, nils]) {
      const [event] = await queues.get(person)!.wait();
      assert.deepEqual(
        [event!.type, event!.new_stream_id, event!.subject, event!.stream_name],
        ['update_message', inner, 'inner plans', 'open'],
      );
    }
    for (const person of [pia, gwen]) {
      const [event] = await queues.get(person)!.wait();
      assert.deepEqual([event!.type, event!.message_id, event!.topic], ['delete_message', id, 'plans']);
      assert.equal((await person.client.get(`/messages/${id}`)).json.msg, 'Invalid message(s)');
    }
    // And back: who was not inside learns of the message, not of the name of the channel where it was.
    await change(mara, id, { stream_id: open });
    const [event] = await queues.get(pia)!.collect('update_message', 1);
    assert.deepEqual([event!.new_stream_id, event!.stream_id], [open, inner]);
    assert.ok(!('stream_name' in event!));
    assert.deepEqual(event!.flags, await flagsOf(pia, id));
  });

  test('names the topic where some of the messages spell it otherwise', async () => {
    const [from, to] = [await channel('spelled', [mara, nils]), await channel('spelled elsewhere', [mara, nils])];
    const ids = [await send(mara, from, 'Gates'), await send(mara, from, 'gates')];
    const queue = await listen(nils);
    const whole = { propagate_mode: 'change_all', send_notification_to_new_thread: false };
    await change(mara, ids[1]!, { stream_id: to, ...whole });
    await change(mara, ids[1]!, { stream_id: from, ...whole });
    const [event, back] = await queue.collect('update_message', 2);
    assert.deepEqual([event!.message_ids, event!.orig_subject, event!.subject], [ids, 'gates', 'gates']);
    assert.deepEqual(event!.topic_links, []);
    assert.ok(!('subject' in back!));
    for (const id of ids) assert.equal((await nils.client.get(`/messages/${id}`)).json.message.subject, 'gates');
  });

  test('a guest who is only in the old, public channel loses it', async () => {
    const one = await channel('guests one', [mara, gwen, nils]);
    const two = await channel('guests two', [mara]);
    const id = await send(mara, one);
    const [guest, member] = [await listen(gwen), await listen(nils)];
    await change(mara, id, { stream_id: two });
    assert.equal((await guest.wait())[0]!.type, 'delete_message');
    assert.equal((await member.wait())[0]!.type, 'update_message');
  });

  test('leaves unread what was unread, and nothing else', async () => {
    const from = await channel('from', [mara, nils, pia]);
    const to = await channel('to', [nils, pia, gwen, mara]);
    const between = await send(mara, to);
    const ids = [await send(mara, from), await send(mara, from)];
    const after = await send(mara, to);
    const mark = (person: Person, channelId: number, first: number, last: number) =>
      server.services.database.transaction((tx) =>
        tx.run(sql`insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
          select organization_id, ${person.id}, recipient_id, int8multirange(int8range(${first}, ${last}, '[]'))
          from chat.channels where organization_id = ${org.organization_id} and id = ${channelId}`),
      );
    await mark(nils, from, ids[0]!, ids[0]!);
    // A range of the new channel that spans the IDs of the messages to come.
    await mark(pia, to, between, after);
    await change(mara, ids[0]!, {
      stream_id: to,
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    });
    const read = async (person: Person) =>
      Promise.all(ids.map(async (id) => (await flagsOf(person, id)).includes('read')));
    assert.deepEqual(await read(nils), [true, false]);
    assert.deepEqual(await read(pia), [false, false]);
    assert.deepEqual(await read(gwen), [true, true]);
    assert.deepEqual(await flagsOf(pia, between), ['read']);
    const unread = await pia.client.get('/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: [
        ['channel', to],
        ['is', 'unread'],
      ],
    });
    assert.deepEqual(
      unread.json.messages.map(({ id }: { id: number }) => id),
      ids,
    );
  });

  test('brings a star back into sight, and tells of it', async () => {
    const open = await channel('stars', [mara, nils, pia]);
    const [inner, deeper] = [await channel('stars inside', [mara], true), await channel('stars deeper', [mara], true)];
    const id = await send(mara, open, 'stars');
    for (const person of [nils, pia]) await setFlag(person, id, 1);
    await change(mara, id, { stream_id: inner });
    const queues = [];
    for (const person of [mara, nils, pia])
      queues.push(await QueueReader.register(person.client, { event_types: ['update_message_flags'] }));
    const starredOf = async (queue: QueueReader) =>
      (await queue.poll()).filter(({ flag }) => flag === 'starred').map(({ op, messages }) => [op, messages]);
    // Not out of sight ...
    await change(mara, id, { stream_id: deeper });
    await change(mara, id, { stream_id: inner });
    assert.deepEqual(await Promise.all(queues.map(starredOf)), [[], [], []]);
    // ... but by a subscription to where it is ...
    await server.services.database.transaction((tx) =>
      tx.run(sql`update chat.channels set history_public_to_subscribers = true
        where organization_id = ${org.organization_id} and id = ${inner}`),
    );
    await changeSubscriptions(server, org.organization_id, 'subscribe', inner, [pia.id]);
    assert.deepEqual(await Promise.all(queues.map(starredOf)), [[], [], [['add', [id]]]]);
    // ... and by a move to where one may see it; who saw it all the time hears of no star.
    await change(mara, id, { stream_id: open });
    assert.deepEqual(await Promise.all(queues.map(starredOf)), [[], [['add', [id]]], []]);
  });

  test("changes the channels' oldest messages", async () => {
    const from = await channel('oldest from', [mara]);
    const to = await channel('oldest to', [mara]);
    const ids = [await send(mara, from), await send(mara, from, 'other')];
    const queue = await QueueReader.register(mara.client, { event_types: ['stream'] });
    await change(mara, ids[0]!, { stream_id: to });
    const events = await queue.poll();
    assert.deepEqual(
      events.map(({ stream_id, property, value }) => [stream_id, property, value]),
      [
        [from, 'first_message_id', ids[1]],
        [to, 'first_message_id', ids[0]],
      ],
    );
  });
});

describe('who may move', () => {
  async function settings(values: object): Promise<void> {
    await changeState(server, org.organization_id, (tx) =>
      tx.run(
        sql`update chat.realms set settings = ${JSON.stringify(values)} where organization_id = ${org.organization_id}`,
      ),
    );
  }

  test('resolving is a permission of its own', async () => {
    const dock = await channel('resolving', [mara, nils]);
    const id = await send(mara, dock);
    await settings({ can_resolve_topics_group: { direct_members: [nils.id], direct_subgroups: [] } });
    const refused = await mara.client.patch(`/messages/${id}`, { topic: '✔ dock 4' });
    assert.equal(refused.json.msg, "You don't have permission to resolve topics.");
    await settings({
      can_resolve_topics_group: { direct_members: [nils.id], direct_subgroups: [] },
      can_move_messages_between_topics_group: { direct_members: [], direct_subgroups: [] },
    });
    await change(nils, id, { topic: '✔ dock 4' });
    const moved = await nils.client.patch(`/messages/${id}`, { topic: 'dock 5' });
    assert.equal(moved.json.msg, "You don't have permission to edit this message");
    await settings({});
  });

  test('the limits of time, but for moderators', async () => {
    const moderator = await makePerson(server, org, { name: 'Momo Moderator', role: 300 });
    const one = await channel('limits one', [mara, moderator]);
    const two = await channel('limits two', [mara, moderator]);
    const old = await send(mara, one);
    server.clock.advance(3_600_000);
    const recent = await send(mara, one);
    await settings({
      move_messages_within_stream_limit_seconds: 600,
      move_messages_between_streams_limit_seconds: 600,
    });
    const refused = async (id: number, params: object) =>
      (await mara.client.patch(`/messages/${id}`, { ...params })).json;
    assert.equal(
      (await refused(old, { topic: 'x' })).msg,
      "The time limit for editing this message's topic has passed.",
    );
    assert.equal(
      (await refused(old, { stream_id: two })).msg,
      "The time limit for editing this message's channel has passed",
    );
    assert.deepEqual(await refused(recent, { topic: 'x', propagate_mode: 'change_all' }), {
      result: 'error',
      msg: 'You only have permission to move the 1/2 most recent messages in this topic.',
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      first_message_id_allowed_to_move: recent,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    });
    await change(mara, old, { topic: '✔ dock 4' });
    await change(mara, recent, { topic: 'x', propagate_mode: 'change_later' });
    await change(moderator, old, { topic: 'y', stream_id: two });
    await settings({});
  });
});

test('moves, edits, deletions and sends at once: every event is told once, and the end is what the events say', async () => {
  const one = await channel('busy one', [mara, nils]);
  const two = await channel('busy two', [mara, nils]);
  const ids = await Promise.all(Array.from({ length: 12 }, () => send(mara, one, 'busy')));
  const queue = await listen(nils, { bulk_message_deletion: true });
  const work: Promise<{ status: number }>[] = [];
  for (const [n, id] of ids.entries()) {
    work.push(mara.client.patch(`/messages/${id}`, { content: `edit ${n}` }));
    work.push(
      mara.client.patch(`/messages/${id}`, {
        stream_id: n % 2 ? one : two,
        topic: `t${n % 3}`,
        propagate_mode: 'change_all',
      }),
    );
    if (n % 4 === 0) work.push(mara.client.delete(`/messages/${id}`), mara.client.delete(`/messages/${id}`));
    work.push(mara.client.post('/messages', { type: 'channel', to: one, topic: 'busy', content: 'more' }));
  }
  for (const { status } of await Promise.all(work)) assert.ok(status === 200 || status === 400, `${status}`);
  const place = new Map(ids.map((id) => [id, { channel: one, topic: 'busy', content: '<p>two vans</p>' }]));
  const deleted: number[] = [];
  for (const event of await queue.poll()) {
    for (const id of event.message_ids as number[]) {
      const known = place.get(id);
      if (event.type === 'delete_message') {
        if (known) deleted.push(id);
        place.delete(id);
      } else if (known) {
        assert.equal(event.stream_id, known.channel, 'the event starts from where the message was');
        if (event.new_stream_id) known.channel = event.new_stream_id;
        if (event.subject !== undefined) {
          assert.equal(event.orig_subject, known.topic);
          known.topic = event.subject;
        }
        if (event.rendered_content && event.message_id === id) known.content = event.rendered_content;
      }
    }
  }
  assert.deepEqual(
    deleted.sort((a, b) => a - b),
    [ids[0], ids[4], ids[8]].sort((a, b) => a! - b!),
  );
  for (const [id, { channel: channelId, topic, content }] of place) {
    const { message } = (await nils.client.get(`/messages/${id}`)).json;
    assert.deepEqual([message.stream_id, message.subject, message.content], [channelId, topic, content]);
  }
});
