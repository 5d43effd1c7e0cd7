import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeSubscriptions, QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { findChannel } from '../channels/access.ts';
import { doDeleteMessages } from '../messages/edit/actions.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let mara: Person;
let nils: Person;
let gwen: Person;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
});
after(() => server[Symbol.asyncDispose]());

const channel = (name: string, people: Person[], inviteOnly = false) =>
  makeChannel(server, org.organization_id, { name, subscribers: people.map(({ id }) => id), inviteOnly });

async function send(person: Person, to: number | number[], topic = 'dock 4', content = 'two vans'): Promise<number> {
  const type = Array.isArray(to) ? 'direct' : 'channel';
  const answer = await person.client.post('/messages', { type, to, topic, content, read_by_sender: true });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

async function sendMany(person: Person, to: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await send(person, to));
  return ids;
}

async function mark(person: Person, params: object) {
  const answer = await person.client.post('/messages/flags', { op: 'add', flag: 'read', ...params });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json;
}

async function markNarrow(person: Person, params: object) {
  const answer = await person.client.post('/messages/flags/narrow', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow: [],
    op: 'add',
    flag: 'read',
    ...params,
  });
  assert.equal(answer.json.result, 'success', answer.text);
  const { result: _result, msg: _msg, ...rest } = answer.json;
  return rest;
}

async function flags(person: Person, id: number): Promise<string[]> {
  return (await person.client.get(`/messages/${id}`)).json.message.flags;
}

async function unread(person: Person, channelId: number): Promise<number[]> {
  const narrow = [
    { operator: 'channel', operand: channelId },
    { operator: 'is', operand: 'unread' },
  ];
  const answer = await person.client.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 1000, narrow });
  return answer.json.messages.map(({ id }: { id: number }) => id);
}

async function refused(person: Person, path: string, params: object): Promise<Record<string, unknown>> {
  const answer = await person.client.post(path, { ...params });
  assert.equal(answer.status, 400, answer.text);
  const { result: _result, ...error } = answer.json;
  return error;
}

