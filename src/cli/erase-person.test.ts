import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChatClient, DispatchClient, until } from '../../tests/harness/clients.ts';
import { readAllRows, rowsWith } from '../../tests/harness/every-table.ts';
import { destinationAt, makeDispatcher, startFleet } from '../../tests/harness/fleet.ts';
import { makeChannel, makePerson } from '../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../tests/harness/server.ts';
import { openCore } from '../app.ts';
import { deleteArchivedMessages } from '../chat/erasure/actions.ts';
import { doBeginErasure, finishErasure } from '../pages/erasure/erase-person.ts';
import { finishErasures } from '../pages/erasure/finish-erasures.ts';
import { sql } from '../platform/db/sql.ts';
import type { Tx } from '../platform/db/tx.ts';
import { createLog } from '../platform/log.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import { erasePerson } from './erase-person.ts';
import type { CreatedOrganization } from './organizations.ts';

const NAME = 'Mara Quillfeather';
const EMAIL = 'mara.quillfeather@couriers.example';
const PHONE = '+14155552671';
/** Words that only she uses. */
const MARK = 'zanzibarium';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
const ok = ({ status, text, json }: { status: number; text: string; json: any }) => {
  assert.equal(status, 200, text);
  return json;
};

/** Somebody with something in every corner: an account of the chat, a driver and a recipient. */
async function makeMara(org: CreatedOrganization) {
  const { services } = server;
  const { organization_id: organizationId } = org;
  const owner = new ChatClient(org.chat);
  const mara = await makePerson(server, org, { name: NAME });
  const bob = await makePerson(server, org, { name: 'Bob Barker' });
  const floor = await makeChannel(server, organizationId, { name: 'floor', subscribers: [mara.id, bob.id] });
  const sendText = async (by: ChatClient, content: string) =>
    ok(await by.post('/messages', { type: 'stream', to: [floor], topic: `with ${NAME}`, content })).id as number;
  const hers = await sendText(mara.client, `the parcel is ${MARK}`);
  const his = await sendText(bob.client, `thanks @**${NAME}**, write to ${EMAIL} or call ${PHONE}; the parcel is late`);
  ok(await mara.client.post('/messages', { type: 'direct', to: [bob.id], content: `secretly ${MARK}` }));
  ok(await mara.client.post('/users/me/status', { status_text: `status ${MARK}` }));
  ok(await mara.client.post('/users/me/alert_words', { alert_words: [`word ${MARK}`] }));
  ok(await mara.client.post('/saved_snippets', { title: `title ${MARK}`, content: MARK }));
  ok(
    await mara.client.post('/drafts', {
      drafts: [{ type: 'stream', to: [floor], topic: 'x', content: `draft ${MARK}` }],
    }),
  );
  ok(await mara.client.post('/users/me/presence', { status: 'active' }));
  const api = new DispatchClient(org.dispatch);
  const [{ id: manager }] = ok(await api.get('/admins'));
  const team = ok(await api.post('/teams', { name: 'A', workers: [], managers: [manager] }).then(asCreated));
  const worker = ok(
    await api
      .post('/workers', { name: NAME, displayName: 'Quilly', phone: PHONE, teams: [team.id], vehicle: null })
      .then(asCreated),
  );
  const recipients = [{ name: NAME, phone: PHONE, notes: `rings ${MARK}` }];
  const task = ok(await api.post('/tasks', { destination: destinationAt(), recipients }).then(asCreated));
  await services.database.transaction((tx) =>
    tx.run(sql`
    insert into platform.outbox (organization_id, channel, recipient, subject, body, created_at)
    values (${organizationId}, 'email', ${EMAIL.toUpperCase()}, ${MARK}, ${MARK}, now()),
      (${organizationId}, 'email', 'bob@couriers.example', ${`from ${NAME}`}, 'body', now())`),
  );
  return { organizationId, owner, mara, bob, floor, hers, his, api, worker, task };
}

const asCreated = async <T extends { status: number }>(answer: T): Promise<T> =>
  answer.status === 201 ? { ...answer, status: 200 } : answer;

