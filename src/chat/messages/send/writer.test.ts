import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../../tests/harness/clients.ts';
import { changeState, makeChannel, makePerson, type Person } from '../../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts';
import { whileHeld } from '../../../../tests/harness/while-held.ts';
import { startServer } from '../../../app.ts';
import type { CreatedOrganization } from '../../../cli/organizations.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { MessageSent } from '../../reading/message.ts';
import { systemGroupIds } from '../../user-groups/access.ts';

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let organizationId: string;
let mara: Person;
let nils: Person;

before(async () => {
  server = await startTestServer();
  org = await server.organization();
  organizationId = org.organization_id;
  mara = await makePerson(server, org, { name: 'Mara Member' });
  nils = await makePerson(server, org, { name: 'Nils Night' });
  await makeChannel(server, organizationId, { name: 'floor', subscribers: [mara.id, nils.id] });
});
after(() => server[Symbol.asyncDispose]());

const toFloor = { type: 'channel', to: 'floor', topic: 'dock 4', content: 'two vans' };

async function send(client: ChatClient, params: object, headers?: Record<string, string>): Promise<number> {
  const answer = await client.post('/messages', { ...toFloor, ...params }, headers);
  assert.equal(answer.json.result, 'success', answer.text);
  return answer.json.id;
}

function anotherProcess(): ReturnType<typeof startServer> {
  return startServer({
    config: { ...server.services.config, port: 0 },
    log: server.services.log,
    connectionString: server.connectionString,
  });
}

interface LoggedMessage {
  id: number;
  audience: string[];
  payload: MessageSent;
}

function logged(after = 0): Promise<LoggedMessage[]> {
  return server.services.database.reader.all(sql<LoggedMessage>`
    select id, audience, payload from platform.event_log
    where organization_id = ${organizationId} and kind = 'message' and id > ${after} order by id`);
}

async function head(): Promise<{ event_id: number; message_id: number }> {
  const row = await server.services.database.reader.first(sql<{ event_id: number; message_id: number }>`
    select event_id, message_id from platform.log_heads where organization_id = ${organizationId}`);
  return row!;
}

/** Gives the right to send to a group alone. */
function allowToSend(channelId: number, groupId: number): Promise<void> {
  return changeState(server, organizationId, (tx) =>
    tx.run(sql`
      update chat.channels
      set permissions = jsonb_set(permissions, '{can_send_message_group}', ${JSON.stringify(groupId)})
      where organization_id = ${organizationId} and id = ${channelId}`),
  );
}

async function storedWith(content: string): Promise<number[]> {
  const rows = await server.services.database.reader.all(sql<{ id: number }>`
    select id from chat.messages where organization_id = ${organizationId} and content = ${content} order by id`);
  return rows.map(({ id }) => id);
}

describe('many at once', () => {
  test('200 sends: all stored, IDs distinct, the log in the order of the IDs and without gaps', async () => {
    // Starting a topic follows it, which is a separate event.
    await send(mara.client, {});
    const before = await head();
    const received: number[] = [];
    const stop = server.services.feed.listen((events) => {
      for (const event of events) {
        if (event.organizationId === organizationId) received.push((event.payload as MessageSent).message.id);
      }
    });
    const clients = [mara.client, nils.client];
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, index) => send(clients[index % 2]!, { content: `van ${index}` })),
    );
    stop();
    assert.equal(new Set(ids).size, 200);
    const events = await logged(before.event_id);
    assert.deepEqual(
      events.map((event) => event.id),
      Array.from({ length: 200 }, (_, index) => before.event_id + index + 1),
    );
    const inLog = events.map((event) => event.payload.message.id);
    assert.deepEqual(
      inLog,
      ids.toSorted((a, b) => a - b),
    );
    assert.deepEqual(received, inLog);
    assert.deepEqual(await head(), { event_id: before.event_id + 200, message_id: inLog.at(-1) });
    for (const [index, id] of ids.entries()) assert.deepEqual(await storedWith(`van ${index}`), [id]);
  });

  test('in several processes, while other things change', async () => {
    const before = await head();
    const other = await anotherProcess();
    try {
      const there = new ChatClient({ site: other.url, email: mara.client.email, api_key: mara.client.key });
      const changes = Array.from({ length: 10 }, () => changeState(server, organizationId, async () => {}));
      const ids = await Promise.all([
        ...Array.from({ length: 60 }, (_, index) =>
          send(index % 2 ? there : nils.client, { content: `cart ${index}` }),
        ),
        ...Array.from({ length: 10 }, (_, index) =>
          send(there, { content: `keyed ${index}` }, { 'idempotency-key': `process ${index}` }),
        ),
      ]);
      await Promise.all(changes);
      assert.equal(new Set(ids).size, 70);
      const events = await logged(before.event_id);
      assert.deepEqual(
        events.map((event) => event.payload.message.id),
        ids.toSorted((a, b) => a - b),
      );
      assert.equal((await head()).event_id, before.event_id + 80);
    } finally {
      await other.close();
    }
  });
});

