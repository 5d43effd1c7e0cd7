/** Backup and restore by the real program, while it serves and is written to. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { BackupArchive } from '../../src/platform/backup/archive.ts';
import { archiveState } from '../../src/platform/backup/archive-state.ts';
import type { BackupHeader } from '../../src/platform/backup/backup-form.ts';
import { BackupWriter } from '../../src/platform/backup/backup-writer.ts';
import { parseLsn } from '../../src/platform/backup/lsn.ts';
import { planPlayback } from '../../src/platform/backup/play-archive.ts';
import { readBackupHeader } from '../../src/platform/backup/read-backup.ts';
import { unpackBackup } from '../../src/platform/backup/unpack-backup.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { openDatabaseForCommand } from '../../src/platform/postgres/server-database.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { contentOf, type TableContent } from '../harness/database-content.ts';
import { QueueReader } from '../harness/events.ts';
import { Installation, type Program, programFile } from '../harness/program.ts';
import { countStoredFiles } from '../harness/stored-files.ts';

/** A restore writes some 1300 files and has them on the disk, which others may be using. */
const LONG = { timeout: 300_000 };
const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-backups-'));
after(() => rm(folder, { recursive: true, force: true }));
const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());

const created = await installation.organization();
const identity = await generateIdentity();
const recipient = await identityToRecipient(identity);
const backupFile = (name: string) => path.join(folder, name);
const chatAt = (site: string) => new ChatClient({ ...created.chat, site });
/** A folder for the data of another server, gone afterwards. */
async function emptyPlace(): Promise<Installation> {
  const place = await Installation.create();
  after(() => place[Symbol.asyncDispose]());
  return place;
}

/** The refusals of a restore, without a program that starts for each. */
const unpack = (
  { dataDir }: Installation,
  name: string,
  { identities = [], settings = {} }: { identities?: string[]; settings?: Record<string, string> } = {},
) =>
  unpackBackup({
    file: backupFile(name),
    identities,
    config: readConfig({ DATA_DIR: dataDir, ...settings }),
    log: createLog({ logLevel: 'silent' }),
  });

async function notes(chat: ChatClient): Promise<string[]> {
  const { json } = await chat.get('/messages', {
    anchor: 'newest',
    num_before: 5000,
    num_after: 0,
    apply_markdown: false,
  });
  return json.messages
    .map(({ content }: { content: string }) => content)
    .filter((content: string) => content.startsWith('note '));
}

