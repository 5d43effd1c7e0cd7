/** A process that would do harm beside those that serve does not start, and has written nothing (docs/decisions/0085-who-may-start.md). */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { contentOfDatabase } from '../harness/database-content.ts';
import { createUnmigratedDatabase } from '../harness/migrated.ts';
import { Installation, type Program } from '../harness/program.ts';
import { FakeS3 } from '../harness/s3.ts';

const [OLD, NEW, WRONG] = ['0a', '0b', '0c'].map((byte) => byte.repeat(32)) as [string, string, string];
const s3 = await FakeS3.start();
after(() => s3.stop());

/** A database, and the settings with which several processes serve from it. */
async function sharedDatabase() {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  return {
    client,
    connectionString: database.connectionString,
    settings: { DATABASE_URL: database.connectionString, SECRET_KEY: OLD, ...s3.environment },
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.drop();
    },
  };
}

/** All but what the processes write of themselves while they serve. */
async function written(connectionString: string) {
  return (await contentOfDatabase(connectionString)).filter(({ name }) => name !== 'platform.processes');
}

async function ended(program: Program): Promise<string> {
  // A signal that does nothing: the program ends by itself.
  assert.equal((await program.end('SIGCONT')).code, 1, program.output());
  const sentence = program.output();
  assert.match(sentence, /^[^\n{]+\n$/);
  return sentence;
}

/** One that has told of itself, as if it served elsewhere; it is renewed until it is let go. */
async function pretend(client: pg.Client, given: Record<string, unknown> = {}) {
  const row = { version: '0.0.1', file_store: 'folder', connections: 34, ...given };
  const renew = () =>
    client.query(
      `insert into platform.processes (id, host, pid, version, file_store, sealing_keys, connections)
      values ('elsewhere', 'north', 7, $1, $2, '{}', $3)
      on conflict (id) do update set renewed_at = clock_timestamp()`,
      [row.version, row.file_store, row.connections],
    );
  await renew();
  return renew;
}

test('a wrong key starts no process and runs no command, and nothing is written', { timeout: 300_000 }, async () => {
  await using database = await sharedDatabase();
  const { settings, connectionString } = database;
  await using place = await Installation.create();
  const made = await place.commandWith(
    settings,
    ...['org', 'create', '--name', 'Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles', '--json'],
    ...['--owner-email', 'o@couriers.example', '--owner-name', 'Olive', '--owner-password', 'correct horse battery'],
  );
  assert.equal(made.code, 0, made.stderr);
  const organization = JSON.parse(made.stdout).organization_id;
  const before = await written(connectionString);

  await using other = await Installation.create();
  const wrong = await ended(other.spawn({ ...settings, SECRET_KEY: WRONG }));
  assert.match(wrong, /^SECRET_KEY is not the key of this database: it does not open the sealed values\. /);
  const { SECRET_KEY: _left, ...without } = settings;
  assert.match(await ended(other.spawn(without)), /^The key of this database is missing: SECRET_KEY is not set /);
  assert.ok(!existsSync(path.join(other.dataDir, 'secret.key')));
  assert.ok(!existsSync(path.join(other.dataDir, 'external-database.json')));
  const file = path.join(other.dataDir, 'backup');
  for (const args of [
    ['webhook', 'secret', '--organization', organization],
    ['sealing-key', 'rotate'],
    ['backup', file],
    ['first-run'],
  ]) {
    const { code, stdout, stderr } = await place.commandWith({ ...settings, SECRET_KEY: WRONG }, ...args);
    assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: '', stderr: wrong });
  }
  assert.ok(!existsSync(file));
  assert.deepEqual(await written(connectionString), before);

  // A key that is lost for good is given up by a command that says so.
  const adopted = await place.commandWith(
    { ...settings, SECRET_KEY: WRONG },
    'sealing-key',
    'adopt',
    '--lost',
    '--json',
  );
  assert.equal(adopted.code, 0, adopted.stderr);
  const { keys, others } = JSON.parse(adopted.stdout);
  assert.equal(keys[0].values, 1);
  assert.ok(others > 0);
  const listed = await place.commandWith({ ...settings, SECRET_KEY: WRONG }, 'org', 'list');
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(await ended(other.spawn(settings)), /^SECRET_KEY is not the key of this database/);
});