describe('what the log carries', () => {
  test('all facts of the message with its ID, and the mark of the sender', async () => {
    const before = await head();
    const id = await send(mara.client, { content: '**two** vans', queue_id: 'q:1', local_id: '12.01' });
    const direct = await send(mara.client, { type: 'direct', to: [nils.id], content: 'psst' });
    const [toChannel, toPeople] = await logged(before.event_id);
    assert.deepEqual(toChannel!.payload.local, { queueId: 'q:1', localId: '12.01' });
    const { message } = toChannel!.payload;
    assert.equal(message.id, id);
    assert.equal(message.renderedContent, '<p><strong>two</strong> vans</p>');
    assert.deepEqual(toChannel!.audience, [`channel:${message.channelId}`, `user:${mara.id}`]);
    assert.equal(message.sender.email, mara.email);
    assert.deepEqual(toPeople!.audience, [`user:${mara.id}`, `user:${nils.id}`]);
    assert.equal(toPeople!.payload.message.id, direct);
    assert.equal(toPeople!.payload.local, null);
    assert.deepEqual(
      toPeople!.payload.message.people.map((person) => person.id),
      [mara.id, nils.id],
    );
  });
});

describe('a retry', () => {
  test('after its message was deleted sends nothing again', async () => {
    const mark = { content: 'sent and deleted', queue_id: 'q:1', local_id: '9' };
    const id = await send(mara.client, mark);
    const owner = new ChatClient(org.chat);
    assert.equal((await owner.delete(`/messages/${id}`)).json.result, 'success');
    assert.equal(await send(mara.client, mark), id);
    const range = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false };
    const { messages } = (await mara.client.get('/messages', range)).json;
    assert.ok(messages.every(({ content }: { content: string }) => content !== mark.content));
  });

  test('with the same queue_id and local_id is the first one, also when all arrive at once', async () => {
    const mark = { content: 'once by mark', queue_id: 'q:1', local_id: '7' };
    const ids = await Promise.all(Array.from({ length: 8 }, () => send(mara.client, mark)));
    assert.equal(new Set(ids).size, 1);
    assert.equal(await send(mara.client, mark), ids[0]);
    assert.deepEqual(await storedWith('once by mark'), [ids[0]]);
  });

  test('is the first one in another process too, at the same moment and after a restart', async () => {
    const mark = { content: 'mark of many processes', queue_id: 'q:1', local_id: '8' };
    const keyed = { content: 'key of many processes' };
    const key = { 'idempotency-key': 'processes' };
    const found = new Set<number>();
    for (let start = 0; start < 2; start++) {
      const other = await anotherProcess();
      try {
        const there = new ChatClient({ site: other.url, email: mara.client.email, api_key: mara.client.key });
        const clients = [there, mara.client, there, mara.client];
        for (const id of await Promise.all(clients.flatMap((each) => [send(each, mark), send(each, keyed, key)])))
          found.add(id);
      } finally {
        await other.close();
      }
    }
    assert.equal(found.size, 2);
    assert.equal((await storedWith(mark.content)).length + (await storedWith(keyed.content)).length, 2);
  });

  test('does not take the others of its commit down', async () => {
    await send(mara.client, { content: 'taken', queue_id: 'q:2', local_id: '1' });
    const ids = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => send(nils.client, { content: `beside ${index}` })),
      send(mara.client, { content: 'taken', queue_id: 'q:2', local_id: '1' }),
      ...Array.from({ length: 20 }, (_, index) => send(nils.client, { content: `beside ${index + 20}` })),
    ]);
    assert.equal(new Set(ids).size, 41);
    for (let index = 0; index < 40; index++) assert.equal((await storedWith(`beside ${index}`)).length, 1);
    assert.equal((await storedWith('taken')).length, 1);
  });

  test("is the first one even after the sender lost the right to send; another's mark is another", async () => {
    const groups = await systemGroupIds(server.services.state.of(organizationId));
    const lane = await makeChannel(server, organizationId, { name: 'lane', subscribers: [mara.id, nils.id] });
    const mark = { to: lane, content: 'lane closed', queue_id: 'q:3', local_id: '1' };
    const id = await send(mara.client, mark);
    assert.notEqual(await send(nils.client, { ...mark, content: 'his own' }), id);
    await allowToSend(lane, groups['role:nobody']);
    assert.equal(await send(mara.client, mark), id);
    const refused = await mara.client.post('/messages', { ...toFloor, ...mark, local_id: '2' });
    assert.equal(refused.json.msg, "Not authorized to send to channel 'lane'");
  });

  test('with the same Idempotency-Key is the first one, also when all arrive at once', async () => {
    const key = { 'idempotency-key': 'retry 1' };
    const ids = await Promise.all(Array.from({ length: 8 }, () => send(mara.client, { content: 'once by key' }, key)));
    assert.equal(new Set(ids).size, 1);
    assert.equal(await send(mara.client, { content: 'once by key' }, key), ids[0]);
    assert.deepEqual(await storedWith('once by key'), [ids[0]]);
    // A page that is opened anew sends it from another queue.
    const fromElsewhere = { content: 'once by key', queue_id: 'another', local_id: '7' };
    assert.equal(await send(mara.client, fromElsewhere, key), ids[0]);
    const otherBody = await mara.client.post('/messages', { ...toFloor, content: 'another' }, key);
    assert.equal(otherBody.status, 400);
    assert.equal(otherBody.json.msg, 'This Idempotency-Key was already used with another request');
    assert.notEqual(await send(nils.client, { content: 'once by key' }, key), ids[0]);
    server.clock.advance(25 * 3_600_000);
    assert.notEqual(await send(mara.client, { content: 'once by key' }, key), ids[0]);
  });

  test('a key does not survive a refusal', async () => {
    const key = { 'idempotency-key': 'retry 2' };
    const refused = await mara.client.post('/messages', { ...toFloor, to: 'nowhere' }, key);
    assert.equal(refused.json.code, 'STREAM_DOES_NOT_EXIST');
    await makeChannel(server, organizationId, { name: 'nowhere', subscribers: [mara.id] });
    await send(mara.client, { to: 'nowhere' }, key);
  });

  test('many keyed first messages to new conversations do not block each other', async () => {
    const people = await Promise.all(
      Array.from({ length: 24 }, (_, index) => makePerson(server, org, { name: `Key ${index}` })),
    );
    const ids = await Promise.all(
      people.map((person, index) =>
        send(mara.client, { type: 'direct', to: [person.id] }, { 'idempotency-key': `new ${index}` }),
      ),
    );
    assert.equal(new Set(ids).size, 24);
  });
});

