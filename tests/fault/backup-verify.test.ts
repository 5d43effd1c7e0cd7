/** A backup that was made with other settings than the server's is whole, and of no use: trying it out says so. */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Installation } from '../harness/program.ts';

const LONG = { timeout: 300_000 };
const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-verified-'));
after(() => rm(folder, { recursive: true, force: true }));
const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());
const { chat } = await installation.organization();

/** Makes one while something of the data folder is away, and tries it out when it is back. */
async function madeWithout(name: 'files' | undefined) {
  const file = path.join(folder, `without-${name}`);
  const own = path.join(installation.dataDir, name ?? '');
  if (name !== undefined) await rename(own, path.join(folder, name));
  const made = await installation.command('backup', file);
  assert.equal(made.code, 0, made.stderr);
  if (name !== undefined) {
    await rm(own, { recursive: true, force: true });
    await rename(path.join(folder, name), own);
  }
  return installation.command('backup', 'verify', file, '--json');
}

test('a server has a file, and an upload of which nothing has come', LONG, async () => {
  const { url, end } = await installation.start();
  const authorization = `Basic ${Buffer.from(`${chat.email}:${chat.api_key}`).toString('base64')}`;
  const body = new FormData();
  body.set('f', new Blob(['a file']), 'note.txt');
  const uploaded = await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers: { authorization }, body });
  assert.equal(uploaded.status, 200, await uploaded.text());
  const begun = await fetch(`${url}/api/v1/tus/`, {
    method: 'POST',
    headers: {
      authorization,
      'tus-resumable': '1.0.0',
      'upload-length': '100',
      'upload-metadata': `filename ${Buffer.from('b.txt').toString('base64')}`,
    },
  });
  assert.equal(begun.status, 201, await begun.text());
  await end('SIGTERM');
});

test('a backup that has all of it is good', LONG, async () => {
  const { code, stdout, stderr } = await madeWithout(undefined);
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).files, 2);
});

test('one without the files that its database has is refused', LONG, async () => {
  const { code, stdout, stderr } = await madeWithout('files');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^The backup lacks 1 of the files in its database\. Check that it was made with the server's FILE_STORE\.$/m,
  );
});

test('a backup is made with the key of the server alone, and tried out with it', LONG, async () => {
  const file = path.join(folder, 'of-a-setting');
  const key = (await readFile(path.join(installation.dataDir, 'secret.key'), 'utf8')).trim();
  const refused = await installation.commandWith({ SECRET_KEY: 'ab'.repeat(32) }, 'backup', file);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^SECRET_KEY is not the key of this database/);
  const made = await installation.commandWith({ SECRET_KEY: key }, 'backup', file);
  assert.equal(made.code, 0, made.stderr);

  const { code, stdout, stderr } = await installation.commandWith(
    { SECRET_KEY: 'ab'.repeat(32) },
    ...['backup', 'verify', file, '--json'],
  );
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^The key does not open the secrets in the backup\. Check that SECRET_KEY is the server's/m);
});

test('a backup without organizations is made on demand, and said to be empty', LONG, async () => {
  await using empty = await Installation.create();
  assert.equal((await empty.command('first-run')).code, 0);
  const file = path.join(folder, 'empty');
  const refused = await empty.command('backup', file);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^No organization to back up\./);
  const made = await empty.command('backup', file, '--empty');
  assert.equal(made.code, 0, made.stderr);
  const verified = await empty.command('backup', 'verify', file, '--json');
  assert.equal(verified.code, 0, verified.stderr);
  assert.equal(JSON.parse(verified.stdout).organizations, 0);
  assert.ok(verified.stderr.includes(`${file} is intact but contains no organization.`), verified.stderr);
});