test('a database of before there was a check is judged by what is sealed in it', { timeout: 300_000 }, async () => {
  await using database = await sharedDatabase();
  const { settings, client } = database;
  await using place = await Installation.create();
  assert.equal((await place.commandWith(settings, 'first-run')).code, 0);
  await client.query('delete from platform.sealing_check');
  // Nothing is sealed yet, so any key will do.
  assert.equal((await place.commandWith({ ...settings, SECRET_KEY: WRONG }, 'first-run')).code, 0);
  await client.query('delete from platform.sealing_check');
  const made = await place.commandWith(
    settings,
    ...['org', 'create', '--name', 'Couriers', '--country', 'US', '--timezone', 'America/Los_Angeles', '--json'],
    ...['--owner-email', 'o@couriers.example', '--owner-name', 'Olive', '--owner-password', 'correct horse battery'],
  );
  assert.equal(made.code, 0, made.stderr);
  await client.query('delete from platform.sealing_check');
  const refused = await place.commandWith({ ...settings, SECRET_KEY: WRONG }, 'org', 'list');
  assert.match(refused.stderr, /^SECRET_KEY is not the key of this database/);
  assert.equal((await client.query('select from platform.sealing_check')).rowCount, 0);
  assert.equal((await place.commandWith(settings, 'org', 'list')).code, 0);
  assert.equal((await client.query('select from platform.sealing_check')).rowCount, 1);
});

