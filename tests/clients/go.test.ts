import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { blocksOf, runInShell } from '../harness/document-blocks.ts';
import { root } from './package.ts';
import { type Reader, startForReader } from './reader.ts';

const run = promisify(execFile);
const client = path.join(root, 'clients/go');
const skip = spawnSync('go', ['version']).status === 0 ? false : 'there is no go on this machine';

let reader: Reader;

before(async () => {
  if (!skip) reader = await startForReader();
});

after(() => reader?.[Symbol.asyncDispose]());

const go = (cwd: string, ...args: string[]) =>
  run('go', args, { cwd, env: { ...process.env, ...reader.environment }, timeout: 110_000 });

test('the Go client drives a real server', { skip }, async () => {
  const { stdout } = await go(client, 'test', '-count=1', '.');
  assert.match(stdout, /^ok/);
});

test('it is what "go vet" and "gofmt" take', { skip }, async () => {
  await go(client, 'vet', './...');
  const { stdout } = await run('gofmt', ['-l', client]);
  assert.equal(stdout, '');
});

test('the code of its README runs', { skip }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-go-'));
  try {
    const blocks = blocksOf(await readFile(path.join(client, 'README.md'), 'utf8'));
    const [beginning] = blocks.filter(({ language }) => language === 'text');
    await runInShell(beginning!.text.replaceAll('/path/to/hubbub', root), folder, {});
    const programs = blocks.filter(({ language }) => language === 'go');
    assert.ok(programs.length >= 6);
    for (const [index, { text }] of programs.entries()) {
      await mkdir(path.join(folder, `block${index}`));
      await writeFile(path.join(folder, `block${index}`, 'main.go'), text);
      const { stdout } = await go(folder, 'run', `./block${index}`);
      assert.notEqual(stdout, '', `block ${index} printed nothing`);
    }
    const { stdout: unformatted } = await run('gofmt', ['-l', folder]);
    assert.equal(unformatted, '');
  } finally {
    await rm(folder, { recursive: true });
  }
});
