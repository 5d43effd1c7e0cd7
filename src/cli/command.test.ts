/** Commands find an installation, and never make one by accident. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { createUnmigratedDatabase } from '../../tests/harness/migrated.ts';
import { readConfig } from '../platform/config.ts';
import { recordExternalDatabase } from '../platform/installation.ts';
import { runCommand } from './program.ts';

const root = await mkdtemp(path.join(tmpdir(), 'hubbub-command-'));
after(() => rm(root, { recursive: true, force: true }));

const ORGANIZATION = ['--organization', 'A'.repeat(24)];
/** One of each file of commands that reads or changes an installation. */
const COMMANDS = [
  ['doctor'],
  ['backup', path.join(root, 'backup')],
  ['org', 'list'],
  ['org', 'delete', ...ORGANIZATION, '--yes'],
  ['org', 'export', path.join(root, 'export'), ...ORGANIZATION],
  ['org', 'passwords', ...ORGANIZATION, '--allow', 'on'],
  ['org', 'address', ...ORGANIZATION, '--set', 'north'],
  ['user', 'list', ...ORGANIZATION],
  ['user', 'create', ...ORGANIZATION, '--email', 'e@x.example', '--name', 'E', '--role', 'member'],
  ['user', 'deactivate', ...ORGANIZATION, '--email', 'e@x.example'],
  ['person', 'erase', 'e@x.example', ...ORGANIZATION, '--messages', 'keep'],
  ['key', 'list', ...ORGANIZATION],
  ['outbox', ...ORGANIZATION],
  ['audit', ...ORGANIZATION],
  ['log', 'tail', ...ORGANIZATION],
  ['messages', 'restore', ...ORGANIZATION],
  ['sms', 'test', ...ORGANIZATION, '--to', '+14155550123'],
  ['sms', 'number', ...ORGANIZATION, '--shared'],
  ['webhook', 'secret', ...ORGANIZATION],
  ['explain', 'narrow', '[]', ...ORGANIZATION, '--email', 'e@x.example'],
  ['geo', 'precision', 'street', ...ORGANIZATION],
  ['sealing-key', 'status'],
  ['sealing-key', 'adopt', '--lost'],
  ['postgres', 'upgrade'],
];

test('no command makes an installation where it was to find one', async () => {
  for (const [n, args] of COMMANDS.entries()) {
    const dataDir = path.join(root, 'typo', String(n));
    await assert.rejects(runCommand(args, readConfig({ DATA_DIR: dataDir })), {
      expected: true,
      message: `There is no installation in ${dataDir}.`,
    });
  }
  assert.ok(!existsSync(path.join(root, 'typo')));
  // Nor in a folder of something else.
  const other = path.join(root, 'other');
  await mkdir(other);
  await writeFile(path.join(other, 'letter.txt'), 'Dear Dora');
  await assert.rejects(runCommand(['doctor'], readConfig({ DATA_DIR: other })), /There is no installation in/);
  assert.deepEqual(await readdir(other), ['letter.txt']);
});

test('with DATABASE_URL both the database and what lies beside it must be there', async () => {
  await using empty = await createUnmigratedDatabase();
  const place = path.join(root, 'beside');
  const settings = { DATA_DIR: place, DATABASE_URL: empty.connectionString };
  const run = (further: Record<string, string>) => runCommand(['org', 'list'], readConfig({ ...settings, ...further }));
  // The key, and the files.
  await assert.rejects(run({}), { expected: true, message: `There is no installation in ${place}.` });
  await assert.rejects(run({ SECRET_KEY: 'ab'.repeat(32) }), /There is no installation in/);
  const bucket = { FILE_STORE: 's3', S3_BUCKET: 'parcels' };
  await assert.rejects(run(bucket), /There is no installation in/);
  await assert.rejects(run({ ...bucket, SECRET_KEY: 'ab'.repeat(32) }), {
    expected: true,
    message: 'There is no installation in the database that DATABASE_URL names.',
  });
  await mkdir(path.join(place, 'files'), { recursive: true });
  await assert.rejects(run({}), /in the database that DATABASE_URL names\.$/);
  assert.deepEqual(await readdir(place), ['files']);
  const { rows } = await empty.db.query("select from pg_namespace where nspname in ('platform', 'chat', 'dispatch')");
  assert.equal(rows.length, 0);
});

test('a data folder of an external database takes no database of its own', async () => {
  const place = path.join(root, 'external');
  await mkdir(place);
  const first = await recordExternalDatabase(place, 'postgresql://hubbub:secret@db.example:5433/floor?sslmode=require');
  for (const args of [['doctor'], ['org', 'list'], ['first-run'], ['postgres', 'upgrade']])
    await assert.rejects(runCommand(args, readConfig({ DATA_DIR: place })), {
      expected: true,
      message: `DATA_DIR ${place} belongs to the external database floor on db.example:5433. Set DATABASE_URL and the other settings of its server, or delete ${path.join(place, 'external-database.json')} to use the folder with its own database.`,
    });
  assert.deepEqual(await readdir(place), ['external-database.json']);
  // A database that moved keeps its folder.
  const moved = await recordExternalDatabase(place, 'postgresql://hubbub@%2Frun%2Fpostgresql/floor');
  assert.deepEqual(moved, { id: first.id, database: 'floor on /run/postgresql' });
  // Deleted on purpose, the folder is free.
  await rm(path.join(place, 'external-database.json'));
  await assert.rejects(runCommand(['doctor'], readConfig({ DATA_DIR: place })), /There is no installation in/);
});

test('a backup of an installation without organizations is made only when it is asked for', async () => {
  const database = await createTestDatabase();
  const place = path.join(root, 'empty');
  await mkdir(path.join(place, 'files'), { recursive: true });
  const config = readConfig({ DATA_DIR: place, DATABASE_URL: database.connectionString });
  const file = path.join(root, 'of-nothing');
  await assert.rejects(runCommand(['backup', file], config), {
    expected: true,
    message: /^No organization to back up\. .* use --empty to back up anyway\.$/,
  });
  assert.ok(!existsSync(file));
  await database.drop();
});
