/** Tests the parts of the upgrade of the own PostgreSQL on databases of one server; the whole: tests/upgrade. */

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { replacedName, swapClusters, UPGRADE_FOLDER, undoHalfSwap } from '../postgres/replaced-cluster.ts';
import { beginReading, compareContent } from './copy-content.ts';
import { copySettings } from './copy-settings.ts';
import { findLeftOut, findOthersData } from './left-out.ts';
import { fetchPrograms, removeFetched } from './old-programs.ts';
import { type Relation, refuseWithoutRecord } from './relations.ts';
import { startWithSettings } from './start-with-settings.ts';

async function aDatabase(): Promise<pg.Client> {
  const { connectionString, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  after(async () => {
    await client.end();
    await drop();
  });
  return client;
}

test('what the copy does not take along is told, and a sequence that was not asked yet differs from one that was', async () => {
  const [old, made] = await Promise.all([aDatabase(), aDatabase()]);
  await old.query(
    `set idle_in_transaction_session_timeout = 1000; set transaction_timeout = 1000; set search_path = chat`,
  );
  for (const client of [old, made]) await beginReading(client);
  const { rows } = await old.query(`select current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('transaction_timeout') as long, current_setting('search_path') as path`);
  assert.deepEqual(rows, [{ idle: '0', long: '0', path: 'public' }]);
  assert.deepEqual(await findLeftOut({ old, made }), []);

  await old.query(`
    begin;
    create extension citext;
    create policy mine on chat.users using (true);
    alter table chat.drafts enable row level security;
    create publication mine for table chat.users;
    create index by_hand on chat.users (organization_id);
    create function chat.by_hand(int) returns int language sql as 'select 1';
    create trigger by_hand before truncate on chat.users execute function suppress_redundant_updates_trigger();
    alter table chat.users add constraint by_hand check (organization_id <> '');
    alter default privileges in schema chat grant select on tables to pg_monitor;
    alter table chat.drafts owner to pg_monitor;
    grant execute on function pg_catalog.pg_ls_waldir() to pg_checkpoint`);
  assert.deepEqual(await findLeftOut({ old, made }), [
    'default acl for role hubbub in schema chat on tables',
    'extension citext',
    'function chat.by_hand(integer)',
    'grants on pg_ls_waldir()',
    'index chat.by_hand',
    'owner of chat.drafts: pg_monitor',
    'policy mine on chat.users',
    'publication mine',
    'row security of chat.drafts',
    'table constraint by_hand on chat.users',
    'trigger by_hand on chat.users',
  ]);
  await old.query('rollback');

  await compareContent({ old, made }, [], () => undefined);
  await old.query(`select setval('chat.message_ids', 1, true)`);
  await made.query(`select setval('chat.message_ids', 1, false)`);
  await assert.rejects(
    compareContent({ old, made }, [], () => undefined),
    /^CannotOpenDatabase: The sequence chat\.message_ids has another value/,
  );
});

test('rows that nobody would copy are found', async () => {
  const old = await aDatabase();
  const { host, port, user, password } = old;
  const beside = new pg.Client({ host, port, user, password, database: 'postgres' });
  await beside.connect();
  await old.query('begin; select lo_create(0)');
  await beside.query('begin; create table public.kept_by_hand (n int)');
  const found = await findOthersData(old, beside);
  assert.ok(
    found.includes('large objects') && found.includes('public.kept_by_hand in the database postgres'),
    `${found}`,
  );
  assert.ok(
    found.some((name) => name.startsWith('a database hubbub_')),
    `${found}`,
  );
  for (const client of [old, beside]) await client.query('rollback');
  assert.ok(!(await findOthersData(old, beside)).some((name) => /large|kept_by_hand/.test(name)));
  await beside.end();
});

test('memberships go over with their options, and settings of all roles', async () => {
  const old = await aDatabase();
  await old.query(`begin; create role upgraded_readers; create role upgraded_grafana; create role upgraded_other;
    grant upgraded_readers to upgraded_grafana with inherit false;
    grant upgraded_readers to upgraded_other with admin true, set false;
    alter role all set client_min_messages to 'warning'`);
  const statements: string[] = [];
  const query = async (text: string) => {
    statements.push(text);
    return { rows: [] };
  };
  await copySettings({ old, made: { query } as never });
  for (const statement of [
    'grant upgraded_readers to upgraded_grafana with admin false, inherit false, set true',
    'grant upgraded_readers to upgraded_other with admin true, inherit true, set false',
    "alter role all set client_min_messages to 'warning'",
  ])
    assert.ok(statements.includes(statement), statements.join('\n'));
  await old.query('rollback');
});

test('a database whose tables nobody has on record is refused', () => {
  const table = (name: string): [string, Relation] => [name, { name, kind: 'r', columns: [], isLocal: false }];
  refuseWithoutRecord(new Map([table('chat.users'), table('public.hubbub_migrations')]));
  assert.throws(() => refuseWithoutRecord(new Map([table('chat.users')])), {
    expected: true,
    message: /^The old database has chat\.users but not public\.hubbub_migrations/,
  });
});

test('settings with which the new version does not start are left out, and told', async () => {
  const cluster = await mkdtemp(path.join(tmpdir(), 'hubbub-settings-'));
  after(() => rm(cluster, { recursive: true }));
  const file = path.join(cluster, 'postgresql.auto.conf');
  const text = "shared_preload_libraries = 'gone'\n";
  await writeFile(file, text);
  const start = async () => {
    if ((await readFile(file, 'utf8')) !== '')
      throw new Error('it does not run', { cause: new Error('no file "gone"') });
    return 'running';
  };
  await assert.rejects(startWithSettings(cluster, [], start), /it does not run/);
  assert.equal(await readFile(file, 'utf8'), text);
  assert.deepEqual(await startWithSettings(cluster, ['alter system set x to y'], start), {
    running: 'running',
    left: ['alter system set x to y (no file "gone")'],
  });
  assert.deepEqual((await startWithSettings(cluster, ['alter system set x to y'], start)).left, []);
});

test('a swap that fails, or was cut off, leaves the cluster that was there', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-swap-'));
  after(() => rm(folder, { recursive: true }));
  const make = (name: string) => mkdir(path.join(folder, name));
  const there = async () => (await readdir(folder)).sort();
  await make('cluster');
  await assert.rejects(swapClusters(folder, path.join(folder, 'no copy'), replacedName(17, new Date())), {
    code: 'ENOENT',
  });
  assert.deepEqual(await there(), ['cluster']);

  await rename(path.join(folder, 'cluster'), path.join(folder, 'cluster.postgres-17.delete-after-2030-02-01'));
  const others = [
    'cluster.postgres-18.delete-after-2030-01-31',
    'cluster.postgres-9.delete-after-2030-02-01',
    'cluster.postgres-18',
  ];
  for (const name of [...others, UPGRADE_FOLDER]) await make(name);
  await undoHalfSwap(folder);
  assert.deepEqual(await there(), [...others, UPGRADE_FOLDER, 'cluster'].sort());
});