test('SECRET_KEY is changed while processes serve: by its two steps, and by no shorter way', {
  timeout: 300_000,
}, async () => {
  await using database = await sharedDatabase();
  const { settings } = database;
  await using first = await Installation.create();
  await using second = await Installation.create();
  const key = (...keys: string[]) => ({ ...settings, SECRET_KEY: keys.join(',') });
  let serves = await first.start(key(OLD));
  // The right key is there, but what this one seals, the other cannot open.
  assert.match(await ended(second.spawn(key(WRONG, OLD))), /do not know each other's sealing key/);
  let beside = await second.start(key(OLD, NEW));
  const replace = async (place: Installation, running: Program, ...keys: string[]) => {
    assert.equal((await running.end('SIGTERM')).code, 0, running.output());
    return place.start(key(...keys));
  };
  serves = await replace(first, serves, OLD, NEW);
  serves = await replace(first, serves, NEW, OLD);
  beside = await replace(second, beside, NEW, OLD);
  const rotated = await first.commandWith(key(NEW, OLD), 'sealing-key', 'rotate', '--json');
  assert.equal(rotated.code, 0, rotated.stderr);
  serves = await replace(first, serves, NEW);
  assert.match(await ended(await endThen(beside, () => second.spawn(key(OLD)))), /^SECRET_KEY is not the key/);

  // The keys of a file are told as well, and those that a command changes meanwhile.
  await serves.end('SIGTERM');
  const { SECRET_KEY: _setting, ...byFile } = settings;
  await writeFile(path.join(first.dataDir, 'secret.key'), `${NEW}\n`);
  await first.start(byFile);
  assert.match(await ended(second.spawn(key(WRONG, NEW))), /do not know each other's sealing key/);
  const changed = await first.commandWith(byFile, 'sealing-key', 'rotate');
  assert.equal(changed.code, 0, changed.stderr);
  const keys = (await readFile(path.join(first.dataDir, 'secret.key'), 'utf8')).trim().split('\n');
  assert.equal(keys.length, 2);
  await second.start(key(...keys));
});

async function endThen(running: Program, next: () => Program): Promise<Program> {
  await running.end('SIGTERM');
  return next();
}

test('files, versions and connections must fit those that serve', { timeout: 300_000 }, async () => {
  await using database = await sharedDatabase();
  const { settings, client, connectionString } = database;
  await using serving = await Installation.create();
  await using other = await Installation.create();
  const program = await serving.start(settings);
  // It writes the code of its first run while it serves already.
  await until(async () => program.output().includes('no organization yet'), 'the line about the first run');
  const before = await written(connectionString);
  assert.match(
    await ended(other.spawn({ ...settings, FILE_STORE: 'folder' })),
    /^Another process \(\d+ on \S+\) keeps the files in the bucket .*, and this one would in its data folder\./,
  );
  assert.match(
    await ended(other.spawn({ ...settings, DATABASE_WRITERS: '900' })),
    /^This process takes 918 connections to PostgreSQL at most; it gives \d+ to this role\. Raise max_connections/,
  );
  const renew = await pretend(client, { file_store: 'folder', version: '0.0.1' });
  const late = other.spawn(settings);
  const renewing = setInterval(() => void renew(), 100);
  try {
    assert.match(await ended(late), /^Another process \(7 on north\) is version 0\.0\.1, and this is /);
    const command = await other.commandWith(settings, 'org', 'list');
    assert.match(command.stderr, /^Another process \(7 on north\) is version 0\.0\.1/);
  } finally {
    clearInterval(renewing);
  }
  assert.deepEqual(await written(connectionString), before);
  assert.deepEqual(
    (await readdir(other.dataDir)).filter((name) => !name.startsWith('hubbub.')),
    [],
  );
});

test('what was killed stands in no way: not in its own, and in that of others until its row expires', {
  timeout: 300_000,
}, async () => {
  await using database = await sharedDatabase();
  const { settings, client } = database;
  // As many connections as there are for one process: with the row of another one it would not start.
  const { rows } = await client.query("select current_setting('max_connections')::int as most");
  const wide = { ...settings, FILE_STORE: 'folder', DATABASE_WRITERS: String(rows[0].most - 20) };
  await using place = await Installation.create();
  let program = await place.start(wide);
  const list = async () => (await client.query('select id, pid from platform.processes')).rows;
  assert.equal((await list())[0].pid, program.child.pid);
  await program.end('SIGKILL');
  program = await place.start(wide);
  assert.equal((await list())[0].pid, program.child.pid);

  await program.end('SIGKILL');
  await using other = await Installation.create();
  const waiting = other.spawn(wide);
  await until(
    async () =>
      (
        await client.query(
          "select from pg_stat_activity where application_name = 'hubbub migrations' and datname = current_database() and query like '%from platform.processes%'",
        )
      ).rowCount === 1,
    'the other one to have looked',
    60,
  );
  // A time of the database's, not of a clock that this test could move.
  await client.query("update platform.processes set renewed_at = clock_timestamp() - interval '21 seconds'");
  await until(() => waiting.output().includes('Hubbub serves'), 'the other one to serve', 60);
  assert.equal((await waiting.end('SIGTERM')).code, 0);
  // An orderly end leaves no row; that of a killed process goes by a start a day later.
  assert.deepEqual(
    (await list()).map(({ pid }) => pid),
    [program.child.pid],
  );
  await client.query("update platform.processes set renewed_at = clock_timestamp() - interval '25 hours'");
  assert.equal((await (await other.start(wide)).end('SIGTERM')).code, 0);
  assert.deepEqual(await list(), []);
});

test('connections are counted by what PostgreSQL gives to the role, in that database', {
  timeout: 300_000,
}, async () => {
  await using database = await createUnmigratedDatabase();
  const { db } = database;
  const url = new URL(database.connectionString);
  const [role, name] = [`few_${process.pid}`, url.pathname.slice(1)];
  await db.query(`create role ${role} login password 'few' connection limit 33`);
  try {
    await db.query(`alter database ${name} owner to ${role}`);
    [url.username, url.password] = [role, 'few'];
    await using place = await Installation.create();
    const start = () => place.spawn({ DATABASE_URL: url.href });
    assert.match(
      await ended(start()),
      /^This process takes 34 connections to PostgreSQL at most; it gives 33 to this role\./,
    );
    await db.query(`alter database ${name} connection limit 32`);
    assert.match(await ended(start()), /it gives 32 to this role\./);
    const { rows } = await db.query("select to_regclass('public.hubbub_migrations') as record");
    assert.equal(rows[0].record, null);
    await db.query(`alter database ${name} connection limit -1`);
    await db.query(`alter role ${role} connection limit 34`);
    const program = await place.start({ DATABASE_URL: url.href });
    assert.equal((await program.end('SIGTERM')).code, 0);
  } finally {
    await db.query(`drop owned by ${role} cascade; alter database ${name} owner to current_user; drop role ${role}`);
  }
});

test('a data folder is of one process, and of its external database from then on', { timeout: 300_000 }, async () => {
  await using database = await createUnmigratedDatabase();
  await using place = await Installation.create();
  const settings = { DATABASE_URL: database.connectionString };
  const program = await place.start(settings);
  assert.match(await ended(place.spawn({ ...settings, PORT: '0' })), /^Another Hubbub \(process \d+\) is using /);
  assert.equal((await program.end('SIGTERM')).code, 0);
  assert.match(await ended(place.spawn()), /^DATA_DIR \S+ belongs to the external database /);
  assert.ok(!existsSync(path.join(place.dataDir, 'postgres')));
  // The same folder beside another process's commands.
  await using other = await Installation.create();
  assert.match((await other.commandWith(settings, 'org', 'list')).stderr, /^There is no installation in /);
  assert.deepEqual(await readdir(other.dataDir), []);
  await rm(path.join(place.dataDir, 'external-database.json'));
  assert.equal((await (await place.start()).end('SIGTERM')).code, 0);
  assert.ok(existsSync(path.join(place.dataDir, 'postgres')));
});
