import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ChatClient } from '../../../../tests/harness/clients.ts';
import { makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import { whileHeld } from '../../../../tests/harness/while-held.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { sql } from '../../../platform/db/sql.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let floor: number;
let yard: number;
let since: number;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  floor = await makeChannel(server, org.organization_id, { name: 'floor', subscribers: [mara.id, nils.id] });
  yard = await makeChannel(server, org.organization_id, { name: 'yard', subscribers: [mara.id, nils.id] });
});
after(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  since = (await events(0)).at(-1)?.id ?? 0;
});

interface Logged {
  id: number;
  audience: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any event
  payload: any;
}

function events(after = since): Promise<Logged[]> {
  return server.services.database.reader.all(sql<Logged>`
    select id, audience, payload from platform.event_log
    where organization_id = ${org.organization_id} and id > ${after} 
      and kind not in ('message', 'user_topic') order by id`);
}

async function send(params: object = {}): Promise<number> {
  const answer = await mara.client.post('/messages', {
    type: 'channel',
    to: 'floor',
    topic: 'dock 4',
    content: 'two vans',
    ...params,
  });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

async function read(id: number) {
  return (await nils.client.get(`/messages/${id}`)).json.message;
}

async function refused(person: ChatClient, id: number, params: Record<string, unknown>): Promise<string> {
  const answer = await person.patch(`/messages/${id}`, params);
  assert.equal(answer.status, 400, answer.text);
  assert.deepEqual(await events(), []);
  return answer.json.msg;
}

describe('content', () => {
  test('and topic that one request changes are one event and one item of the history', async () => {
    const [id, other] = [await send({ topic: 'both' }), await send({ topic: 'both' })];
    const params = {
      content: 'three vans',
      topic: 'one change',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    };
    assert.equal((await mara.client.patch(`/messages/${id}`, params)).json.result, 'success');
    const [event, ...more] = await events();
    assert.deepEqual(more, []);
    const { payload } = event!;
    assert.deepEqual(
      [payload.message_id, payload.message_ids, payload.orig_content, payload.content, payload.subject],
      [id, [id, other], 'two vans', 'three vans', 'one change'],
    );
    const [item, ...older] = (await read(id)).edit_history;
    assert.deepEqual(older, []);
    const { timestamp, ...change } = item;
    assert.deepEqual(change, {
      user_id: mara.id,
      prev_content: 'two vans',
      prev_rendered_content: '<p>two vans</p>',
      prev_topic: 'both',
      topic: 'one change',
    });
    assert.deepEqual((await read(other)).edit_history, [
      { user_id: mara.id, timestamp, prev_topic: 'both', topic: 'one change' },
    ]);
  });
  test('of two at once the second replaces the first, as its history says', async () => {
    const id = await send({ content: 'one van' });
    const answers = await whileHeld(
      server,
      (tx) => tx.run(sql`select from chat.messages where id = ${id} for update`),
      () => Promise.all(['two vans', 'three vans'].map((content) => mara.client.patch(`/messages/${id}`, { content }))),
      (waits) => waits.length === 2,
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const { message_history: states } = (await nils.client.get(`/messages/${id}/history`)).json;
    assert.equal(states.length, 3);
    assert.deepEqual(
      states.slice(1).map((state: { prev_content: string }) => state.prev_content),
      states.slice(0, 2).map((state: { content: string }) => state.content),
    );
    assert.equal(states[1].prev_content, 'one van');
    assert.notEqual(states[2].prev_content, 'one van');
  });

  test('is refused where the client was shown another one', async () => {
    const id = await send({ content: 'zwei Wägen' });
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const change = (prev_content_sha256: string) =>
      mara.client.patch(`/messages/${id}`, { content: 'drei', prev_content_sha256 });
    for (const wrong of [hash('zwei Wagen'), '', 'x']) {
      const { status, json } = await change(wrong);
      assert.deepEqual([status, json.code], [400, 'EXPECTATION_MISMATCH']);
    }
    assert.equal(
      (await mara.client.patch(`/messages/${id}`, { topic: 'elsewhere', prev_content_sha256: 'x' })).status,
      400,
    );
    assert.deepEqual(await events(), []);
    assert.equal((await change(hash('zwei Wägen').toUpperCase())).json.result, 'success');
    assert.equal((await change(hash('zwei Wägen'))).json.code, 'EXPECTATION_MISMATCH');
    // People who may not see the message learn nothing of its content.
    const direct = await send({ type: 'direct', to: [mara.id] });
    const stranger = await nils.client.patch(`/messages/${direct}`, {
      content: 'x',
      prev_content_sha256: hash('two vans'),
    });
    assert.equal(stranger.json.msg, 'Invalid message(s)');
  });
  test('changes for everybody, with its history', async () => {
    const id = await send();
    const answer = await mara.client.patch(`/messages/${id}`, { content: 'three vans @**Nils Night**' });
    assert.deepEqual(answer.json, { result: 'success', msg: '', detached_uploads: [] });
    const message = await read(id);
    assert.match(message.content, /^<p>three vans <span class="user-mention"/);
    assert.deepEqual(message.flags, ['mentioned']);
    assert.ok(message.last_edit_timestamp);
    const [item] = message.edit_history;
    assert.equal(item.prev_content, 'two vans');
    assert.equal(item.user_id, mara.id);
    const [event] = await events();
    assert.deepEqual(event!.audience, [`channel:${floor}`]);
    const { edit_timestamp, content, rendered_content, named_anew, ...rest } = event!.payload;
    assert.ok(Number.isInteger(edit_timestamp));
    // Only in the log: people whom the edit notifies.
    assert.deepEqual(named_anew.added.userIds, [nils.id]);
    assert.equal(content, 'three vans @**Nils Night**');
    assert.match(rendered_content, /^<p>three/);
    assert.deepEqual(rest, {
      type: 'update_message',
      user_id: mara.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      stream_id: floor,
      stream_name: 'floor',
      orig_content: 'two vans',
      orig_rendered_content: '<p>two vans</p>',
      is_me_message: false,
    });
    await mara.client.patch(`/messages/${id}`, { content: 'no vans' });
    assert.deepEqual((await read(id)).flags, []);
  });

  test('is for its sender alone, and for a time', async () => {
    const id = await send();
    assert.equal(await refused(nils.client, id, { content: 'x' }), "You don't have permission to edit this message");
    assert.equal(await refused(owner, id, { content: 'x' }), "You don't have permission to edit this message");
    assert.equal(await refused(mara.client, id, { content: ' ' }), 'Message must not be empty');
    assert.equal(await refused(mara.client, id, {}), 'Nothing to change');
    assert.equal(
      await refused(mara.client, id, { content: 'x', propagate_mode: 'change_all' }),
      'Invalid propagate_mode without topic edit',
    );
    server.clock.advance(3_600_000);
    assert.equal(
      await refused(mara.client, id, { content: 'x' }),
      'The time limit for editing this message has passed',
    );
  });
});

describe('moving', () => {
  test('one, the later ones, or all of a topic', async () => {
    for (const [mode, from] of [
      ['change_one', [1]],
      ['change_later', [1, 2]],
      ['change_all', [0, 1, 2]],
    ] as const) {
      since = (await events(0)).at(-1)?.id ?? 0;
      const ids = [await send({ topic: mode }), await send({ topic: mode }), await send({ topic: mode.toUpperCase() })];
      const answer = await nils.client.patch(`/messages/${ids[1]}`, { topic: 'moved', propagate_mode: mode });
      assert.equal(answer.json.result, 'success', answer.text);
      const [event] = await events();
      assert.deepEqual(
        event!.payload.message_ids,
        from.map((index) => ids[index]),
      );
      assert.equal(event!.payload.propagate_mode, mode);
      assert.equal(event!.payload.orig_subject, mode);
      assert.equal(event!.payload.subject, 'moved');
      const message = await read(ids[1]!);
      assert.equal(message.subject, 'moved');
      assert.ok(message.last_moved_timestamp);
      assert.ok(!('last_edit_timestamp' in message));
    }
  });

  test('to another channel, with what was read', async () => {
    const id = await send();
    await server.services.database.transaction((tx) =>
      tx.run(sql`
        insert into chat.read_ranges (organization_id, user_id, recipient_id, ranges)
        select organization_id, ${nils.id}, recipient_id, int8multirange(int8range(id - 1, id + 1)) from chat.messages
        where organization_id = ${org.organization_id} and id = ${id}`),
    );
    const answer = await mara.client.patch(`/messages/${id}`, { stream_id: yard, propagate_mode: 'change_one' });
    assert.equal(answer.json.result, 'success', answer.text);
    const message = await read(id);
    assert.equal(message.stream_id, yard);
    assert.equal(message.display_recipient, 'yard');
    assert.deepEqual(message.flags, ['read']);
    assert.equal(message.edit_history[0].prev_stream, floor);
    const [event] = await events();
    assert.equal(event!.payload.new_stream_id, yard);
    assert.deepEqual(event!.audience, [`channel:${floor}`, `channel:${yard}`]);
    assert.ok(!('subject' in event!.payload));
  });

  test('to a channel in which one may not post', async () => {
    const quiet = await makeChannel(server, org.organization_id, {
      name: 'quiet',
      subscribers: [mara.id],
      permissions: { can_send_message_group: { direct_members: [], direct_subgroups: [] } },
    });
    const answer = await mara.client.patch(`/messages/${await send()}`, { stream_id: quiet });
    assert.deepEqual([answer.status, answer.json.msg], [400, "Not authorized to send to channel 'quiet'"]);
  });

  test('a resolved topic is no moved one', async () => {
    const id = await send();
    await nils.client.patch(`/messages/${id}`, { topic: '✔ dock 4' });
    const message = await read(id);
    assert.equal(message.subject, '✔ dock 4');
    assert.ok(!('last_moved_timestamp' in message));
  });

  test('what cannot be', async () => {
    const id = await send();
    const direct = await send({ type: 'direct', to: [nils.id] });
    assert.equal(await refused(mara.client, direct, { topic: 'x' }), 'Direct messages cannot have topics.');
    assert.equal(
      await refused(mara.client, direct, { stream_id: floor }),
      'Direct messages cannot be moved to channels.',
    );
    assert.equal(await refused(mara.client, id, { topic: 'dock 4' }), 'Nothing to change');
    assert.equal(await refused(mara.client, id, { stream_id: 999_999 }), 'Invalid channel ID');
    assert.equal(
      await refused(mara.client, id, { stream_id: yard, content: 'x' }),
      'Cannot change message content while changing channel',
    );
    assert.equal(await refused(mara.client, 999_999, { topic: 'x' }), 'Invalid message(s)');
    const hidden = await makeChannel(server, org.organization_id, {
      name: `hidden ${id}`,
      inviteOnly: true,
      subscribers: [nils.id],
    });
    since = (await events(0)).at(-1)!.id;
    assert.equal(await refused(mara.client, id, { stream_id: hidden }), 'Invalid channel ID');
  });
});

describe('deleting', () => {
  test('an own message, for a time; any message as an administrator', async () => {
    const id = await send();
    const foreign = await nils.client.delete(`/messages/${id}`);
    assert.equal(foreign.json.msg, "You don't have permission to delete this message");
    assert.equal((await mara.client.delete(`/messages/${id}`)).json.result, 'success');
    assert.equal((await mara.client.get(`/messages/${id}`)).json.msg, 'Invalid message(s)');
    assert.equal((await mara.client.delete(`/messages/${id}`)).json.msg, 'Invalid message(s)');
    const [event] = await events();
    assert.deepEqual(event!.payload, {
      type: 'delete_message',
      message_ids: [id],
      message_type: 'stream',
      stream_id: floor,
      topic: 'dock 4',
    });
    const late = await send();
    server.clock.advance(3_600_000);
    const refusal = await mara.client.delete(`/messages/${late}`);
    assert.equal(refusal.json.msg, 'The time limit for deleting this message has passed');
    assert.equal((await owner.delete(`/messages/${late}`)).json.result, 'success');
  });

  test("a channel's oldest message is told", async () => {
    const fresh = await makeChannel(server, org.organization_id, { name: 'fresh', subscribers: [mara.id] });
    const first = await send({ to: fresh });
    const second = await send({ to: fresh });
    since = (await events(0)).at(-1)!.id;
    await mara.client.delete(`/messages/${first}`);
    const [, update] = await events();
    assert.deepEqual(update!.payload, {
      type: 'stream',
      op: 'update',
      property: 'first_message_id',
      value: second,
      stream_id: fresh,
      name: 'fresh',
    });
  });
});