async function upload(chat: ChatClient, content: string): Promise<string> {
  const form = new FormData();
  form.set('f', new Blob([content]), 'note.txt');
  const credentials = Buffer.from(`${chat.email}:${chat.key}`).toString('base64');
  const answer = await fetch(`${chat.site}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: form,
  });
  return ((await answer.json()) as { url: string }).url;
}

const archiveFolder = backupFile('archive');
/** Pieces as small as they get, and little that may wait. */
const archiving = {
  ARCHIVE_FOLDER: archiveFolder,
  ARCHIVE_SECONDS: '1',
  ARCHIVE_WAIT_MIB: '64',
  BACKUP_RECIPIENTS: recipient,
};
const silent = createLog({ logLevel: 'silent' });

/** Queues end, the numbers of lost messages are left out, and a backup cannot know that it was made and restored. */
function compared(content: TableContent[]): TableContent[] {
  const queues = ['chat.event_queues', 'chat.message_ids'];
  const changed = new Set([...queues, 'platform.backups', 'platform.backups_id_seq', 'platform.audit_log']);
  return content.filter(({ name }) => !changed.has(name));
}

/** State at the time to which the backup is replayed. */
let played: { to: Date; retained: number; content: TableContent[] } | undefined;
let running: Program | undefined;
/** State before and after the backup under writes. */
let under: { before: number; acknowledged: number; queue: QueueReader } | undefined;

test('the server to be backed up starts', LONG, async () => {
  await mkdir(archiveFolder);
  running = await installation.start(archiving);
});

test('a backup is made while messages and files come in, and another one beside it', LONG, async () => {
  const program = running!;
  const chat = chatAt(program.url);
  await chat.post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] });
  const queue = await QueueReader.register(chat, { event_types: ['message'] });
  let acknowledged = 0;
  let isEnough = false;
  const writing = (async () => {
    while (!isEnough && acknowledged < 3000) {
      const url = acknowledged % 10 === 0 ? await upload(chat, `file ${acknowledged}`) : '';
      const content = `note ${acknowledged} ${url}`;
      const answer = await chat.post('/messages', { type: 'stream', to: 'dock', topic: 'gates', content });
      assert.equal(answer.status, 200, answer.text);
      acknowledged++;
    }
  })();
  await until(() => acknowledged > 20, 'messages', 60);
  const before = acknowledged;
  // Two at once, each to a file of its own.
  const made = await Promise.all(['a', 'b'].map((name) => installation.command('backup', backupFile(name), '--json')));
  await until(() => acknowledged > before, 'messages beside it', 60);
  isEnough = true;
  await writing;
  for (const { code, stderr } of made) {
    assert.equal(code, 0, stderr);
    assert.match(stderr, /contains the key that seals secrets and is not encrypted/);
  }
  await queue.poll();
  under = { before, acknowledged, queue };
});

test('what is written after it goes into an archive, which may be away, while the server is killed', LONG, async () => {
  let note = under!.acknowledged;
  const sendText = async (url = '') => {
    const chat = chatAt(running!.url);
    const message = { type: 'stream', to: 'dock', topic: 'gates', content: `note ${note++} ${url}` };
    assert.equal((await chat.post('/messages', message)).status, 200);
  };
  const away = async () => {
    const outputBefore = running!.output().length;
    await rename(archiveFolder, `${archiveFolder}-away`);
    // What was said before may be there already.
    await sendText();
    const isReported = () => running!.output().slice(outputBefore).includes('the archive cannot be written');
    await until(isReported, 'the archive being away', 120);
    return /changes since (\S+) are waiting/.exec(running!.output().slice(outputBefore))![1]!;
  };
  const back = () => rename(`${archiveFolder}-away`, archiveFolder);
  await sendText();
  await away();
  await sendText(await upload(chatAt(running!.url), `file ${note}`));
  await running!.end('SIGKILL');
  running = await installation.start(archiving);
  await sendText();
  await back();
  let content: Awaited<ReturnType<typeof contentOf>>;
  let to: Date;
  // A moment at which nothing goes on.
  do {
    content = await contentOf(installation.dataDir);
    to = new Date();
  } while (!isDeepStrictEqual(await contentOf(installation.dataDir), content));
  const retained = note;
  await sendText();
  const archive = new BackupArchive(readConfig(archiving));
  const [id] = await readdir(archiveFolder);
  const isThere = async (moment: Date) => (await archive.pieces(id!)).some(({ completeAt }) => completeAt > moment);
  await until(() => isThere(to), 'the archive reaching the moment', 120);
  played = { to, retained, content };

  const { connectionString } = await openDatabaseForCommand({ dataDir: installation.dataDir, log: silent });
  const client = new pg.Client({ connectionString });
  await client.connect();
  const mark = async (): Promise<{ at: Date; lsn: bigint }> => {
    const { rows } = await client.query('select clock_timestamp() as at, pg_current_wal_insert_lsn()::text as lsn');
    return { at: rows[0].at, lsn: parseLsn(rows[0].lsn) };
  };
  const reaches = async (lsn: bigint) => (await archive.pieces(id!)).some(({ end }) => end >= lsn);
  // A piece of the log never comes before the files that it knows.
  const files = path.join(archiveFolder, id!, 'files');
  const outputBefore = running.output().length;
  await rename(files, `${files}-away`);
  await writeFile(files, '');
  await sendText(await upload(chatAt(running.url), `file ${note}`));
  const uploaded = await mark();
  const isReported = () => running!.output().slice(outputBefore).includes('the archive cannot be written');
  await until(isReported, 'the files not being taken', 120);
  assert.equal(await reaches(uploaded.lsn), false);
  await rm(files);
  await rename(`${files}-away`, files);
  await until(() => reaches(uploaded.lsn), 'the log after its files', 120);
  // A piece says what it is complete until by what it reaches, and not by when it was made.
  const since = await away();
  const pieces = await new BackupArchive({ ...readConfig(archiving), archiveFolder: `${archiveFolder}-away` }).pieces(
    id!,
  );
  assert.equal(since, new Date(Math.max(...pieces.map(({ completeAt }) => completeAt.getTime()))).toISOString());
  await client.query("select pg_logical_emit_message(false, '', repeat('x', 10000000)) from generate_series(1, 4)");
  const written = await mark();
  await back();
  await until(() => reaches(written.lsn), 'the archive reaching what was written', 120);
  for (const { completeAt, end } of await archive.pieces(id!))
    assert.ok(completeAt <= written.at || end >= written.lsn, `${completeAt.toISOString()} is said too early`);

  // What waits for an archive that stays away is bounded: the server goes on, and it is told.
  const config = { ...readConfig(archiving), dataDir: installation.dataDir };
  const state = () => archiveState(config, connectionString, new Date());
  assert.equal((await state()).state, 'ok', (await state()).detail);
  await away();
  for (let n = 0; n < 8; n++) await client.query("select pg_logical_emit_message(false, '', ''), pg_switch_wal()");
  await client.query('checkpoint');
  await client.end();
  await sendText();
  await back();
  await until(() => running!.output().includes('the archive has a gap'), 'the gap being told', 120);
  const isAnew = async () => (await readdir(archiveFolder)).length === 2 && (await state()).state === 'ok';
  await until(isAnew, 'another one being begun', 120);
  const header = await readBackupHeader({ file: backupFile('a'), identities: [] });
  await assert.rejects(planPlayback(config, header, new Date()), /The archive is complete up to/);
  await assert.rejects(planPlayback(config, header, new Date(0)), /Use an older backup for an earlier time/);
  await running.end('SIGTERM');
});

const place = await emptyPlace();

test('a backup is restored into an empty place, and played on to a moment between two messages', LONG, async () => {
  const { to, content } = played!;
  const bad = await place.commandWith(archiving, 'restore', backupFile('a'), '--to', 'yesterday');
  assert.match(bad.stderr, /It must be a time with a zone/);
  await writeFile(backupFile('right.key'), `# created: today\n# public key: ${recipient}\n${identity}\n`);
  const options = ['--to', to.toISOString(), '--identity', backupFile('right.key'), '--json'];
  const { code, stderr } = await place.commandWith(archiving, 'restore', backupFile('a'), ...options);
  assert.equal(code, 0, stderr);
  const rowsOf = (tables: TableContent[]) => compared(tables).filter(({ isSequence }) => !isSequence);
  assert.deepEqual(rowsOf(await contentOf(place.dataDir)), rowsOf(content));
});