/** Waits until every background reader has read the log. */
const settled = ({ database }: Services, organizationId: string) =>
  until(async () => {
    const row = await database.reader.first(sql<{ isRead: boolean }>`
      select not exists (select from platform.log_cursors c join platform.log_heads h using (organization_id)
        where organization_id = ${organizationId} and c.event_id < h.event_id) as "isRead"`);
    return row!.isRead;
  }, 'the log to be read');

test('person erase leaves no name, address, number or text of somebody in any column, and what is others’ as it was', {
  timeout: 600_000,
}, async () => {
  const { services } = server;
  const [org, elsewhere] = [await server.organization(), await server.organization()];
  const { organization_id: organizationId } = org;
  const { owner, mara, bob, floor, hers, his, api, worker, task } = await makeMara(org);
  const namesake = await makePerson(server, elsewhere, { name: NAME });
  await services.database.transaction(async (tx) => {
    const row = await tx.first(sql<{ id: string }>`select person_id as id from chat.users
      where organization_id = ${organizationId} and id = ${mara.id}`);
    const object = { kind: 'sign-in', id: row!.id, name: NAME } as const;
    const details = { email: { from: 'mara.formerly@couriers.example', to: EMAIL } };
    tx.audit({ organizationId, action: 'person.email_changed', object, details });
  });
  ok(await mara.client.post('/bots', { full_name: `${NAME}'s bot`, short_name: 'helper' }));
  await settled(services, organizationId);
  const { json: queue } = await bob.client.post('/register', { event_types: ['message'] });
  const poll = bob.client.get('/events', { queue_id: queue.queue_id, last_event_id: queue.last_event_id });

  // By another process, as an operator does.
  const { connectionString } = server;
  const config = { ...services.config };
  await using command = await openCommand(config, connectionString);
  const result = await erasePerson(command.services, organizationId, '(415) 555-2671', 'delete');
  assert.deepEqual([result.workers, result.recipients], [1, 1]);
  await poll;
  assert.equal((await api.get(`/workers/${worker.id}`)).status, 404);
  const delivered = ok(await api.get(`/tasks/${task.id}`));
  assert.deepEqual(
    [delivered.recipients[0].name, delivered.recipients[0].notes, delivered.destination.id],
    ['Deleted recipient', '', task.destination.id],
  );
  await settled(services, organizationId);
  assert.deepEqual(await erasePerson(command.services, organizationId, EMAIL, 'delete'), {
    organization_id: organizationId,
    finished_before: 0,
    ...{ chat_accounts: 1, workers: 0, administrators: 0, recipients: 0 },
  });
  assert.equal((await mara.client.get('/users/me')).status, 401);
  assert.equal(
    (await bob.client.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })).json.code,
    'BAD_EVENT_QUEUE_ID',
  );
  const label = `Deleted user ${mara.id}`;
  const shown = ok(await bob.client.get(`/users/${mara.id}`)).user;
  assert.deepEqual([shown.full_name, shown.is_active, JSON.stringify(shown).includes('quill')], [label, false, false]);
  assert.equal((await bob.client.get(`/messages/${hers}`)).json.code, 'BAD_REQUEST');
  const { message } = ok(await bob.client.get(`/messages/${his}`, { apply_markdown: false }));
  assert.equal(
    message.content,
    `thanks @**${label}**, write to deleted@deleted.invalid or call +0; the parcel is late`,
  );

  await settled(services, organizationId);
  const rows = await readAllRows(connectionString);
  const own = new Map(
    [...rows].map(([table, all]) => [table, all.filter((row) => !row.includes(elsewhere.organization_id))]),
  );
  assert.deepEqual(rowsWith(own, [NAME, EMAIL, PHONE, MARK, 'Quilly', 'mara.formerly']), []);
  assert.equal(rowsWith(rows, ['organization.person_erased']).length, 2);
  assert.equal(ok(await namesake.client.get('/users/me')).full_name, NAME);
  assert.equal(ok(await owner.get(`/streams/${floor}`)).stream.name, 'floor');
  await assert.rejects(erasePerson(command.services, organizationId, EMAIL, 'delete'), CommandError);
  await assert.rejects(erasePerson(command.services, organizationId, org.chat.email, 'delete'), CommandError);
  assert.equal(ok(await owner.get('/users/me')).is_active, true);
});

