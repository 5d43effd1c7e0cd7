/** Backup and restore of an external PostgreSQL, by the `pg_dump` of the machine, with files in a bucket. */

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { asUser, postgresUser } from '../../src/platform/postgres/user.ts';
import { until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { contentOfDatabase } from '../harness/database-content.ts';
import { Installation } from '../harness/program.ts';
import { FakeS3 } from '../harness/s3.ts';

const PROGRAMS = '/usr/lib/postgresql';
const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-external-'));
after(() => rm(folder, { recursive: true, force: true }));

/** The newest whole PostgreSQL of the machine; most have none. */
const bin = (await readdir(PROGRAMS).catch(() => []))
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => path.join(PROGRAMS, version, 'bin'))[0];
const skip = bin === undefined && 'no PostgreSQL on this machine';

async function installationFor(databaseUrl: string, environment: Record<string, string> = {}) {
  const installation = await Installation.create();
  after(() => installation[Symbol.asyncDispose]());
  const settings = { DATABASE_URL: databaseUrl, ...environment };
  return { run: (...args: string[]) => installation.commandWith(settings, ...args), dataDir: installation.dataDir };
}

/** A server of the machine's PostgreSQL in a folder of its own. */
async function startServer(): Promise<(database: string) => string> {
  await chmod(folder, 0o755);
  const home = path.join(folder, 'server');
  const user = await postgresUser(home);
  execFileSync('mkdir', ['-m', '700', home]);
  if (user) await chown(home, user.uid, user.gid);
  const as = asUser(user, home);
  const cluster = path.join(home, 'cluster');
  execFileSync(path.join(bin!, 'initdb'), ['-D', cluster, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...as,
    stdio: 'ignore',
  });
  const settings = ['fsync=off', 'listen_addresses=', `unix_socket_directories=${home}`];
  const child: ChildProcess = spawn(
    path.join(bin!, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...as, stdio: 'ignore' },
  );
  after(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  });
  const urlOf = (database: string) => `postgresql://owner@${encodeURIComponent(home)}/${database}`;
  await until(
    async () => {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      client.on('error', () => undefined);
      return client.connect().then(
        async () => {
          for (const name of ['first', 'second']) await client.query(`create database ${name}`);
          await client.end();
          return true;
        },
        () => false,
      );
    },
    'the server to be ready',
    60,
  );
  return urlOf;
}

/** @returns how many rows there were */
async function query(connectionString: string, text: string): Promise<number | null> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rowCount } = await client.query(text);
  await client.end();
  return rowCount;
}

const bytesOf = (s3: FakeS3) => [...s3.objects].map(([key, { bytes }]) => [key, bytes.toString()]).sort();

test('an external database and a bucket are backed up and restored whole', { skip, timeout: 300_000 }, async () => {
  const urlOf = await startServer();
  const [from, to, other] = [await FakeS3.start(), await FakeS3.start(), await FakeS3.start()];
  after(() => Promise.all([from.stop(), to.stop(), other.stop()]));
  for (let n = 0; n < 5; n++) from.objects.set(`org/file${n}`, { bytes: Buffer.from(`file ${n}`), at: new Date(0) });
  const PATH = `${bin}:${process.env.PATH}`;
  const first = await installationFor(urlOf('first'), { ...from.environment, PATH });
  const owner = ['--owner-email', 'olive@couriers.example', '--owner-name', 'Olive Owner'];
  const made = await first.run(
    ...['org', 'create', '--name', 'Example Couriers', '--country', 'US', '--timezone', 'UTC', ...owner],
    ...['--owner-password', 'correct horse battery'],
  );
  assert.equal(made.code, 0, made.stderr);
  // A process of the server that is backed up: whoever serves from the restored database knows nothing of it.
  await query(
    urlOf('first'),
    `insert into platform.processes (id, host, pid, version, file_store, sealing_keys, connections, renewed_at)
    values ('one', 'north', 7, '0.0.1', 'folder', '{}', 34, clock_timestamp() - interval '1 hour')`,
  );
  const file = path.join(folder, 'backup');
  const backup = await first.run('backup', file);
  assert.equal(backup.code, 0, backup.stderr);

  const second = await installationFor(urlOf('second'), { ...to.environment, PATH });
  const restored = await second.run('restore', file);
  assert.equal(restored.code, 0, restored.stderr);
  // A backup cannot know that it was made and restored.
  const changed = new Set([
    ...['chat.message_ids', 'platform.backups', 'platform.backups_id_seq', 'platform.audit_log', 'platform.processes'],
  ]);
  const compared = async (database: string) =>
    (await contentOfDatabase(urlOf(database))).filter(({ name }) => !changed.has(name));
  assert.deepEqual(await compared('second'), await compared('first'));
  assert.equal(await query(urlOf('second'), 'select from platform.processes'), 0);
  assert.equal(bytesOf(from).length, 5);
  assert.deepEqual(bytesOf(to), bytesOf(from));

  // Neither over a database nor over a bucket with something in it, nor into an own database.
  const third = await installationFor(urlOf('second'), { ...other.environment, PATH });
  assert.match((await third.run('restore', file)).stderr, /is not empty: it has \w+\./);
  assert.deepEqual(await readdir(third.dataDir), []);
  const own = await installationFor('', { PATH });
  assert.match((await own.run('restore', file)).stderr, /Set DATABASE_URL to an empty database/);
});

test('a pg_dump that is missing, or older than the server, is told in a sentence', async () => {
  const database = await createTestDatabase();
  after(() => database.drop());
  const programs = path.join(folder, 'programs');
  execFileSync('mkdir', [programs]);
  const { run } = await installationFor(database.connectionString, { PATH: programs });
  const file = path.join(folder, 'refused');
  assert.equal((await run('first-run')).code, 0);
  const missing = await run('backup', file, '--empty');
  assert.match(
    missing.stderr,
    /^pg_dump is not installed on this machine .* Install the client programs of PostgreSQL \d+ or later\.$/m,
  );
  await writeFile(path.join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 12.1"\n', { mode: 0o755 });
  const older = await run('backup', file, '--empty');
  assert.match(older.stderr, /^pg_dump is from PostgreSQL 12, but the database is version \d+\./m);
  assert.equal(older.code, 1);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('refused')),
    [],
  );
});
