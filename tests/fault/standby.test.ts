/** A server that becomes a standby under the program, as a failover leaves it, and a pooler that lets readers write. */

import assert from 'node:assert/strict';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { ChatClient, DispatchClient, until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { QueueReader } from '../harness/events.ts';
import { Installation } from '../harness/program.ts';

const quiet = () => {};
const log = { info: quiet, warn: quiet, error: quiet, debug: quiet };
const CREATION = [
  ...['org', 'create', '--name', 'Example Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles'],
  ...['--owner-email', 'olive@couriers.example', '--owner-name', 'Olive Owner'],
  ...['--owner-password', 'correct horse battery staple', '--json'],
];

test('a standby is not ready, answers reads and refuses writes with 503, and is served again as a primary', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-standby-'));
  await chmod(dataDir, 0o755);
  const start = () => startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  let database = await start();
  await using installation = await Installation.create();
  const settings = { DATABASE_URL: database.connectionString };
  const program = await installation.start(settings);
  const created = await installation.commandWith(settings, ...CREATION);
  const organization = JSON.parse(created.stdout);
  const chat = new ChatClient(organization.chat);
  const dispatch = new DispatchClient(organization.dispatch);
  const note = () => chat.post('/messages', { type: 'direct', to: [organization.chat.user_id], content: 'a note' });
  assert.equal((await note()).status, 200);

  const [owner] = (await dispatch.get('/admins')).json;
  await database.stop();
  const cluster = path.join(dataDir, 'postgres', 'cluster');
  const { uid, gid } = await stat(cluster);
  const signal = path.join(cluster, 'standby.signal');
  await writeFile(signal, '');
  await chown(signal, uid, gid);
  database = await start();
  const ready = () => fetch(`${program.url}/readyz`);
  await until(async () => (await (await ready()).text()).includes('standby'), 'the standby');
  assert.equal((await ready()).status, 503);
  const refused = await note();
  assert.deepEqual([refused.status, refused.json.code], [503, 'SERVICE_UNAVAILABLE'], refused.text);
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  const team = await dispatch.post('/teams', { name: 'North Team', workers: [], managers: [owner.id] });
  assert.deepEqual([team.status, team.json.message.error], [503, 2501], team.text);
  assert.equal((await chat.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })).status, 200);
  // A start on it says one sentence.
  const second = installation.spawn({ ...settings, PORT: '0', DATA_DIR: path.join(installation.dataDir, 'second') });
  assert.equal((await second.end('SIGCONT')).code, 1);
  assert.match(second.output(), /^The server of DATABASE_URL is a standby, which takes no writes: [^\n]+\n$/);

  await database.stop();
  await rm(signal);
  database = await start();
  await until(async () => (await note()).status === 200, 'the primary');
  assert.equal((await ready()).status, 200);
  assert.equal((await program.end('SIGTERM')).code, 0);
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('while a standby is demanded and none is there, reads are served, and a write that waits too long is answered', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-demanded-'));
  await chmod(dataDir, 0o755);
  await using open = new AsyncDisposableStack();
  open.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const database = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  open.defer(() => database.stop());
  const installation = open.use(await Installation.create());
  const settings = { DATABASE_URL: database.connectionString, DATABASE_STATEMENT_SECONDS: '1' };
  const program = await installation.start(settings);
  const organization = JSON.parse((await installation.commandWith(settings, ...CREATION)).stdout);
  const chat = new ChatClient(organization.chat);
  const note = () => chat.post('/messages', { type: 'direct', to: [organization.chat.user_id], content: 'a note' });
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };
  const demand = async (names: string) => {
    await query(`alter system set synchronous_standby_names = '${names}'`);
    await query('select pg_reload_conf()');
    await until(
      async () => (await query('show synchronous_standby_names'))[0].synchronous_standby_names === names,
      names,
    );
  };
  // The conversation is there, so that the next message is one commit.
  assert.equal((await note()).status, 200);
  const queue = await QueueReader.register(chat, { event_types: ['message'] });
  await demand('nobody');
  let isAcknowledged = false;
  const written = note().finally(() => {
    isAcknowledged = true;
  });
  const waiting = `select pid from pg_stat_activity where query = 'commit' and wait_event = 'SyncRep'`;
  await until(async () => (await query(waiting)).length > 0, 'a commit that waits');
  const messages = async () => {
    const read = await chat.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
    assert.equal(read.status, 200, read.text);
    return read.json.messages.length;
  };
  const before = await messages();
  assert.equal(isAcknowledged, false);
  // Whether it was written nobody knows yet, and PostgreSQL's own limit for statements does not end a commit's wait.
  const answer = await written;
  assert.deepEqual([answer.status, answer.json.code], [503, 'SERVICE_UNAVAILABLE'], answer.text);
  assert.match(answer.json.msg, /may or may not have been made/);
  assert.equal(await messages(), before);
  await demand('');
  // It was, and whoever listens is told.
  const [event] = await queue.collect('message', 1);
  assert.equal(event!.message.content, 'a note');
  assert.equal(await messages(), before + 1);
  assert.equal((await note()).status, 200);
  assert.equal((await program.end('SIGTERM')).code, 0);
});

test('connections for reading that can write stop the start with one sentence', async () => {
  await using installation = await Installation.create();
  const database = await createTestDatabase();
  const url = new URL(database.connectionString);
  url.searchParams.set('options', '-c statement_timeout=0');
  const program = installation.spawn({ DATABASE_URL: url.href });
  assert.equal((await program.end('SIGCONT')).code, 1);
  assert.match(program.output(), /^The connections for reading can write: [^\n]+\n$/);
  await database.drop();
});

test('too little room on the disk: a start says one sentence', async () => {
  await using installation = await Installation.create();
  const program = installation.spawn({ DISK_RESERVE_MIB: '1000000000' });
  assert.equal((await program.end('SIGCONT')).code, 1);
  assert.match(program.output(), /^The disk of \S+ is full: \d+ MiB are free, [^\n]+\n$/);
});
