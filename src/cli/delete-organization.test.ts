import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { ChatClient, DispatchClient, until } from '../../tests/harness/clients.ts';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { EventReader } from '../../tests/harness/event-reader.ts';
import { fillEveryTable, type Rows, readAllRows, rowsWith } from '../../tests/harness/every-table.ts';
import { destinationAt } from '../../tests/harness/fleet.ts';
import { knowLocalhosts } from '../../tests/harness/localhost.ts';
import { Receiver } from '../../tests/harness/receiver.ts';
import { startTestServer } from '../../tests/harness/server.ts';
import { SessionBrowser } from '../../tests/harness/session-browser.ts';
import { SmsProviderServer } from '../../tests/harness/sms-provider.ts';
import { countMatching } from '../../tests/harness/statements.ts';
import { countStoredFiles } from '../../tests/harness/stored-files.ts';
import { openCore } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { sql } from '../platform/db/sql.ts';
import { isOwned, loadTables } from '../platform/db/tables.ts';
import { deleteClosing, doCloseOrganization } from '../platform/deletion/actions.ts';
import { finishDeletions } from '../platform/deletion/finish-deletions.ts';
import { doStoreFile, ORIGINAL, storeObjects } from '../platform/files/files.ts';
import { spool } from '../platform/files/spool.ts';
import { createLog } from '../platform/log.ts';
import { isLinkHostOf } from '../platform/organizations/hosts.ts';
import { doQueueOutbound } from '../platform/outbound/outbox.ts';
import { addresseeOf } from '../platform/outbound/sms/inbox.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import { deleteOrganization } from './delete-organization.ts';
import { type CreatedOrganization, createOrganization, delegateTasks } from './organizations.ts';

knowLocalhosts();

const OWNER_PASSWORD = 'correct horse battery staple';

