import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient, until } from '../../../tests/harness/clients.ts';
import { changeSubscriptions, QueueReader } from '../../../tests/harness/events.ts';
import { makeChannel, makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let organizationId: string;
let owner: ChatClient;
let mara: Person;
let nils: Person;
let gwen: Person;
let dock: number;

before(async () => {
  server = await startTestServer({ eventPollSeconds: 1 });
  org = await server.organization();
  organizationId = org.organization_id;
  owner = new ChatClient(org.chat);
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  gwen = await makePerson(server, org, { name: 'Gwen Guest', role: 600 });
  dock = await makeChannel(server, organizationId, {
    name: 'dock',
    subscribers: [org.chat.user_id, mara.id],
  });
});
after(() => server[Symbol.asyncDispose]());

let sent = 0;
async function send(client: ChatClient, params: Record<string, unknown> = {}): Promise<number> {
  const answer = await client.post('/messages', {
    type: 'stream',
    to: dock,
    topic: 'gates',
    content: `Gate ${++sent} is open`,
    ...params,
  });
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

const direct = (...to: { id: number }[]) => ({ type: 'direct', to: to.map(({ id }) => id), topic: undefined });

async function waiting(count: number): Promise<void> {
  await until(
    async () => (await server.services.metrics.waitingPolls.get()).values[0]?.value === count,
    'waiting polls',
  );
}

describe('GET /events', () => {
  test('gives what happened since, once, with rising IDs', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    const ids = [await send(owner), await send(owner), await send(owner, direct(mara))];
    const events = await queue.poll();
    assert.deepEqual(
      events.map((event) => [event.type, event.message.id]),
      ids.map((id) => ['message', id]),
    );
    assert.deepEqual(await queue.poll(), []);
  });

  test('gives the same events again to a client whose answer was lost', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    await send(owner);
    await send(owner);
    const first = await queue.poll();
    queue.lastEventId = -1;
    assert.deepEqual(await queue.poll(), first);
    queue.lastEventId = first[0]!.id;
    assert.deepEqual(await queue.poll(), [first[1]]);
  });

  test('waits for an event, and answers with it', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    const answer = queue.wait();
    await waiting(1);
    const id = await send(owner);
    const events = await answer;
    assert.deepEqual(
      events.map(({ message }) => message.id),
      [id],
    );
  });

  test('sends heartbeats that never take the number of an event', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    const [first] = await queue.wait();
    assert.deepEqual(first, { type: 'heartbeat', id: 0 });
    const [second] = await queue.wait();
    assert.deepEqual(second, { type: 'heartbeat', id: 1 });
    await send(owner);
    const [message] = await queue.wait();
    assert.equal(message!.type, 'message');
    const [third] = await queue.wait();
    assert.deepEqual(third, { type: 'heartbeat', id: message!.id + 1 });
  });

  test('answers at once with dont_block', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    // A waiting client is told at the end that there was nothing.
    assert.deepEqual(await queue.poll({ dont_block: 'true' }), []);
    const [heartbeat] = await queue.poll({ dont_block: 'false' });
    assert.equal(heartbeat!.type, 'heartbeat');
  });

  test('a second request releases the first; only one gets the events', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    const first = queue.wait();
    await waiting(1);
    const second = queue.wait();
    assert.deepEqual(await first, []);
    const id = await send(owner);
    assert.equal((await second)[0]!.message.id, id);
  });

  test('frees what a client left that has gone away', async () => {
    const queue = await QueueReader.register(mara.client);
    const gone = new AbortController();
    const request = fetch(`${server.url}/api/v1/events?queue_id=${queue.queueId}&last_event_id=-1`, {
      headers: { authorization: `Basic ${Buffer.from(`${mara.email}:${mara.client.key}`).toString('base64')}` },
      signal: gone.signal,
    });
    await waiting(1);
    gone.abort();
    await assert.rejects(request);
    await waiting(0);
  });

  test('hears direct messages, not those of others', async () => {
    const queue = await QueueReader.register(mara.client, { event_types: ['message'] });
    await send(owner, direct(nils));
    const id = await send(owner, direct(nils, mara));
    const own = await send(mara.client, direct(nils));
    assert.deepEqual(
      (await queue.poll()).map(({ message }) => message.id),
      [id, own],
    );
  });

  test('hears a channel from its subscription to its end, also in the midst of waiting', async () => {
    const queue = await QueueReader.register(nils.client, { event_types: ['message'] });
    const waitingNils = queue.wait();
    await waiting(1);
    await send(owner);
    await changeSubscriptions(server, organizationId, 'subscribe', dock, [nils.id]);
    const received = [await send(owner)];
    const events = await waitingNils;
    received.push(await send(owner));
    await changeSubscriptions(server, organizationId, 'unsubscribe', dock, [nils.id]);
    await send(owner);
    events.push(...(await queue.poll()));
    assert.deepEqual(
      events.map(({ message }) => message.id),
      received,
    );
    // A client that was away all the while is told the same, from the log.
    queue.lastEventId = -1;
    assert.deepEqual(
      (await queue.poll()).map(({ message }) => message.id),
      received,
    );
  });

  test('flags and marks are the reader’s own', async () => {
    const [sender, reader] = [
      await QueueReader.register(owner, { event_types: ['message'] }),
      await QueueReader.register(mara.client, { event_types: ['message'] }),
    ];
    const other = await QueueReader.register(owner, { event_types: ['message'] });
    await send(owner, {
      content: 'For @**Mara Member**',
      read_by_sender: true,
      queue_id: sender.queueId,
      local_id: '17.01',
    });
    const [own] = await sender.poll();
    assert.deepEqual(own!.flags, ['read']);
    assert.equal(own!.local_message_id, '17.01');
    const [ownOther] = await other.poll();
    assert.ok(!('local_message_id' in ownOther!));
    const [received] = await reader.poll();
    assert.deepEqual(received!.flags, ['mentioned']);
    assert.ok(!('local_message_id' in received!));
    assert.deepEqual(Object.keys(received!).sort(), ['flags', 'id', 'message', 'type']);
  });

  test('content comes as the queue wants it', async () => {
    const html = await QueueReader.register(mara.client, { event_types: ['message'], apply_markdown: true });
    const raw = await QueueReader.register(mara.client, { event_types: ['message'] });
    await send(owner, { content: 'Two **flat** tyres' });
    const [one] = await html.poll();
    assert.deepEqual(
      [one!.message.content, one!.message.content_type],
      ['<p>Two <strong>flat</strong> tyres</p>', 'text/html'],
    );
    const [other] = await raw.poll();
    assert.deepEqual([other!.message.content, other!.message.content_type], ['Two **flat** tyres', 'text/x-markdown']);
  });

  test('a narrow lets only its messages through', async () => {
    const narrows: [unknown, (ids: Record<string, number>) => number[]][] = [
      [[['stream', 'DOCK']], ({ gates, yard, named }) => [gates!, yard!, named!]],
      [[{ operator: 'channel', operand: dock, negated: true }], ({ note, self }) => [note!, self!]],
      [[['topic', 'Yard']], ({ yard }) => [yard!]],
      [[['is', 'private']], ({ note, self }) => [note!, self!]],
      [[['is', 'mentioned']], ({ named }) => [named!]],
      [[['sender', 'mara.member@couriers.example']], ({ self }) => [self!]],
      [[['pm-with', org.chat.email]], ({ note }) => [note!]],
      [[{ operator: 'dm', operand: [org.chat.user_id] }], ({ note }) => [note!]],
      [[['dm-including', [org.chat.user_id, mara.id]]], ({ note }) => [note!]],
      [[['dm', 'stranger@couriers.example']], () => []],
      [[['is', 'unread']], ({ gates, yard, named, note }) => [gates!, yard!, named!, note!]],
      [[['-is', 'dm']], ({ gates, yard, named }) => [gates!, yard!, named!]],
      [[['topic', '(no topic)']], () => []],
    ];
    const queues = await Promise.all(
      narrows.map(([narrow]) => QueueReader.register(mara.client, { event_types: ['message'], narrow })),
    );
    const ids = {
      gates: await send(owner),
      yard: await send(owner, { topic: 'yard' }),
      named: await send(owner, { content: 'Ask @**Mara Member**' }),
      note: await send(owner, direct(mara)),
      self: await send(mara.client, direct(mara)),
    };
    for (const [index, queue] of queues.entries()) {
      assert.deepEqual(
        (await queue.poll()).map(({ message }) => message.id),
        narrows[index]![1](ids),
        JSON.stringify(narrows[index]![0]),
      );
    }
    const waitingOne = queues[3]!.wait();
    await waiting(1);
    await send(owner);
    const note = await send(owner, direct(mara));
    assert.deepEqual(
      (await waitingOne).map(({ message }) => message.id),
      [note],
    );
  });

  test('all_public_streams adds the messages of public channels, and of no others', async () => {
    const secret = await makeChannel(server, organizationId, {
      name: 'payroll',
      subscribers: [org.chat.user_id],
      inviteOnly: true,
    });
    const queue = await QueueReader.register(nils.client, { event_types: ['message'], all_public_streams: true });
    await send(owner, { to: secret });
    const id = await send(owner);
    assert.deepEqual(
      (await queue.poll()).map(({ message }) => message.id),
      [id],
    );
    const live = queue.wait();
    await waiting(1);
    await send(owner, { to: secret });
    const next = await send(owner);
    assert.deepEqual(
      (await live).map(({ message }) => message.id),
      [next],
    );
    const named = await send(owner, { content: 'Ask @**Nils Night**' });
    const [event] = await queue.wait();
    const fetched = await nils.client.get(`/messages/${named}`);
    assert.deepEqual(event!.flags, fetched.json.message.flags, 'as a fetch has it');
    assert.deepEqual(event!.flags, ['read', 'historical']);
    const refused = await gwen.client.post('/register', { all_public_streams: true });
    assert.equal(refused.json.msg, 'User not authorized for this query');
  });

  test('old and new names of the extra emoji', async () => {
    const clients = ['ZulipMobile/1', 'Couriers/1'].map(
      (agent) => new ChatClient({ ...org.chat, site: server.url }, { 'user-agent': agent }),
    );
    const queues = await Promise.all(
      clients.map((client) => QueueReader.register(client, { event_types: ['reaction'] })),
    );
    await server.services.database.transaction(async (tx) => {
      tx.emit({
        organizationId,
        part: 'chat',
        kind: 'reaction',
        audience: ['organization'],
        payload: {
          ...{ type: 'reaction', op: 'add', message_id: 1, emoji_name: 'zulip', emoji_code: 'zulip' },
          reaction_type: 'service_extra_emoji',
          user_id: mara.id,
          user: { user_id: mara.id, email: mara.email, full_name: 'Mara Member' },
        },
        state: false,
      });
    });
    const types = await Promise.all(queues.map(async (queue) => (await queue.poll())[0]!.reaction_type));
    assert.deepEqual(types, ['zulip_extra_emoji', 'service_extra_emoji']);
  });

  describe('refuses', () => {
    const bad = (queue_id: string) => ({
      result: 'error',
      msg: `Bad event queue ID: ${queue_id}`,
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id,
    });

    test('queues that are unknown, deleted or of others', async () => {
      const queue = await QueueReader.register(mara.client);
      for (const [client, id] of [
        [mara.client, 'no-such-queue'],
        [nils.client, queue.queueId],
        [owner, queue.queueId],
      ] as const) {
        const answer = await client.get('/events', { queue_id: id, last_event_id: -1 });
        assert.equal(answer.status, 400);
        assert.deepEqual(answer.json, bad(id));
        assert.deepEqual((await client.delete('/events', { queue_id: id })).json, bad(id));
      }
      const waitingOne = mara.client.get('/events', { queue_id: queue.queueId, last_event_id: -1 });
      await waiting(1);
      assert.equal((await mara.client.delete('/events', { queue_id: queue.queueId })).json.result, 'success');
      assert.deepEqual((await waitingOne).json, bad(queue.queueId));
      const after = await mara.client.get('/events', { queue_id: queue.queueId, last_event_id: -1 });
      assert.deepEqual(after.json, bad(queue.queueId));
    });

    test('one that another process deleted, once its poll is noted', async () => {
      const queue = await QueueReader.register(mara.client);
      await queue.poll();
      await server.services.database.transaction((tx) =>
        tx.run(sql`delete from chat.event_queues where id = ${queue.queueId}`),
      );
      server.clock.advance(61_000);
      const answer = await mara.client.get('/events', { queue_id: queue.queueId, last_event_id: -1, dont_block: true });
      assert.deepEqual(answer.json, bad(queue.queueId));
    });

    test('another organization’s queue', async () => {
      const other = await server.organization();
      const queue = await QueueReader.register(mara.client);
      const answer = await new ChatClient(other.chat).get('/events', { queue_id: queue.queueId, last_event_id: -1 });
      assert.deepEqual(answer.json, bad(queue.queueId));
    });

    test('missing and wrong parameters', async () => {
      const queue = await QueueReader.register(mara.client);
      const ask = async (params: Record<string, unknown>) => (await mara.client.get('/events', params)).json;
      assert.equal((await ask({ last_event_id: -1 })).var_name, 'queue_id');
      assert.equal((await ask({ queue_id: queue.queueId })).var_name, 'last_event_id');
      for (const last of ['x', '1.5', '1e400', '9007199254740993', '[]', 'true'])
        assert.equal((await ask({ queue_id: queue.queueId, last_event_id: last })).code, 'BAD_REQUEST', last);
      for (const last of ['9007199254740991', '1048576'])
        assert.deepEqual(await ask({ queue_id: queue.queueId, last_event_id: last }), bad(queue.queueId));
      assert.equal((await ask({ queue_id: queue.queueId, last_event_id: -1, dont_block: 'yes' })).code, 'BAD_REQUEST');
    });

    test('an idle queue', async () => {
      const queue = await QueueReader.register(mara.client);
      const lasting = await QueueReader.register(mara.client, { idle_queue_timeout: 'mobile' });
      server.clock.advance(11 * 3600_000);
      await queue.poll();
      server.clock.advance(11 * 3600_000);
      await queue.poll();
      server.clock.advance(13 * 3600_000);
      const answer = await mara.client.get('/events', { queue_id: queue.queueId, last_event_id: -1 });
      assert.deepEqual(answer.json, bad(queue.queueId));
      await lasting.poll();
    });
  });

  test('the job removes idle queues', async () => {
    const { expireQueues } = await import('./expire-queues.ts');
    const { doDeleteExpiredQueues } = await import('./actions.ts');
    assert.equal(expireQueues.cron, '*/5 * * * *');
    const fresh = await QueueReader.register(nils.client);
    const old = await QueueReader.register(nils.client);
    await server.services.database.transaction(async (tx) => {
      await tx.run(
        sql`update chat.event_queues set polled_at = polled_at - interval '2 days' where id = ${old.queueId}`,
      );
      await doDeleteExpiredQueues(tx);
    });
    await fresh.poll();
    const answer = await nils.client.get('/events', { queue_id: old.queueId, last_event_id: -1 });
    assert.equal(answer.json.code, 'BAD_EVENT_QUEUE_ID');
  });
});