describe('read', () => {
  test('of messages, there and back, with events', async () => {
    const dock = await channel('read', [mara, nils]);
    const ids = await sendMany(nils, dock, 4);
    const queue = await QueueReader.register(mara.client, { event_types: ['update_message_flags'] });
    const other = await QueueReader.register(nils.client, { event_types: ['update_message_flags'] });
    assert.deepEqual(await mark(mara, { messages: [ids[0], ids[2], 999_999_999] }), {
      result: 'success',
      msg: '',
      messages: [ids[0], ids[2]],
    });
    assert.deepEqual(await unread(mara, dock), [ids[1], ids[3]]);
    assert.deepEqual(await flags(mara, ids[0]!), ['read']);
    assert.deepEqual(await flags(mara, ids[1]!), []);
    // Nothing new: nothing is told.
    assert.deepEqual((await mark(mara, { messages: ids.slice(0, 1) })).messages, []);
    const removed = await mark(mara, { messages: ids, op: 'remove' });
    assert.deepEqual(removed.messages, [ids[0], ids[2]]);
    assert.deepEqual(removed.ignored_because_not_subscribed_channels, []);
    const [added, back] = await queue.collect('update_message_flags', 2);
    const received = { type: 'update_message_flags', flag: 'read', messages: [ids[0], ids[2]], all: false };
    assert.deepEqual(added, { ...received, op: 'add', operation: 'add', id: added!.id });
    const details = { type: 'stream', stream_id: dock, topic: 'dock 4', unmuted_stream_msg: true };
    assert.deepEqual(back, {
      ...received,
      op: 'remove',
      operation: 'remove',
      message_details: { [String(ids[0])]: details, [String(ids[2])]: details },
      id: back!.id,
    });
    assert.deepEqual(await unread(mara, dock), ids);
    assert.deepEqual(await other.poll(), []);
  });

  test('a conversation read without a gap is one range, whatever came in between', async () => {
    const one = await channel('one range', [mara, nils]);
    const two = await channel('other ranges', [mara, nils]);
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) {
      ids.push(await send(nils, one));
      await send(nils, two);
      if (n % 2) await send(mara, one);
    }
    for (const id of [4, 1, 0, 5, 3, 2].map((index) => ids[index])) await mark(mara, { messages: [id] });
    const row = await server.services.database.reader.first(sql<{ count: number }>`
      select (select count(*) from unnest(r.ranges)) as count from chat.read_ranges r join chat.channels c using (recipient_id)
      where r.organization_id = ${org.organization_id} and r.user_id = ${mara.id} and c.id = ${one}`);
    assert.equal(row!.count, 1);
    assert.deepEqual(await unread(mara, one), []);
    assert.equal((await unread(mara, two)).length, 6);
    const next = await send(nils, one);
    assert.deepEqual(await unread(mara, one), [next]);
  });

  test('a mark among 10,000 gaps joins them, and the row stays uncompressed, as each mark writes it anew', async () => {
    const yard = await channel('gaps', [mara, nils]);
    const ids = await sendMany(nils, yard, 3);
    const { organization_id: organizationId } = org;
    const far = 1_000_000_000;
    await server.services.database.transaction(
      (tx) =>
        tx.run(sql`
          insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
          select ${organizationId}, ${mara.id}, (select recipient_id from chat.channels where id = ${yard}),
            range_agg(int8range(${far}::bigint + g * 10, ${far}::bigint + g * 10 + 5)) from generate_series(1, 10000) g`),
      { organizationId },
    );
    await mark(mara, { messages: ids.slice(0, 2) });
    assert.deepEqual(await unread(mara, yard), [ids[2]]);
    const row = await server.services.database.reader.first(sql<{ count: number; compression: string | null }>`
      select (select count(*) from unnest(r.ranges)) as count, pg_column_compression(r.ranges) as compression
      from chat.read_ranges r join chat.channels c using (organization_id, recipient_id)
      where r.organization_id = ${organizationId} and r.user_id = ${mara.id} and c.id = ${yard}`);
    assert.deepEqual(row, { count: 10_001, compression: null });
  });

  test('direct messages, with what a client needs to place them; the empty topic by capability', async () => {
    const yard = await channel('details', [mara, nils]);
    const direct = await send(nils, [mara.id]);
    const named = await send(nils, yard, '', 'ask @**Mara Member**');
    await mark(mara, { messages: [direct, named] });
    const old = await QueueReader.register(mara.client, { event_types: ['update_message_flags'] });
    const modern = await QueueReader.register(mara.client, {
      event_types: ['update_message_flags'],
      client_capabilities: { empty_topic_name: true },
    });
    await mark(mara, { messages: [direct, named], op: 'remove' });
    for (const [queue, topic] of [
      [old, 'general chat'],
      [modern, ''],
    ] as const) {
      const [event] = await queue.poll();
      assert.deepEqual(event!.message_details, {
        [String(direct)]: { type: 'private', user_ids: [nils.id] },
        [String(named)]: { type: 'stream', mentioned: true, stream_id: yard, topic, unmuted_stream_msg: true },
      });
    }
  });

  test("one's own message can be unread, also where it is kept ready to be shown", async () => {
    const dock = await channel('own', [mara, nils]);
    const id = await send(mara, dock);
    const fetch = async (person: Person) =>
      (await person.client.get('/messages', { message_ids: [id] })).json.messages[0].flags;
    assert.deepEqual(await fetch(mara), ['read']);
    assert.deepEqual((await mark(mara, { messages: [id], op: 'remove' })).messages, [id]);
    assert.deepEqual(await fetch(mara), []);
    assert.deepEqual(await unread(mara, dock), [id]);
    await mark(mara, { messages: [id] });
    assert.deepEqual(await fetch(mara), ['read']);
  });

  test('what somebody marks as unread stays read for its sender', async () => {
    const dock = await channel('others', [mara, nils]);
    const id = await send(mara, dock);
    await mark(nils, { messages: [id] });
    assert.deepEqual((await mark(nils, { messages: [id], op: 'remove' })).messages, [id]);
    assert.deepEqual(await unread(nils, dock), [id]);
    assert.deepEqual(await unread(mara, dock), []);
  });

  test('messages of channels that one is not subscribed to stay read, and their channels are told', async () => {
    const left = await channel('left', [mara, nils]);
    const stays = await channel('stays', [mara, nils]);
    const ids = [await send(nils, left), await send(nils, stays)];
    await mark(mara, { messages: ids });
    await changeSubscriptions(server, org.organization_id, 'unsubscribe', left, [mara.id]);
    const removed = await mark(mara, { messages: ids, op: 'remove' });
    assert.deepEqual(removed.messages, [ids[1]]);
    assert.deepEqual(removed.ignored_because_not_subscribed_channels, [left]);
  });

  test('many at once, in every order, end as all of them said', async () => {
    const dock = await channel('at once', [mara, nils]);
    const ids = await sendMany(nils, dock, 12);
    await Promise.all(ids.map((id) => mark(mara, { messages: [id] })));
    assert.deepEqual(await unread(mara, dock), []);
    await Promise.all(ids.filter((_, n) => n % 2).map((id) => mark(mara, { messages: [id], op: 'remove' })));
    assert.deepEqual(
      await unread(mara, dock),
      ids.filter((_, n) => n % 2),
    );
  });

  test('while the messages move, no mark is lost', async () => {
    const from = await channel('moving from', [mara, nils]);
    const to = await channel('moving to', [mara, nils]);
    for (let round = 0; round < 5; round++) {
      const ids = await sendMany(nils, from, 6);
      await Promise.all([
        ...ids.map((id) => mark(mara, { messages: [id] })),
        nils.client.patch(`/messages/${ids[0]}`, { stream_id: to, propagate_mode: 'change_all' }),
      ]);
      for (const id of ids) assert.deepEqual(await flags(mara, id), ['read']);
    }
  });
});