/** Opens the services of a command on a database that nobody else reads. */
async function openQuietly() {
  const database = await createTestDatabase();
  const { connectionString } = database;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-delete-'));
  const config = readConfig({ DATA_DIR: dataDir, WEB: 'off' });
  const core = await openCore({ config, log: createLog({ logLevel: 'silent' }), connectionString, serving: false });
  after(async () => {
    await core.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { services: core.services, connectionString, dataDir };
}

/** An organization with a file, and with rows in every table. */
async function makeFull(services: Services, connectionString: string, name: string): Promise<string> {
  const { organization_id: organizationId } = await createOrganization(services, {
    name,
    country: 'US',
    timezone: 'America/Los_Angeles',
    ownerEmail: `owner@${name.toLowerCase()}.example`,
    ownerName: `Olive ${name}`,
    ownerPassword: OWNER_PASSWORD,
  });
  await using local = await spool(
    services,
    (async function* () {
      yield Buffer.from(name);
    })(),
    1000,
  );
  const id = await storeObjects(services, organizationId, { [ORIGINAL]: local.path });
  await services.database.transaction(async (tx) => {
    await doStoreFile(tx, { organizationId, id, size: 9, contentType: 'text/plain' }, undefined);
    tx.enqueue({ queue: 'delete-file-objects', data: { organizationId, id: 'none' } });
  });
  await fillEveryTable(connectionString, organizationId, name);
  return organizationId;
}

/** Rows of others than the organization with these marks; those of the queue's own tables change by themselves. */
const others = (rows: Rows, marks: readonly string[]) =>
  [...rows]
    .filter(([table]) => !table.startsWith('jobs.'))
    .map(([table, own]) => [table, own.filter((row) => !rowsWith(new Map([[table, [row]]]), marks).length)]);

test('org delete leaves nothing of an organization in any table or the store, and all of another as it was', {
  timeout: 600_000,
}, async () => {
  const { services, connectionString, dataDir } = await openQuietly();
  const [gone, other] = [
    await makeFull(services, connectionString, 'Quixotry'),
    await makeFull(services, connectionString, 'Steadfast'),
  ];
  await delegateTasks(services, { organization: other, to: gone, fulfillment: false });
  const tables = (await loadTables(services.database.reader)).filter(isOwned);
  const before = await readAllRows(connectionString);
  for (const { name } of tables)
    assert.ok(
      before.get(name)!.some((row) => row.includes(gone)),
      `${name} has nothing of it`,
    );
  assert.equal(await countStoredFiles(dataDir), 2);
  for (const wrong of ['quixotry', 'Steadfast'])
    await assert.rejects(deleteOrganization(services, gone, wrong), CommandError);
  await assert.rejects(deleteOrganization(services, 'A'.repeat(24)), CommandError);
  assert.deepEqual(await readAllRows(connectionString), before);

  const result = await deleteOrganization(services, gone, async () => ' Quixotry ');
  assert.ok(result.rows >= tables.length && result.objects === 1, JSON.stringify(result));
  const marks = [gone, 'Quixotry'];
  const rows = await readAllRows(connectionString);
  // The other one's own log goes on saying whom it let work for it.
  const delegated = rowsWith(before, marks).filter((row) => row.includes('organization.delegation_made'));
  assert.deepEqual([delegated.length, rowsWith(rows, marks)], [1, delegated]);
  assert.deepEqual(others(rows, marks), others(before, marks));
  assert.equal(await countStoredFiles(dataDir), 1);
  await assert.rejects(deleteOrganization(services, gone), CommandError);
});

test('a deletion that was cut off is gone on with: by the command, and by the server an hour later', {
  timeout: 600_000,
}, async () => {
  const { services, connectionString, dataDir } = await openQuietly();
  const { database } = services;
  const first = await makeFull(services, connectionString, 'Quixotry');
  let steps = 0;
  const cut = {
    throwIfAborted: () => {
      if (++steps === 40) throw new Error('killed');
    },
  } as AbortSignal;
  await database.transaction((tx) => doCloseOrganization(tx, first));
  await assert.rejects(deleteClosing(services, first, { signal: cut }), /killed/);
  const halfway = await readAllRows(connectionString);
  assert.ok(rowsWith(halfway, [first]).length > 20);
  const ahead = { ...services, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } };
  await finishDeletions.handle(services, {}, new AbortController().signal);
  assert.deepEqual(await readAllRows(connectionString), halfway);
  await Promise.all([
    finishDeletions.handle(ahead, {}, new AbortController().signal),
    deleteOrganization(services, first),
  ]);
  assert.deepEqual(rowsWith(await readAllRows(connectionString), [first, 'Quixotry']), []);
  assert.equal(await countStoredFiles(dataDir), 0);
});

test('an organization that is deleted is shut at once in every process: keys, sessions, polls and streams end', {
  timeout: 600_000,
}, async () => {
  await using server = await startTestServer();
  const [org, other] = [await server.organization(), await server.organization()];
  const { organization_id: id } = org;
  const chat = new ChatClient(org.chat);
  const dispatch = new DispatchClient(org.dispatch);
  const browser = new SessionBrowser(server.url);
  assert.equal((await browser.signIn(org.chat.email, OWNER_PASSWORD)).status, 200);
  const { json: queue } = await chat.post('/register', { event_types: ['message'] });
  const live = await fetch(`${server.url}/api/v2/live`, { headers: { authorization: dispatch.authorization } });
  assert.equal(live.status, 200);
  const task = (await dispatch.post('/tasks', { destination: destinationAt() })).json;
  await delegateTasks(server.services, { organization: id, to: other.organization_id, fulfillment: false });
  const order = { destination: destinationAt(), executor: other.organization_id, merchant: id };
  const ordered = (await dispatch.post('/tasks', order)).json;
  const poll = chat.get('/events', { queue_id: queue.queue_id, last_event_id: -1 });
  const picture = async () => (await fetch(`${server.url}/realm_pictures/${id}/icon/1`)).status;
  const reads = await countMatching(/select from platform\.open_organizations where id/, async () => {
    for (let n = 0; n < 5; n++) assert.equal(await picture(), 200);
  });
  assert.ok(reads <= 2, `${reads} looks whether the organization is open`);
  // Somebody else's commit: a command in a process of its own.
  const config = { ...server.services.config };
  const { connectionString } = server;
  const command = await openCore({ config, log: createLog({ logLevel: 'silent' }), connectionString, serving: false });
  await command.services.database.transaction((tx) => doCloseOrganization(tx, id));
  const answers = async () => [
    (await chat.get('/users/me')).status,
    (await dispatch.get('/organization')).status,
    (await browser.get('/api/session')).status,
    await picture(),
  ];
  const isShut = async () => (await answers()).every((status) => status === 401 || status === 404);
  await until(isShut, 'the keys to be dead');
  await live.text();
  await poll;
  assert.equal((await chat.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })).status, 401);
  await deleteOrganization(command.services, id);
  await command.close();
  assert.deepEqual((await answers()).slice(0, 2), [401, 401]);
  assert.equal((await browser.signIn(org.chat.email, OWNER_PASSWORD)).status, 401);
  assert.equal((await fetch(task.trackingURL)).status, 404);
  // The executor continues with the orders, under its own name.
  const { status: left, json: shown } = await new DispatchClient({ url: server.url, token: 'none' }).get(
    `/tracking/${ordered.trackingURL.split('/t/')[1]}`,
  );
  assert.deepEqual(
    [left, shown.merchant?.name],
    [200, (await new DispatchClient(other.dispatch).get('/organization')).json.name],
  );
  assert.equal((await new ChatClient(other.chat).get('/users/me')).status, 200);
  // The process lets go of it without a word about a log that went back.
  await until(() => server.services.feed.followed(id) === undefined, 'the organization to be forgotten');
  assert.equal(await isLinkHostOf(server.services, new URL(server.url).hostname, id), false);
});

