import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { ChatClient, DispatchClient, until } from '../../tests/harness/clients.ts';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { fillEveryTable, type Rows, readAllRows, rowsWith } from '../../tests/harness/every-table.ts';
import { destinationAt } from '../../tests/harness/fleet.ts';
import { startTestServer } from '../../tests/harness/server.ts';
import { SessionBrowser } from '../../tests/harness/session-browser.ts';
import { countStoredFiles } from '../../tests/harness/stored-files.ts';
import { openCore } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { deleteClosing, doCloseOrganization } from '../platform/deletion/actions.ts';
import { finishDeletions } from '../platform/deletion/finish-deletions.ts';
import { loadOwnedTables } from '../platform/deletion/queries.ts';
import { doStoreFile, ORIGINAL, storeObjects } from '../platform/files/files.ts';
import { spool } from '../platform/files/spool.ts';
import { createLog } from '../platform/log.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import { deleteOrganization } from './delete-organization.ts';
import { createOrganization, delegateTasks } from './organizations.ts';

const OWNER_PASSWORD = 'correct horse battery staple';

/** What a command works with, on a database that nobody else looks at. */
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
  const tables = await loadOwnedTables(services.database.reader);
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
  await assert.rejects(deleteClosing(services, first, cut), /killed/);
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
  const poll = chat.get('/events', { queue_id: queue.queue_id, last_event_id: -1 });
  // Somebody else's commit: a command in a process of its own.
  const config = { ...server.services.config };
  const { connectionString } = server;
  const command = await openCore({ config, log: createLog({ logLevel: 'silent' }), connectionString, serving: false });
  await command.services.database.transaction((tx) => doCloseOrganization(tx, id));
  const answers = async () => [
    (await chat.get('/users/me')).status,
    (await dispatch.get('/organization')).status,
    (await browser.get('/api/session')).status,
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
  assert.equal((await new ChatClient(other.chat).get('/users/me')).status, 200);
  // The process lets go of it without a word about a log that went back.
  await until(() => server.services.feed.followed(id) === undefined, 'the organization to be forgotten');
});