test('a backup is tried out, and nothing of that is left', LONG, async () => {
  const trials = path.join(folder, 'trials');
  await mkdir(trials, { mode: 0o755 });
  await chmod(folder, 0o755);
  const { code, stdout, stderr } = await installation.commandWith(
    { TMPDIR: trials },
    ...['backup', 'verify', backupFile('a'), '--json'],
  );
  assert.equal(code, 0, stderr);
  const found = JSON.parse(stdout);
  assert.equal(found.organizations, 1);
  assert.ok(found.messages >= under!.before && found.files >= 2, stdout);
  assert.deepEqual(await readdir(trials), []);
});

test('doctor says which backup was the last, and when it was tried out', LONG, async () => {
  const { stdout, stderr } = await installation.commandWith(archiving, 'doctor', '--json');
  const archive = JSON.parse(stdout).find(({ check }: { check: string }) => check === 'archive');
  assert.match(archive.detail, /^complete up to \d{4}-.*; \d+ MiB of the log waiting$/);
  const { state, detail } = JSON.parse(stdout).find(({ check }: { check: string }) => check === 'backups');
  assert.equal(state, 'ok', stderr);
  assert.match(detail, /^last good backup .*\/[ab], [\d,]+ bytes, (?:not verified|verified \d{4}-.*)$/);
});

