/** A backup that was made with other settings than the server's is whole, and of no use: trying it out says so. */

import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
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
async function madeWithout(name: string | undefined) {
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
    /^The backup lacks 1 of the files that its database has: was it made with the FILE_STORE of the server\?$/m,
  );
});

test('one with another key than the one that has sealed its secrets is refused', LONG, async () => {
  const { code, stdout, stderr } = await madeWithout('secret.key');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^The key does not open the secrets in the database of the backup: .* SECRET_KEY of the server\?$/m,
  );
});