describe('starred and collapsed', () => {
  test('on any message that one may see, and on no other', async () => {
    const open = await channel('not mine', [nils]);
    const secret = await channel('secret', [nils], true);
    const seen = await send(nils, open);
    const hidden = await send(nils, secret);
    assert.deepEqual((await mark(mara, { messages: [seen], flag: 'starred' })).messages, [seen]);
    assert.deepEqual((await mark(mara, { messages: [seen], flag: 'collapsed' })).messages, [seen]);
    assert.deepEqual(await flags(mara, seen), ['read', 'starred', 'collapsed', 'historical']);
    assert.deepEqual(await flags(nils, seen), ['read']);
    for (const id of [hidden, 999_999_999]) {
      assert.deepEqual(await refused(mara, '/messages/flags', { messages: [seen, id], op: 'add', flag: 'starred' }), {
        msg: 'Invalid message(s)',
        code: 'BAD_REQUEST',
      });
    }
    const { starred_messages } = (await mara.client.post('/register', { fetch_event_types: ['starred_messages'] }))
      .json;
    assert.deepEqual(starred_messages, [seen]);
    await mark(mara, { messages: [seen], flag: 'starred', op: 'remove' });
    await mark(mara, { messages: [seen], flag: 'collapsed', op: 'remove' });
    assert.deepEqual(await flags(mara, seen), ['read', 'historical']);
    // The mention stays when the star goes.
    const named = await send(nils, [mara.id], undefined, '@**Mara Member**');
    await mark(mara, { messages: [named], flag: 'starred' });
    await mark(mara, { messages: [named], flag: 'starred', op: 'remove' });
    assert.deepEqual(await flags(mara, named), ['mentioned']);
    assert.deepEqual((await mark(gwen, { messages: [seen] })).messages, []);
  });
});