test('the rows written do not depend on the number of subscribers', async () => {
  // A reader of the log records people to e-mail, also for the messages of earlier tests.
  const tables = await server.services.database.reader.all(sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where relnamespace in ('chat'::regnamespace, 'platform'::regnamespace) and relkind in ('r', 'p') and not relispartition
      and relname <> 'missed_messages'
    order by 1`);
  const counts = async () => {
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const row = await server.services.database.reader.first(sql<{ n: number }>`
        select count(*) as n from ${sql.raw(name)}`);
      found[name] = row!.n;
    }
    return found;
  };
  const crowd = await server.services.database.transaction((tx) =>
    tx.all(sql<{ id: number }>`
      insert into chat.users (organization_id, email, full_name, role, date_joined)
      select ${organizationId}, 'crowd' || n || '@couriers.example', 'Crowd ' || n, 400, now() from generate_series(1, 500) n
      returning id`),
  );
  const written = async (subscribers: number) => {
    const to = await makeChannel(server, organizationId, {
      name: `size ${subscribers}`,
      subscribers: [mara.id, ...crowd.slice(0, subscribers).map(({ id }) => id)],
    });
    const before = await counts();
    await send(mara.client, { to, content: '@**Nils Night** two vans', queue_id: 'q:size', local_id: String(to) });
    const after = await counts();
    return Object.fromEntries(
      Object.keys(after)
        .map((name) => [name, after[name]! - before[name]!] as const)
        .filter(([, grown]) => grown !== 0),
    );
  };
  const few = await written(10);
  assert.deepEqual(few, {
    'chat.message_flags': 1,
    'chat.messages': 1,
    'chat.sent_local_ids': 1,
    // The sender follows the topic that this starts.
    'chat.topic_visibility': 1,
    'platform.event_log': 2,
  });
  assert.deepEqual(await written(500), few);
});

describe('a right that is taken away', () => {
  test('no message gets into the log after the change', async () => {
    const groups = await systemGroupIds(server.services.state.of(organizationId));
    for (let round = 0; round < 5; round++) {
      const gate = await makeChannel(server, organizationId, { name: `gate ${round}`, subscribers: [mara.id] });
      const sends = Array.from({ length: 30 }, () => mara.client.post('/messages', { ...toFloor, to: gate }));
      const change = allowToSend(gate, groups['role:nobody']);
      const answers = await Promise.all(sends);
      await change;
      const sent = answers.filter((answer) => answer.json.result === 'success').length;
      const events = await server.services.database.reader.all(sql<{ id: number; state: boolean }>`
        select id, state from platform.event_log
        where organization_id = ${organizationId} and (state or audience @> array[${`channel:${gate}`}]) order by id`);
      const changedAt = events.findLast((event) => event.state)!.id;
      const messages = events.filter((event) => !event.state);
      assert.equal(messages.length, sent);
      assert.ok(messages.every((event) => event.id < changedAt));
      assert.equal((await mara.client.post('/messages', { ...toFloor, to: gate })).status, 400);
    }
  });

  test('what was checked before the change is checked again before it is written', async () => {
    const gate = await makeChannel(server, organizationId, { name: 'shutting', subscribers: [mara.id] });
    await send(mara.client, { to: gate });
    const nobody = JSON.stringify({ direct_members: [], direct_subgroups: [] });
    const answer = await whileHeld(
      server,
      async (tx) => {
        await tx.position(organizationId);
        await tx.run(sql`
          update chat.channels set permissions = jsonb_set(permissions, '{can_send_message_group}', ${nobody}::jsonb)
          where organization_id = ${organizationId} and id = ${gate}`);
        tx.emit({ organizationId, part: 'chat', kind: 'test', audience: [], payload: {}, state: true });
      },
      () => mara.client.post('/messages', { ...toFloor, to: gate }),
    );
    assert.deepEqual([answer.status, answer.json.msg], [400, "Not authorized to send to channel 'shutting'"]);
  });

  test('a sender that is always behind still gets through', async () => {
    let going = true;
    const churn = (async () => {
      while (going) await changeState(server, organizationId, async () => {});
    })();
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(mara.client, { content: `churn ${index}` })),
    );
    going = false;
    await churn;
    assert.equal(new Set(ids).size, 10);
  });
});