test('an organization that was shut says and hears nothing more, though nobody goes on deleting it', {
  timeout: 600_000,
}, async () => {
  const provider = await SmsProviderServer.start();
  const receivers = [await Receiver.start(), await Receiver.start()];
  after(() => Promise.all([provider, ...receivers].map((each) => each.stop())));
  const sms = { smsProvider: 'twilio' as const, smsUrl: provider.url, smsAccount: 'AC1', smsSecret: 'token' };
  const mail = { mailDomain: 'mail.example', incomingMailUrl: 'smtp://127.0.0.1:0' };
  const [ours, ada] = ['+14155550100', '+14155550111'];
  await using server = await startTestServer({ organizationAddresses: true, smsFrom: ours, ...sms, ...mail });
  const { services, mailPort: port } = server;
  const { database } = services;
  const orgs = [await server.organization({ name: 'Quixotry' }), await server.organization()] as const;
  const ids = orgs.map(({ organization_id }) => organization_id);
  const [shut] = ids as [string];

  const texts = (body: string) =>
    database.transaction(async (tx) => {
      for (const organizationId of ids)
        await doQueueOutbound(tx, { organizationId, channel: 'sms', recipient: ada, body });
    });
  const sent = (body: string) => provider.requests.filter(({ fields }) => fields.Body === body).length;
  const addressee = (ever = false) => database.transaction((tx) => addresseeOf(tx, { from: ada, to: ours }, ever));
  const transport = createTransport({ host: '127.0.0.1', port: port!, secure: false, ignoreTLS: true });
  after(() => transport.close());
  const mailTo = (to: string) =>
    transport.sendMail({ from: 'parts@supplier.example', to, subject: 'Parts', text: 'On its way.' }).then(
      () => 250,
      ({ responseCode }: { responseCode: number }) => responseCode,
    );
  /** Parameters with which a stranger reads an organization. */
  const range = new URLSearchParams({
    anchor: 'newest',
    num_before: '1',
    num_after: '0',
    narrow: '[["channels","web-public"]]',
  });
  const seen = async ({ chat, dispatch }: CreatedOrganization, links: readonly string[]) => {
    const answers = [
      ...links.map((link) => fetch(link)),
      fetch(`${dispatch.url}/api/v1/messages?${range}`),
      fetch(`${dispatch.url}/api/v1/server_settings`),
      new SessionBrowser(dispatch.url).signIn(chat.email, OWNER_PASSWORD),
    ];
    return (await Promise.all(answers)).map(({ status }) => status);
  };

  await delegateTasks(services, { organization: shut, to: ids[1]!, fulfillment: false });
  const order = { destination: destinationAt(), executor: ids[1] };
  const ordered = (await new DispatchClient(orgs[0].dispatch).post('/tasks', order)).json;

  const made = [];
  for (const [n, { chat, dispatch }] of orgs.entries()) {
    const [talk, api] = [new ChatClient(chat), new DispatchClient(dispatch)];
    assert.equal((await talk.patch('/realm', { enable_spectator_access: true })).status, 200);
    const { id: channel } = (await talk.post('/channels/create', { name: 'news', subscribers: [] })).json;
    const address = (await talk.get(`/streams/${channel}/email_address`)).json.email as string;
    assert.equal((await api.post('/webhooks', { url: receivers[n]!.url, name: 'created', trigger: 6 })).status, 200);
    receivers[n]!.status = 500;
    const task = (await api.post('/tasks', { destination: destinationAt() })).json;
    const token = new URL(task.trackingURL).pathname.split('/').at(-1);
    const links = [
      task.trackingURL,
      `${dispatch.url}/api/v2/tracking/${token}`,
      `${dispatch.url}/realm_pictures/${ids[n]}/icon/1`,
    ];
    made.push({ address, links, stream: `${dispatch.url}/api/v2/tracking/${token}/events` });
  }
  const [own, others] = [made[0]!, made[1]!];
  const attempts = () =>
    database.reader.all(sql<{ id: string; attempts: number; events: number }>`
      select organization_id as id, max(attempts)::int as attempts, count(*)::int as events
      from dispatch.webhook_deliveries group by 1`);
  const received = async (id: string | undefined) => (await attempts()).find((row) => row.id === id);
  await until(async () => (await attempts()).filter((row) => row.attempts === 1).length === 2, 'what failed once');
  await texts('before');
  const areNoted = async () => {
    const rows = await database.reader.all(sql`
      select from platform.outbox where body = 'before' and state = 'sent'`);
    return rows.length === 2;
  };
  await until(areNoted, 'the messages of both');
  await database.transaction((tx) =>
    tx.run(sql`update platform.outbox set changed_at = now() + interval '1 hour' where organization_id = ${shut}`),
  );
  assert.equal(await addressee(), shut);
  for (const { address } of made) assert.equal(await mailTo(address), 250);
  for (const [n, org] of orgs.entries())
    assert.deepEqual(await seen(org, made[n]!.links), [200, 200, 200, 200, 200, 200]);
  const followed = await fetch(own.stream);
  // A page of whom the other one executes for is at both addresses.
  const pathOf = `/api/v2/tracking/${new URL(ordered.trackingURL).pathname.split('/').at(-1)}`;
  const pages = await Promise.all(orgs.map(({ dispatch }) => EventReader.open(`${dispatch.url}${pathOf}/events`)));
  after(() => Promise.all(pages.map((page) => page.close())));
  for (const page of pages) await page.next('view');

  // An event that webhooks are told of in the transaction that shuts the one, and so of both.
  await database.transaction(async (tx) => {
    for (const organizationId of ids) {
      const [event] = await tx.all(sql<{ kind: string; audience: string[]; payload: object }>`
        select kind, audience, payload from platform.event_log
        where organization_id = ${organizationId} and payload @> '{"triggerId": 6}' order by id limit 1`);
      tx.emit({ organizationId, part: 'dispatch', state: false, ...event! });
    }
    await doCloseOrganization(tx, shut);
  });
  await texts('after');
  server.clock.advance(31 * 60_000);
  await until(async () => {
    const row = await received(ids[1]);
    return row?.attempts === 2 && row.events === 2;
  }, 'the retry and the further event of the other');
  await until(() => sent('after') === 1, 'the message of the other');
  const done = () =>
    database.reader.first(sql`
      select from jobs.job where name = 'outbound' and data->>'organizationId' = ${shut}
        and state = 'completed' having count(*) = 2`);
  await until(async () => (await done()) !== undefined, 'the job of the one that is shut to be dropped');
  assert.deepEqual([await received(shut), sent('after')], [{ id: shut, attempts: 1, events: 1 }, 1]);
  assert.match(await followed.text(), /event: over/);
  await pages[0]!.last('over');
  const anyone = new DispatchClient({ url: orgs[1].dispatch.url, token: 'none' });
  assert.equal((await anyone.post(`${pathOf.replace('/api/v2', '')}/message`, { text: 'Ring twice' })).status, 200);
  await pages[1]!.nextWhere('view', ({ messageForDriver }) => messageForDriver === 'Ring twice');
  assert.deepEqual(await seen(orgs[0], own.links), [404, 404, 404, 404, 404, 404]);
  assert.deepEqual(await seen(orgs[1], others.links), [200, 200, 200, 200, 200, 200]);
  assert.deepEqual([await mailTo(own.address), await mailTo(others.address)], [550, 250]);
  // The one that is shut wrote last: an answer to it is not for the other.
  assert.deepEqual([await addressee(), await addressee(true)], [undefined, ids[1]]);
  // The address is given to nobody else while its rows are there.
  assert.notEqual((await server.organization({ name: 'Quixotry' })).address, orgs[0].address);
});