test('nobody is told of a message that was deleted meanwhile', async () => {
  const floor = await channel('deleted meanwhile', [mara, nils]);
  const place = { channelId: floor, topic: 'dock 4', people: [] };
  const deleting = (id: number) => async (plain: PlainTx) => {
    const tx = plain.of(org.organization_id);
    await doDeleteMessages(tx, place, await findChannel(uncachedFacts(tx), floor), [id]);
  };
  for (const change of [
    { op: 'remove', flag: 'read' },
    { op: 'add', flag: 'starred' },
    { op: 'add', flag: 'collapsed' },
  ]) {
    const [stays, goes] = [await send(mara, floor), await send(mara, floor)];
    const queue = await QueueReader.register(mara.client, { event_types: ['update_message_flags', 'delete_message'] });
    const answer = await whileHeld(server, deleting(goes), () =>
      mara.client.post('/messages/flags', { messages: [stays, goes], ...change }),
    );
    const isRead = change.flag === 'read';
    assert.deepEqual([answer.status, answer.json.messages], isRead ? [200, [stays]] : [400, undefined], answer.text);
    const events = (await queue.poll()).map(({ type, messages, message_id }) => [type, messages ?? [message_id]]);
    const deletion = ['delete_message', [goes]];
    assert.deepEqual(events, isRead ? [deletion, ['update_message_flags', [stays]]] : [deletion]);
  }
});

test('equal changes at once are counted and told once', async () => {
  const floor = await channel('equal changes', [mara, nils]);
  for (const flag of ['starred', 'read']) {
    const ids = await sendMany(nils, floor, 8);
    const queue = await QueueReader.register(mara.client, { event_types: ['update_message_flags'] });
    const range = { narrow: [['channel', floor]], anchor: ids[0], flag };
    const counts = await Promise.all(
      Array.from({ length: 12 }, async (_, n) =>
        n % 2 === 0
          ? (await mark(mara, { messages: ids, flag })).messages.length
          : (await markNarrow(mara, range)).updated_count,
      ),
    );
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      ids.length,
    );
    assert.deepEqual(
      (await queue.poll()).map(({ messages }) => messages),
      [ids],
    );
  }
});

describe('of a narrow', () => {
  test('the range that an anchor and numbers make', async () => {
    const dock = await channel('narrow', [mara, nils]);
    const ids = await sendMany(nils, dock, 6);
    const narrow = [{ operator: 'channel', operand: 'narrow' }];
    assert.deepEqual(await markNarrow(mara, { narrow, anchor: String(ids[2]), num_before: 1, num_after: 1 }), {
      processed_count: 3,
      updated_count: 3,
      first_processed_id: ids[1],
      last_processed_id: ids[3],
      found_oldest: false,
      found_newest: false,
    });
    assert.deepEqual(
      await markNarrow(mara, { narrow, anchor: String(ids[2]), include_anchor: false, num_before: 9, num_after: 2 }),
      {
        processed_count: 4,
        updated_count: 2,
        first_processed_id: ids[0],
        last_processed_id: ids[4],
        found_oldest: true,
        found_newest: false,
      },
    );
    assert.deepEqual(await unread(mara, dock), [ids[5]]);
    assert.deepEqual(await markNarrow(mara, { narrow: [...narrow, ['is', 'unread']], anchor: 'first_unread' }), {
      processed_count: 1,
      updated_count: 1,
      first_processed_id: ids[5],
      last_processed_id: ids[5],
      found_oldest: true,
      found_newest: true,
    });
    assert.deepEqual(await markNarrow(mara, { narrow: [...narrow, ['is', 'unread']] }), {
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_oldest: true,
      found_newest: true,
    });
    assert.equal(
      (await markNarrow(mara, { narrow, anchor: 'newest', num_before: 2, flag: 'starred' })).updated_count,
      2,
    );
    const back = await markNarrow(mara, { narrow, op: 'remove' });
    assert.deepEqual([back.updated_count, back.ignored_because_not_subscribed_channels], [6, []]);
    assert.deepEqual(await unread(mara, dock), ids);
  });

  test('skips what one is not subscribed to', async () => {
    const open = await channel('walked past', [nils]);
    const ids = await sendMany(nils, open, 2);
    const answer = await markNarrow(mara, { narrow: [['channel', open]], op: 'remove' });
    assert.deepEqual(answer, {
      processed_count: 2,
      updated_count: 0,
      first_processed_id: ids[0],
      last_processed_id: ids[1],
      found_oldest: true,
      found_newest: true,
      ignored_because_not_subscribed_channels: [open],
    });
  });

  test('numbers beyond the limit are lowered', async () => {
    const dock = await channel('lowered', [mara, nils]);
    const ids = await sendMany(nils, dock, 2);
    const answer = await markNarrow(mara, {
      narrow: [['channel', dock]],
      anchor: '99999999999999999999',
      num_before: 1_000_000_000_000,
      num_after: 1_000_000_000_000,
    });
    assert.deepEqual([answer.processed_count, answer.last_processed_id], [2, ids[1]]);
  });
});

