import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../harness/database.ts';
import { runInShell, shellBlocksOf } from '../harness/document-blocks.ts';
import { freePort, Installation } from '../harness/program.ts';
import { FakeS3 } from '../harness/s3.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/operators');
const DEFAULT_ADDRESS = 'http://127.0.0.1:9800';

/** Environment of every run: no pages to build, and nothing of the test run's own database. */
const BARE = { WEB: 'off', RATE_LIMITS: 'off', DATABASE_URL: '', HUBBUB_TEST_DATABASE_URL: '' };

/** Commands are programs that start: on a busy machine each takes seconds. */
const LONG = { timeout: 300_000 };

/** A folder that has what a clone has and the commands use; what they write is not left in the repository. */
let clone: string;
let installation: Installation;
let url: string;

before(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'hubbub-operators-'));
  for (const name of ['package.json', 'hubbub', 'scripts', 'deploy', 'node_modules'])
    await symlink(path.join(root, name), path.join(clone, name));
  installation = await Installation.create();
  ({ url } = await installation.start());
  await installation.organization();
});

after(async () => {
  await installation[Symbol.asyncDispose]();
  await rm(clone, { recursive: true });
});

/** The script of a page's first day. */
async function firstDay(page: string): Promise<string> {
  const text = await readFile(path.join(folder, `${page}.md`), 'utf8');
  const [, section] = /^# .*?\n\n## First day\n(.*?)^## /ms.exec(text) ?? [];
  assert.ok(section, `${page} does not begin with a first day`);
  const [script, ...more] = shellBlocksOf(section);
  assert.deepEqual(more, [], `${page} has its first day in one block`);
  return script!;
}

/** Runs a first day beside the server of this file. */
async function run(page: string): Promise<string> {
  const script = (await firstDay(page)).replaceAll(DEFAULT_ADDRESS, url);
  return runInShell(script, clone, { ...BARE, DATA_DIR: installation.dataDir });
}

test('install: starts, creates the link of the first organization, checks, stops', LONG, async () => {
  const port = await freePort();
  const script = (await firstDay('install')).replaceAll(DEFAULT_ADDRESS, `http://127.0.0.1:${port}`);
  const output = await runInShell(script, clone, { ...BARE, PORT: String(port), HOME: clone });
  assert.match(output, /\/setup\?code=\S+/);
  assert.match(output, /^migrations +ok$/m);
});

test('proxy: the file and the settings that belong together', LONG, async () => {
  const output = await run('proxy');
  assert.match(output, /ssl_certificate \/etc\/letsencrypt\/live\/hubbub\.example/);
  assert.match(output, /PUBLIC_URL=https:\/\/hubbub\.example\nTRUSTED_PROXIES=127\.0\.0\.1\n200/);
});

test('settings: a wrong one is refused, the file is read', LONG, async () => {
  assert.match(await run('settings'), /Example Couriers/);
});

test('mail and SMS: tests are in the outbox', LONG, async () => {
  const output = await run('mail-and-sms');
  assert.match(output, /olive@couriers\.example/);
  assert.match(output, /\+14155550142/);
  assert.match(output, /stored/);
});

test('backups: made, verified, restored beside, listed', LONG, async () => {
  const output = await run('backups');
  assert.match(output, /Example Couriers/);
  assert.match(output, /monday/);
});

test('upgrade: the way back, and the look at the new one', LONG, async () => {
  assert.match(await run('upgrade'), /\d+\.\d+\.\d+/);
});

test('watch: health, metrics, checks, figures, logs', LONG, async () => {
  assert.match(await run('watch'), /hubbub_database_up 1/);
});

test('security: keys are listed, the second factor is demanded and not, the sealing key changes', LONG, async () => {
  assert.match(await run('security'), /second_factor/);
});

test('data: one person and everything', LONG, async () => {
  assert.match(await run('data'), /"holds": "person"/);
});

test('moving in: a dry run, the import, the invitations', LONG, async () => {
  const output = await run('moving-in');
  assert.match(output, /^messages +1 +0 +0/m);
  assert.match(output, /invited: 1/);
  assert.match(output, /mara@couriers\.example/);
});

test('commands: a colleague comes and goes', LONG, async () => {
  assert.match(await run('commands'), /ben@couriers\.example/);
});

test('several processes: one drains, the other serves', LONG, async () => {
  await using database = await temporaryDatabase();
  const store = await FakeS3.start();
  try {
    const [one, two] = [String(await freePort()), String(await freePort())];
    const script = (await firstDay('several-processes')).replaceAll('9801', one).replaceAll('9802', two);
    const environment = {
      ...BARE,
      ...store.environment,
      DATABASE_URL: database.connectionString,
      SECRET_KEY: '5e'.repeat(32),
      DRAIN_SECONDS: '5',
      DATABASE_WRITERS: '3',
      DATABASE_READERS: '2',
      DATABASE_JOB_CONNECTIONS: '2',
    };
    assert.match(await runInShell(script, clone, environment), /drain|stopping|closing|unavailable/i);
  } finally {
    await store.stop();
  }
});

/** A database that is dropped at the end. */
async function temporaryDatabase() {
  const database = await createTestDatabase();
  return { ...database, [Symbol.asyncDispose]: () => database.drop() };
}

test('every page begins with a first day of about ten commands; each is run here, addresses by the test of README', async () => {
  const pages = (await readdir(folder))
    .filter((file) => file !== 'README.md')
    .map((file) => path.basename(file, '.md'));
  const tests = await readFile(import.meta.filename, 'utf8');
  for (const page of pages) {
    const script = await firstDay(page);
    const commands = script.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    assert.ok(commands.length >= 2 && commands.length <= 12, `${page} has ${commands.length} commands`);
    assert.ok(page === 'addresses' || new RegExp(`(run|firstDay)\\('${page}'\\)`).test(tests), `${page} is not run`);
  }
  const index = await readFile(path.join(folder, 'README.md'), 'utf8');
  for (const page of pages) assert.ok(index.includes(`(${page}.md)`), `the index lacks ${page}`);
});
