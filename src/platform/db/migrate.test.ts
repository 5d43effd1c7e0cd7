import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { until } from '../../../tests/harness/clients.ts';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { listMigrations, migrate } from './migrate.ts';

const NAME = 'platform/0001-platform';

test('an applied migration whose file was changed stops the start; one of an older version gets its checksum', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  const checksum = async () =>
    (await client.query('select checksum from public.hubbub_migrations where name = $1', [NAME])).rows[0].checksum;
  const set = (value: string | null) =>
    client.query('update public.hubbub_migrations set checksum = $2 where name = $1', [NAME, value]);
  const right = await checksum();
  assert.match(right, /^[0-9a-f]{64}$/);
  await set('0'.repeat(64));
  await assert.rejects(migrate(connectionString), {
    expected: true,
    message: new RegExp(`^The migration ${NAME} was changed after this database had applied it\\.`),
  });
  await set(null);
  await migrate(connectionString);
  assert.equal(await checksum(), right);
  await client.end();
  await drop();
});

test('migrations of the pages keep the name that databases have on record', async () => {
  const names = (await listMigrations()).map(({ name }) => name);
  assert.ok(names.includes('web/0373-join-people'));
  assert.deepEqual(
    names.filter((name) => name.startsWith('pages/')),
    [],
  );
});

test('a database of a newer version stops the start', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`insert into public.hubbub_migrations (name)
    select format('chat/%s-later', n) from generate_series(9900, 9940) n union all values ('platform/9950-later')`);
  await assert.rejects(migrate(connectionString), {
    expected: true,
    message:
      /^The database is newer than this program \(\S+\), which does not know 42 changes of its tables, the last one platform\/9950-later\.\nStart the newer version, or restore a backup from before the upgrade\.$/,
  });
  await client.end();
  await drop();
});

test('an upgrade that fails leaves the tables as they were', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-migrations-'));
  const client = new pg.Client({ connectionString });
  await client.connect();
  const found = async () => (await client.query('select name from public.hubbub_migrations order by name')).rows;
  const before = await found();
  const later = async (number: number, text: string) => {
    const file = path.join(folder, `${number}-later.sql`);
    await writeFile(file, text);
    return { name: `platform/${number}-later`, file };
  };
  const good = await later(9998, 'create table platform.later (n int); insert into platform.later values (1)');
  const bad = await later(9999, 'update platform.later set n = 1 / (n - 1)');
  const known = await listMigrations();
  await assert.rejects(
    migrate(connectionString, { known: [...known, good, bad] }),
    /^Error: migration platform\/9999-later failed$/,
  );
  assert.deepEqual(await found(), before);
  assert.equal((await client.query("select to_regclass('platform.later') as oid")).rows[0].oid, null);
  // The version before goes on, and so does a better one.
  await migrate(connectionString);
  await migrate(connectionString, { known: [...known, good] });
  assert.equal((await found()).length, before.length + 1);
  await client.end();
  await rm(folder, { recursive: true });
  await drop();
});

test('a migration gives way to whoever uses its table for long, and tries again', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-migrations-'));
  const file = path.join(folder, '9999-later.sql');
  await writeFile(file, 'alter table platform.organizations add column later text');
  const [reading, watching] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([reading.connect(), watching.connect()]);
  await reading.query('begin');
  await reading.query('select from platform.organizations');
  const waits = async () => {
    const { rows } = await watching.query(`select from pg_stat_activity
      where application_name = 'hubbub migrations' and datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0;
  };
  const migrated = migrate(connectionString, {
    known: [...(await listMigrations()), { name: 'platform/9999-later', file }],
  });
  await until(waits, 'the migration to wait');
  await until(async () => !(await waits()), 'it to give way');
  // Later readers are served although the first one still reads.
  await watching.query('insert into platform.organizations select * from platform.organizations');
  await reading.query('commit');
  await migrated;
  await watching.query('select later from platform.organizations');
  await Promise.all([reading.end(), watching.end()]);
  await rm(folder, { recursive: true });
  await drop();
});