test('wrong and missing parameters', async () => {
  const given = { messages: [1], op: 'add', flag: 'read' };
  const narrow = { anchor: 'newest', num_before: 1, num_after: 1, narrow: [], op: 'add', flag: 'read' };
  const bad = (msg: string) => ({ msg, code: 'BAD_REQUEST' });
  for (const [path, right] of [
    ['/messages/flags', given],
    ['/messages/flags/narrow', narrow],
  ] as const) {
    const asked = (wrong: object) => refused(mara, path, { ...right, ...wrong });
    assert.deepEqual(await asked({ flag: 'shiny' }), bad("Invalid flag: 'shiny'"));
    assert.deepEqual(await asked({ flag: 'toString' }), bad("Invalid flag: 'toString'"));
    for (const flag of ['mentioned', 'wildcard_mentioned', 'historical', 'has_alert_word'])
      assert.deepEqual(await asked({ flag }), bad(`Flag not editable: '${flag}'`));
    assert.deepEqual(await asked({ op: 'toggle' }), bad("Invalid message flag operation: 'toggle'"));
    for (const name of ['op', 'flag']) {
      assert.deepEqual(await asked({ [name]: undefined }), {
        msg: `Missing '${name}' argument`,
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: name,
      });
    }
  }
  assert.deepEqual(
    await refused(mara, '/messages/flags', { ...given, messages: 'all' }),
    bad('Argument "messages" is not valid JSON.'),
  );
  assert.deepEqual(
    await refused(mara, '/messages/flags', { ...given, messages: ['x'] }),
    bad('messages[0] is not an integer'),
  );
  assert.equal((await mark(mara, { messages: [] })).messages.length, 0);
  assert.equal((await mark(mara, { messages: [-5, Number.MAX_SAFE_INTEGER] })).messages.length, 0);
  assert.match(
    String(
      (await refused(mara, '/messages/flags', { ...given, messages: Array.from({ length: 10_001 }, (_, n) => n) })).msg,
    ),
    /too long/,
  );
  assert.deepEqual(
    await refused(mara, '/messages/flags/narrow', { ...narrow, anchor: 'middle' }),
    bad('Invalid anchor'),
  );
  assert.deepEqual(
    await refused(mara, '/messages/flags/narrow', { ...narrow, num_before: -1 }),
    bad('num_before is too small'),
  );
  const { code } = await refused(mara, '/messages/flags/narrow', { ...narrow, narrow: [['channel', 'nowhere']] });
  assert.equal(code, 'BAD_NARROW');
});