test('what somebody wrote may stay, by nobody; an erasure that was cut off is gone on with by the server', {
  timeout: 600_000,
}, async () => {
  const { services } = server;
  const org = await server.organization();
  const { organization_id: organizationId } = org;
  const { database } = services;
  const mara = await makePerson(server, org, { name: NAME });
  const other = await makePerson(server, org, { name: `${NAME} Junior` });
  const channel = await makeChannel(server, organizationId, { name: 'floor', subscribers: [mara.id, other.id] });
  const content = `the parcel is late, says ${NAME}`;
  const to = { type: 'stream', to: [channel], topic: 'late', content };
  const { id } = ok(await mara.client.post('/messages', to));
  const asked = { text: String(mara.id), phone: null };
  await database.transaction((tx) => doBeginErasure(tx, services, asked, false), { organizationId });
  const handle = (at: Services) => finishErasures.handle(at, {}, new AbortController().signal);
  const read = async () => ok(await other.client.get(`/messages/${id}`, { apply_markdown: false })).message;
  await handle(services);
  assert.equal((await read()).content, content);
  await handle({ ...services, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } });
  // Her name is a part of somebody else's: in texts nobody can tell whose it is.
  const retained = await read();
  assert.deepEqual([retained.content, retained.sender_full_name], [content, `Deleted user ${mara.id}`]);
  assert.equal(ok(await other.client.get('/users/me')).full_name, `${NAME} Junior`);
  assert.deepEqual(await database.reader.all(sql`select from platform.erasures`), []);
});

test('of who dispatched without an account of the chat, the user of their name and what they said in tasks’ topics go too', async () => {
  const { services, connectionString } = server;
  const fleet = await startFleet(server);
  ok(await fleet.api.put('/conversations/settings', {}));
  const { id } = await fleet.task();
  const { client } = await makeDispatcher(server, fleet, []);
  const path = `/tasks/${id}/conversation/messages`;
  ok(await client.post(path, { text: `the parcel is ${MARK}` }));
  await settled(services, fleet.organization);
  await using command = await openCommand(services.config, connectionString);
  const erased = await erasePerson(command.services, fleet.organization, 'dispatcher0@couriers.example', 'delete');
  assert.deepEqual([erased.administrators, erased.chat_accounts], [1, 1]);
  await settled(services, fleet.organization);
  const { messages } = ok(await fleet.api.get(path));
  assert.deepEqual(
    messages.map(({ sender }: { sender: { type: string } }) => sender.type),
    ['BOT'],
  );
  const own = [...(await readAllRows(connectionString))].map(
    ([table, rows]) => [table, rows.filter((row) => row.includes(fleet.organization))] as const,
  );
  assert.deepEqual(rowsWith(new Map(own), [MARK, 'Dan Dispatcher', 'dispatcher0@']), []);
});

test('recipients whose names and numbers are topics that one person follows are erased one after the other, each once', async () => {
  const { services } = server;
  const org = await server.organization();
  const { organization_id: organizationId } = org;
  const bob = await makePerson(server, org, { name: 'Bob Barker' });
  const channel = await makeChannel(server, organizationId, { name: 'doors', subscribers: [bob.id] });
  const api = new DispatchClient(org.dispatch);
  const people = [
    { name: 'Anna Smith', phone: '+14155550171' },
    { name: 'Bert Jones', phone: '+14155550172' },
  ];
  const ids: string[] = [];
  for (const recipient of people) {
    const task = ok(await api.post('/tasks', { destination: destinationAt(), recipients: [recipient] }));
    ids.push(task.recipients[0].id);
    for (const topic of [recipient.name, recipient.phone])
      ok(await bob.client.post('/user_topics', { stream_id: channel, topic, visibility_policy: 3 }));
    ok(await bob.client.post('/users/me/alert_words', { alert_words: JSON.stringify([recipient.name]) }));
  }
  for (const id of ids) assert.equal((await erasePerson(services, organizationId, id, 'keep')).recipients, 1);
  for (const id of ids) await assert.rejects(erasePerson(services, organizationId, id, 'keep'), CommandError);
  assert.deepEqual(await services.database.reader.all(sql`select from platform.erasures`), []);
  const followed = await services.database.reader.all(sql<{ topic: string }>`
    select topic from chat.topic_visibility where organization_id = ${organizationId} order by topic`);
  assert.equal(followed.length, 4);
  const topics = followed.map(({ topic }) => topic).join('\n');
  assert.match(topics, /^\+0\n\+0 [0-9a-f]{8}\nDeleted recipient\nDeleted recipient [0-9a-f]{8}$/);
  const words = ok(await bob.client.get('/users/me/alert_words')).alert_words as string[];
  ok(await bob.client.request('DELETE', '/users/me/alert_words', { alert_words: JSON.stringify(words) }));
  assert.deepEqual(ok(await bob.client.get('/users/me/alert_words')).alert_words, []);
});

