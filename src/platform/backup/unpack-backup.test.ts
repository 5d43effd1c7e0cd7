import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { FakeS3 } from '../../../tests/harness/s3.ts';
import { type Config, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { BackupArchive, pieceKey } from './archive.ts';
import { type BackupHeader, CLUSTER, DUMP, FILES, KEY_ENTRY } from './backup-form.ts';
import { BackupWriter } from './backup-writer.ts';
import { dumpDatabase } from './client-programs.ts';
import { planPlayback } from './play-archive.ts';
import { readBackup, readBackupHeader } from './read-backup.ts';
import { RestoreRoom } from './restore-room.ts';
import { unpackBackup } from './unpack-backup.ts';

const MIB = 2 ** 20;
const root = await mkdtemp(path.join(tmpdir(), 'hubbub-unpack-'));
after(() => rm(root, { recursive: true, force: true }));
const log = createLog({ logLevel: 'silent' });
const header: BackupHeader = {
  ...{ form: 1, program: '0.1.0', begunAt: '2026-01-01T00:00:00.000Z', migrations: [], hasKey: true },
  database: { kind: 'cluster', version: 18, machine: `${process.platform}-${process.arch}` },
};

async function backupOf(name: string, entries: Record<string, string>, changes: Partial<BackupHeader> = {}) {
  const file = path.join(root, name);
  await using writer = await BackupWriter.create(file);
  await writer.addHeader({ ...header, ...changes });
  for (const [entry, text] of Object.entries(entries)) await writer.addText(entry, text);
  await writer.finish();
  return { file, identities: [] };
}

async function place(settings: Partial<Config> = {}): Promise<Config> {
  const dataDir = await mkdtemp(path.join(root, 'data-'));
  return { ...readConfig({ DATA_DIR: dataDir }), ...settings };
}

test('a begin that would not fit into memory is no backup, whole or looked at', async () => {
  const source = await backupOf('long', {}, { migrations: ['x'.repeat(2 * MIB)] });
  await assert.rejects(
    readBackup(source, async () => {}),
    /long is not an intact backup/,
  );
  await assert.rejects(readBackupHeader(source), /long is not an intact backup/);
  const good = await backupOf('good', { [KEY_ENTRY]: 'key' });
  assert.deepEqual(await readBackupHeader(good), header);
});

test('an entry that leads out of its folder is refused, and written nowhere', async () => {
  for (const name of [`${CLUSTER}../../outside`, `${FILES}../outside`]) {
    const config = await place();
    const source = await backupOf(name.replaceAll('/', '-'), { [KEY_ENTRY]: 'key', [name]: 'text' });
    await assert.rejects(unpackBackup({ ...source, config, log }), /is outside its folder|is not a valid object key/);
    assert.deepEqual(
      (await readdir(config.dataDir, { recursive: true })).filter((each) => each.includes('outside')),
      [],
    );
  }
});

test('a restore is begun anew into the file store that it had, and into no other that has something', async () => {
  const [own, other] = [await FakeS3.start(), await FakeS3.start()];
  after(() => Promise.all([own.stop(), other.stop()]));
  const source = await backupOf('bucket', { [KEY_ENTRY]: 'key', [`${FILES}org/a`]: 'a', [`${FILES}org/b`]: 'b' });
  const config = await place(own.settings);
  await unpackBackup({ ...source, config, log });
  // It has not been finished.
  for (const store of [own, other]) store.objects.set('org/a', { bytes: Buffer.from('half'), at: new Date() });
  await assert.rejects(
    unpackBackup({ ...source, config: { ...config, ...other.settings }, log }),
    /The file store is not empty: it has org\/a/,
  );
  assert.equal(other.objects.size, 1);
  await unpackBackup({ ...source, config, log });
  assert.deepEqual(
    [...own.objects].map(([key, { bytes }]) => [key, String(bytes)]),
    [
      ['org/a', 'a'],
      ['org/b', 'b'],
    ],
  );
});

test('a restore asks for the room that it takes on this machine', async () => {
  const [folder, bucket] = [await place(), await place({ fileStore: 's3' })];
  const huge = 2 ** 52;
  const room = (entries: Record<string, number>, config: Config, cluster?: string) => {
    const counted = new RestoreRoom();
    for (const [name, size] of Object.entries(entries)) counted.count({ name, size });
    return counted.refuseLacking(config, cluster);
  };
  await room({ [`${DUMP}00000001`]: huge }, folder);
  await assert.rejects(
    room({ [`${FILES}a`]: huge }, folder),
    /MiB free, but the restore needs \d{7,} MiB\. Free some space/,
  );
  const half = Object.fromEntries(Array.from({ length: 64 * 1024 }, (_, n) => [`${FILES}${n}`, 2 ** 36]));
  await assert.rejects(room(half, folder), /Free some space/);
  await room({ [`${FILES}a`]: 1, [`${DUMP}1`]: huge }, bucket);
  await assert.rejects(room({ [`${FILES}a`]: huge }, bucket), /Free some space/);
  await assert.rejects(room({ [`${CLUSTER}a`]: huge }, bucket, bucket.dataDir), /Free some space/);
});

test('a restore without room leaves the place empty', async () => {
  const config = await place({ diskReserveMib: 2 ** 40 });
  const source = await backupOf('small', { [KEY_ENTRY]: 'key' });
  await assert.rejects(unpackBackup({ ...source, config, log }), /Free some space/);
  assert.deepEqual(
    (await readdir(config.dataDir)).filter((name) => !name.startsWith('hubbub.')),
    [],
  );
});

test('pg_dump looks at the certificate of the server as Hubbub does', async () => {
  const programs = path.join(root, 'programs');
  const saved = process.env.PATH;
  await mkdir(programs);
  await writeFile(path.join(programs, 'pg_dump'), '#!/bin/sh\necho "$PGSSLMODE $PGSSLROOTCERT"\n', { mode: 0o755 });
  process.env.PATH = `${programs}:${saved}`;
  try {
    const ofQuery = async (query: string) => {
      const parts: Buffer[] = [];
      for await (const part of dumpDatabase(`postgresql://a:b@db.example/c${query}`)) parts.push(part);
      return Buffer.concat(parts).toString().trimEnd();
    };
    const ca = path.join(root, 'ca.pem');
    await writeFile(ca, '');
    const cases: [string, string][] = [
      ['', ''],
      ['?sslmode=disable', 'disable'],
      ['?sslmode=no-verify', 'require'],
      ['?ssl=true', 'verify-full system'],
      [`?sslrootcert=${ca}`, `verify-full ${ca}`],
      [`?sslmode=verify-ca&sslrootcert=${ca}`, `verify-full ${ca}`],
      ['?sslmode=require&uselibpqcompat=true', 'require'],
      ...['prefer', 'require', 'verify-full'].map((mode): [string, string] => [
        `?sslmode=${mode}`,
        'verify-full system',
      ]),
    ];
    for (const [query, expected] of cases) assert.equal(await ofQuery(query), expected, query);
  } finally {
    process.env.PATH = saved;
  }
});

test('an archive in a bucket is read as it was written, and is played on as far as it has no gap', async () => {
  const s3 = await FakeS3.start();
  after(() => s3.stop());
  const { s3Bucket: archiveBucket, fileStore: _unused, ...settings } = s3.settings;
  const identity = await generateIdentity();
  const backupRecipients = [await identityToRecipient(identity)];
  const nowhere = readConfig({ DATA_DIR: path.join(root, 'archived') });
  const config: Config = { ...nowhere, ...settings, archiveBucket, backupRecipients };
  const archive = new BackupArchive(config);
  const keep = (start: bigint, end: bigint, minute: number) => {
    const completeAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
    return archive.put(pieceKey('a', { timeline: 1, start, end, completeAt }), [
      Buffer.alloc(Number(end - start), 'x'),
    ]);
  };
  // One that was brought twice, the second time with more, and one whose neighbour is missing.
  await keep(0x1000010n, 0x1000020n, 3);
  await keep(0x1000000n, 0x1000010n, 2);
  await keep(0x1000008n, 0x1000018n, 2);
  await keep(0x1000030n, 0x1000040n, 9);
  const [first] = await archive.pieces('a');
  const read = (identities: string[]) => buffer(archive.read(first!.key, identities));
  assert.equal((await read([identity])).toString(), 'x'.repeat(16));
  await assert.rejects(read([]), /The archive is encrypted\. Give the file/);
  await assert.rejects(read([await generateIdentity()]), /identity does not open the backup/);

  const made: BackupHeader = { ...header, archive: { id: 'a', from: '0/1000004' } };
  const plan = (minute: number, of = made) => planPlayback(config, of, new Date(Date.UTC(2026, 0, 1, 0, minute)));
  const { pieces, to } = await plan(1);
  assert.deepEqual([pieces.length, to], [1, new Date(Date.UTC(2026, 0, 1, 0, 1))]);
  assert.deepEqual(
    (await plan(2)).pieces.map(({ end }) => end),
    [0x1000010n, 0x1000018n, 0x1000020n],
  );
  await assert.rejects(plan(3), /has a gap after 2026-01-01T00:03:00\.000Z\. Give --to that time or an earlier one/);
  await assert.rejects(planPlayback(config, made, 'latest'), /has a gap after 2026-01-01T00:03/);
  await assert.rejects(
    plan(1, { ...made, archive: { id: 'a', from: '0/50' } }),
    /no longer covers the time after this backup/,
  );
  await assert.rejects(plan(1, header), /was made without an archive/);
  await assert.rejects(planPlayback(nowhere, made, 'latest'), /Set ARCHIVE_FOLDER or ARCHIVE_BUCKET/);
  assert.throws(() => readConfig({ ARCHIVE_FOLDER: '/a', ARCHIVE_BUCKET: 'b' }), /must not both be set/);
  assert.throws(
    () => readConfig({ ARCHIVE_FOLDER: '/a', DATABASE_URL: 'postgresql://h/d' }),
    /archive the log on that server/,
  );
  assert.throws(() => readConfig({ ARCHIVE_BUCKET: 'b', S3_BUCKET: 'b' }), /must not be S3_BUCKET/);
});