test('the audit log of an organization says that a backup was made, and not where it lies', LONG, async () => {
  const { stdout, stderr } = await installation.command(
    ...['audit', '--organization', created.organization_id, '--action', 'backup.made', '--json'],
  );
  const made: { details: string }[] = JSON.parse(stdout);
  assert.ok(made.length > 0, stderr);
  assert.ok(!stdout.includes(folder), stdout);
  assert.deepEqual([...new Set(made.map(({ details }) => details))], ['{}']);
});

test('what was restored is served whole, and clients of the time after the backup register anew', LONG, async () => {
  const { queue } = under!;
  const again = await place.start();
  const after = chatAt(again.url);
  const retained = await notes(after);
  assert.equal(retained.length, played!.retained);
  assert.deepEqual(
    retained.map((content) => content.split(' ')[1]),
    retained.map((_, n) => String(n)),
  );
  // Every file that a message has is there.
  assert.ok((await countStoredFiles(place.dataDir)) >= Math.ceil(retained.length / 10));
  const [, number, url] = retained.findLast((content) => content.includes('/user_uploads/'))!.split(' ') as [
    string,
    string,
    string,
  ];
  const link = await after.get(new URL(url, again.url).pathname.replace('/api/v1', ''));
  assert.equal(await (await fetch(new URL(link.json.url, again.url))).text(), `file ${number}`);

  // A queue of the time before has given events that this log does not have, or will give to others.
  const events = await after.get('/events', { queue_id: queue.queueId, last_event_id: queue.lastEventId });
  assert.equal(events.json.code, 'BAD_EVENT_QUEUE_ID', events.text);
  // And no message gets an ID that a lost one had.
  const next = await after.post('/messages', { type: 'stream', to: 'dock', topic: 'gates', content: 'after' });
  assert.ok(next.json.id > 1_000_000, next.text);
  await again.end('SIGTERM');
});

test('a backup for recipients is encrypted', LONG, async () => {
  const made = await installation.commandWith({ BACKUP_RECIPIENTS: recipient }, 'backup', backupFile('quiet'));
  assert.equal(made.code, 0, made.stderr);
  assert.doesNotMatch(made.stderr, /contains the key/);
  assert.match(made.stdout, /^holdsKeyInClear: false$/m);
  const sealed = await readFile(backupFile('quiet'));
  assert.match(sealed.subarray(0, 22).toString(), /^age-encryption\.org\/v1\n/);

  const place = await emptyPlace();
  await assert.rejects(unpack(place, 'quiet'), /is encrypted\. Give the file with the age secret key with --identity/);
  await assert.rejects(
    unpack(place, 'quiet', { identities: [await generateIdentity()] }),
    /identity does not open the backup/,
  );
  await writeFile(backupFile('cut'), sealed.subarray(0, sealed.length - 100_000));
  await assert.rejects(unpack(place, 'cut', { identities: [identity] }), /is not an intact backup/);
  assert.deepEqual(await readdir(place.dataDir), []);
  await assert.rejects(
    BackupWriter.create(backupFile('mistaken'), [recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')]).then(
      async (writer) => {
        await using mistaken = writer;
        await mistaken.finish();
      },
    ),
    /in BACKUP_RECIPIENTS is not an age public key/,
  );
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('mistaken')),
    [],
  );
});

const begunAnew = await emptyPlace();

test('a restore that did not come to its end keeps servers away, and is begun anew', LONG, async () => {
  const place = begunAnew;
  // What a kill leaves.
  await writeFile(path.join(place.dataDir, 'restore.unfinished'), '');
  await mkdir(path.join(place.dataDir, 'postgres', 'cluster.new-restored'), { recursive: true });
  await writeFile(path.join(place.dataDir, 'secret.key'), 'half');
  const start = place.spawn();
  await until(() => start.child.exitCode !== null, 'the refusal', 60);
  assert.match(start.output(), /The restore into DATA_DIR .* was interrupted/);
  const restored = await place.command('restore', backupFile('quiet'), '--identity', backupFile('right.key'));
  assert.equal(restored.code, 0, restored.stderr);
});

test('a restored database has the whole content', LONG, async () => {
  const [was, is] = [await contentOf(installation.dataDir), await contentOf(begunAnew.dataDir)];
  assert.ok(was.some(({ name, rows }) => name === 'chat.messages' && rows > 20));
  assert.deepEqual(compared(is), compared(was));
});