async function openCommand(config: TestServer['services']['config'], connectionString: string) {
  const core = await openCore({ config, log: createLog({ logLevel: 'silent' }), connectionString, serving: false });
  return { services: core.services, [Symbol.asyncDispose]: () => core.close() };
}

test('what somebody gathered in years goes some rows at a time, and nobody waits for the organization’s log meanwhile', {
  timeout: 600_000,
}, async () => {
  const { services } = server;
  const { database } = services;
  const org = await server.organization();
  const { organization_id: organizationId } = org;
  const mara = await makePerson(server, org, { name: NAME });
  const channel = await makeChannel(server, organizationId, { name: 'floor', subscribers: [mara.id] });
  const { id } = ok(await mara.client.post('/messages', { type: 'stream', to: [channel], topic: 'x', content: 'y' }));
  await database.transaction((tx) =>
    tx.run(sql`
      insert into chat.sent_local_ids (organization_id, sender_id, queue_id, local_id, message_id)
      select ${organizationId}, ${mara.id}, 'q', to_char(n, 'FM0000'), ${id} from generate_series(1, 2500) as n`),
  );
  const left = async () => {
    const rows = await database.reader.all(
      sql`select from chat.sent_local_ids where organization_id = ${organizationId}`,
    );
    return rows.length;
  };
  const asked = { text: String(mara.id), phone: null };
  const begun = await database.transaction((tx) => doBeginErasure(tx, services, asked, false), {
    organizationId,
  });
  assert.equal(await left(), 2500);
  // Somebody writes the log all the while, and the last row is held back: the ones before it are gone for good by then.
  let finishing: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    await tx.position(organizationId);
    await tx.run(sql`
      select from chat.sent_local_ids where organization_id = ${organizationId} and local_id = '2500' for update`);
    finishing = finishErasure(services, begun!);
    await until(async () => (await left()) < 1000, 'all but the last thousand rows to be gone', 20);
  });
  await finishing;
  assert.equal(await left(), 0);
});

test('of messages that retention has put aside each is looked at once, a thousand in a transaction', async () => {
  const { services } = server;
  const { organization_id: organizationId } = await server.organization();
  const archived = sql`
    select (message->>'sender_id')::int as sender, count(*)::int from chat.archived_messages
    where organization_id = ${organizationId} group by 1 order by 1`;
  await services.database.transaction((tx) =>
    tx.run(sql`
      insert into chat.archived_messages (organization_id, message_id, archived_at, message, flags, reactions, submessages,
        attachment_ids)
      select ${organizationId}, n, now(), jsonb_build_object('sender_id', n % 5), '[]', '[]', '[]', '{}'
      from generate_series(1, 2500) n`),
  );
  let transactions = 0;
  const transaction = (work: (tx: Tx) => Promise<unknown>) => {
    transactions++;
    return services.database.transaction(work, { organizationId });
  };
  const counted = { ...services, database: Object.create(services.database, { transaction: { value: transaction } }) };
  await deleteArchivedMessages(counted, organizationId, 3);
  assert.equal(transactions, 4);
  assert.deepEqual(
    await services.database.reader.all(archived),
    [0, 1, 2, 4].map((sender) => ({ sender, count: 500 })),
  );
});
