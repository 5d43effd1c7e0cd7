import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { blocksOf } from '../harness/document-blocks.ts';
import { lacksPython, PYTHON } from '../harness/python.ts';
import { root } from './package.ts';
import { type Reader, startForReader } from './reader.ts';

const run = promisify(execFile);
const client = path.join(root, 'clients/python');
const skip = lacksPython('httpx, httpx_sse, typing_extensions');

let reader: Reader;

before(async () => {
  if (!skip) reader = await startForReader();
});

after(() => reader?.[Symbol.asyncDispose]());

const PYTHON_PATH = { PYTHONPATH: path.join(client, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
const python = (...args: string[]) =>
  run(PYTHON, args, { env: { ...process.env, ...reader.environment, ...PYTHON_PATH }, timeout: 100_000 });

test('the Python client drives a real server', { skip }, async () => {
  const { stderr } = await python(path.join(client, 'tests/test_client.py'));
  assert.match(stderr, /^OK$/m);
});

test('the code of its README runs', { skip }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-python-'));
  try {
    const blocks = blocksOf(await readFile(path.join(client, 'README.md'), 'utf8'));
    const programs = blocks.filter(({ language }) => language === 'python');
    assert.ok(programs.length >= 6);
    for (const [index, { text }] of programs.entries()) {
      const file = path.join(folder, `block_${index}.py`);
      await writeFile(file, text);
      const { stdout } = await python(file);
      assert.notEqual(stdout, '', `block ${index} printed nothing`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the package is what a registry takes', { skip: lacksPython('build, hatchling, twine') }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-python-'));
  try {
    const source = path.join(folder, 'source');
    await cp(client, source, { recursive: true });
    await run(PYTHON, ['-m', 'build', '--no-isolation', '--outdir', path.join(folder, 'dist'), source]);
    const files = (await readdir(path.join(folder, 'dist'))).map((file) => path.join(folder, 'dist', file));
    assert.equal(files.length, 2);
    const { stdout } = await run(PYTHON, ['-m', 'twine', 'check', '--strict', ...files]);
    assert.equal(stdout.match(/PASSED/g)?.length, 2, stdout);
    const { stdout: list } = await run('unzip', ['-l', files.find((file) => file.endsWith('.whl'))!]);
    assert.match(list, /hubbub_client\/py\.typed/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
