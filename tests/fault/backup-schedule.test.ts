/** Backups that the server makes by itself, and what `doctor` says of them. */

import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { openCore } from '../../src/app.ts';
import { createOrganization } from '../../src/cli/organizations.ts';
import { backupState } from '../../src/platform/backup/access.ts';
import { BackupWriter } from '../../src/platform/backup/backup-writer.ts';
import { makeBackup } from '../../src/platform/backup/make-backup.ts';
import { readBackup } from '../../src/platform/backup/read-backup.ts';
import { backUpWhenDue } from '../../src/platform/backup/scheduled-backup.ts';
import { readConfig } from '../../src/platform/config.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { createLog } from '../../src/platform/log.ts';
import { openDatabaseForCommand } from '../../src/platform/postgres/server-database.ts';
import { commandWords } from '../../src/platform/texts/health-words.ts';
import { MovableClock } from '../harness/server.ts';

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
const root = await mkdtemp(path.join(tmpdir(), 'hubbub-schedule-'));
after(() => rm(root, { recursive: true, force: true }));
// The user that PostgreSQL runs as may have to enter it.
await chmod(root, 0o755);
const folder = path.join(root, 'backups');
await mkdir(folder);

const log = createLog({ logLevel: 'silent' });
const config = readConfig({
  DATA_DIR: path.join(root, 'data'),
  BACKUP_FOLDER: folder,
  BACKUP_EVERY_HOURS: '6',
  BACKUP_KEEP: '2',
});
const clock = new MovableClock();
const database = await openDatabaseForCommand({ dataDir: config.dataDir, log });
after(() => database.stop());
const { services, close } = await openCore({
  ...{ config, log, clock, serving: false, mayInstall: true },
  connectionString: database.connectionString,
});
after(close);

const due = (signal = new AbortController().signal) => backUpWhenDue(services, folder, signal);
const files = async () => (await readdir(folder)).sort();
const state = (settings: Partial<typeof config> = {}) =>
  backupState(services.database.reader, { ...config, ...settings }, clock.now(), commandWords());
const attempts = async () =>
  (await services.database.reader.first(sql<{ count: number }>`
    select count(*)::int as count from platform.backups`))!.count;

test('a backup is made when it is due, by one process, and the newest are kept', { timeout: 300_000 }, async () => {
  assert.deepEqual(await state(), { state: 'fail', detail: 'no backup yet' });
  assert.equal((await state({ backupFolder: undefined })).state, 'warn');
  // Not what the schedule has named.
  await writeFile(path.join(folder, 'hubbub-before-the-move'), '');
  // A database that is empty by mistake would push the good ones out.
  await due();
  assert.equal(await attempts(), 0);
  await createOrganization(services, {
    ...{ name: 'Example Couriers', country: 'US', timezone: 'America/Los_Angeles' },
    ...{ ownerEmail: 'olive@couriers.example', ownerName: 'Olive Owner', ownerPassword: 'correct horse battery' },
  });
  await Promise.all([due(), due()]);
  const [first] = (await files()).filter((name) => name.startsWith('hubbub-2'));
  assert.equal((await files()).length, 2);
  await readBackup({ file: path.join(folder, first!), identities: [] }, async () => {});
  assert.equal((await state()).state, 'ok');
  assert.match(
    (await state()).detail,
    new RegExp(`^last good backup .*: ${path.join(folder, first!)}, [\\d,]+ bytes, not verified$`),
  );

  clock.advance(5 * HOUR_MS);
  await due();
  assert.equal(await attempts(), 1);
  for (let n = 0; n < 2; n++) {
    clock.advance(6 * HOUR_MS);
    await due();
  }
  const retained = await files();
  assert.equal(retained.length, 3, String(retained));
  assert.ok(retained.includes('hubbub-before-the-move') && !retained.includes(first!));
});

test('one that fails is told, made again after an hour, and takes no older one away', async () => {
  const before = await files();
  await rename(folder, `${folder}-away`);
  clock.advance(7 * HOUR_MS);
  await due();
  assert.match((await state()).detail, /; the last attempt at .* failed: No backup can be written into /);
  assert.equal((await state()).state, 'fail');
  const made = await attempts();
  await due();
  assert.equal(await attempts(), made);
  await rename(`${folder}-away`, folder);
  assert.deepEqual(await files(), before);
  clock.advance(HOUR_MS);
  // A program that ends leaves it to the next one, and nothing of it.
  await assert.rejects(due(AbortSignal.abort()));
  assert.deepEqual([await files(), await attempts()], [before, made]);
  // What a killed one left goes, though in a container its number is another process's now.
  const [left, other] = [`${before[0]}.partial-${process.ppid}`, `hubbub-by-hand.partial-${process.ppid}`];
  for (const name of [left, other]) await writeFile(path.join(folder, name), '');
  await due();
  const now = await files();
  assert.ok(!now.includes(left) && now.includes(other), String(now));
  assert.equal((await state()).state, 'ok');
  clock.advance(13 * HOUR_MS);
  assert.equal((await state()).state, 'fail', 'one that was missed');
});

test('what a killed process of the own number left is no hindrance', async () => {
  const file = path.join(root, 'by-hand');
  await writeFile(`${file}.partial-${process.pid}`, 'half');
  await using writer = await BackupWriter.create(file);
  await writer.finish();
});

test('a backup looks within its entries whether it is to stop, and has each file once', {
  timeout: 300_000,
}, async () => {
  await mkdir(path.join(config.dataDir, 'files'), { recursive: true });
  await writeFile(path.join(config.dataDir, 'files', 'large'), Buffer.alloc(40 * MIB));
  const file = path.join(root, 'watched');
  const { connectionString } = database;
  const reported: number[] = [];
  const made = await makeBackup({ file, config, connectionString, progress: (_part, bytes) => reported.push(bytes) });
  // Log of the database comes in entries of 16 MiB.
  const steps = reported.map((bytes, n) => bytes - (reported[n - 1] ?? 0));
  assert.ok(Math.max(...steps) <= 2 * MIB, String(Math.max(...steps)));
  assert.equal(made.files, 1);
  assert.ok(made.bytes > 40 * MIB);

  const stop = (_part: string, bytes: number) => {
    if (bytes > 10 * MIB) throw new Error(bytes < 30 * MIB ? 'stopped within' : 'stopped after');
  };
  const stopped = path.join(root, 'stopped');
  await assert.rejects(makeBackup({ file: stopped, config, connectionString, progress: stop }), /stopped within/);
  assert.deepEqual(
    (await readdir(root)).filter((name) => name.startsWith('stopped')),
    [],
  );
});