test('npm is given proxies and its own settings, and no secret; what a killed run has fetched is removed', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-old-programs-'));
  const before = { ...process.env };
  after(async () => {
    process.env = before;
    await rm(dataDir, { recursive: true });
  });
  const resultFile = path.join(dataDir, 'told');
  const script = `#!/bin/sh\nenv > ${resultFile}\necho 'npm error code ENOTFOUND' >&2\necho 'npm error no such host' >&2\n
    echo 'npm error A complete log of this run can be found in: x' >&2\nexit 1\n`;
  await writeFile(path.join(dataDir, 'npm'), script, { mode: 0o755 });
  Object.assign(process.env, {
    HTTPS_PROXY: 'http://proxy.example',
    npm_config_cafile: '/ca.pem',
    SECRET_KEY: 'hidden',
  });
  process.env.PATH = `${dataDir}:${before.PATH}`;
  await assert.rejects(fetchPrograms({ version: 17, dataDir, user: undefined }), {
    expected: true,
    message:
      /^PostgreSQL 17, which wrote this database, is not installed on this machine, and npm could not download it \(no such host\)\. /,
  });
  const environment = await readFile(resultFile, 'utf8');
  for (const line of ['HTTPS_PROXY=http://proxy.example', 'npm_config_cafile=/ca.pem'])
    assert.ok(environment.split('\n').includes(line), environment);
  assert.doesNotMatch(environment, /hidden/);

  for (const name of ['postgresql-17', 'postgresql-notes']) await mkdir(path.join(dataDir, name));
  await removeFetched(dataDir);
  assert.deepEqual((await readdir(dataDir)).sort(), ['npm', 'postgresql-notes', 'told']);
});