test('what is no whole backup, or is not for this place, is refused, and changes nothing', LONG, async () => {
  const whole = await readFile(backupFile('a'));
  const place = await emptyPlace();
  const damaged = Buffer.from(whole);
  damaged[whole.length >> 1]! ^= 1;
  const cases: [string, Buffer | string][] = [
    ['half', whole.subarray(0, whole.length >> 1)],
    ['almost', whole.subarray(0, whole.length - 20)],
    ['damaged', damaged],
    ['other', 'a text'],
  ];
  for (const [name, content] of cases) {
    await writeFile(backupFile(name), content);
    await assert.rejects(unpack(place, name), /is not an intact backup/, name);
  }
  const none = await place.command('restore', backupFile('none'));
  assert.deepEqual([none.code, none.stdout], [1, '']);
  assert.match(none.stderr, /^.*none cannot be read: [^\n]*\n$/);
  assert.deepEqual(await readdir(place.dataDir), []);

  await assert.rejects(
    unpack(place, 'a', { settings: { SECRET_KEY: 'ab'.repeat(32) } }),
    /Restore it without SECRET_KEY/,
  );
  await mkdir(path.join(place.dataDir, 'files'));
  await assert.rejects(unpack(place, 'a'), /is not empty: it has files\./);
});

test('a backup that is killed, or has no room, leaves no file that looks like one', LONG, async () => {
  const killed = backupFile('killed');
  // A file of the store whose bytes do not come holds it up.
  const held = path.join(installation.dataDir, 'files', 'held');
  execFileSync('mkfifo', [held]);
  const command = installation.spawn({}, [process.execPath, programFile, 'backup', killed]);
  const partial = async () => (await readdir(folder)).filter((name) => name.startsWith('killed'));
  await until(async () => (await partial()).length > 0, 'the backup to begin', 60);
  await command.end('SIGKILL');
  assert.match(String(await partial()), new RegExp(`^killed\\.partial-[0-9a-f]{8}-${command.child.pid}$`));
  await rm(held);

  const full = await installation.commandWith({ DISK_RESERVE_MIB: '1000000' }, 'backup', killed);
  assert.match(full.stderr, /has less than 1000000 MiB left/);
  assert.deepEqual(await partial(), []);
  await assert.rejects(BackupWriter.create(backupFile('quiet')), /already exists/);
  await assert.rejects(BackupWriter.create(path.join(folder, 'missing', 'a')), /No backup can be written into/);
});

test('a backup of a newer Hubbub, another PostgreSQL or another machine is refused', LONG, async () => {
  const place = await emptyPlace();
  const machine = `${process.platform}-${process.arch}`;
  const header = { form: 1, program: '9.1.0', begunAt: '', migrations: [] as string[], hasKey: true };
  const database = { kind: 'cluster' as const, version: 18, machine };
  const cases: [string, BackupHeader, RegExp][] = [
    ['form', { ...header, form: 2, database }, /made by Hubbub 9\.1\.0, which is newer/],
    ['tables', { ...header, migrations: ['chat/9999-later'], database }, /made by Hubbub 9\.1\.0, which is newer/],
    [
      'older',
      { ...header, database: { ...database, version: 17 } },
      /PostgreSQL 17, but this Hubbub has 18\. Restore it with Hubbub 9\.1\.0, which made it, then run "hubbub postgres upgrade"/,
    ],
    ['newer', { ...header, database: { ...database, version: 19 } }, /PostgreSQL 19, .* Use a newer Hubbub\.$/],
    ['machine', { ...header, database: { ...database, machine: 'plan9-mips' } }, /was made on plan9-mips/],
    ['key', { ...header, hasKey: false, database }, /does not contain the key/],
  ];
  for (const [name, each, expected] of cases) {
    await using writer = await BackupWriter.create(backupFile(name));
    await writer.addHeader(each);
    await writer.finish();
    await assert.rejects(unpack(place, name), expected, name);
  }
  assert.deepEqual(await readdir(place.dataDir), []);
});
