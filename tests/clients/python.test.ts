import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { DispatchClient } from '../harness/clients.ts';
import { blocksOf } from '../harness/document-blocks.ts';
import { lacksPython, PYTHON } from '../harness/python.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { root } from './package.ts';

const run = promisify(execFile);
const client = path.join(root, 'clients/python');
const skip = lacksPython('httpx, httpx_sse, typing_extensions');

let server: TestServer & AsyncDisposable;
let environment: Record<string, string>;

before(async () => {
  if (skip) return;
  server = await startTestServer();
  const { organization_id: organizationId, chat, dispatch } = await server.organization();
  const api = new DispatchClient(dispatch);
  const { json: admins } = await api.get('/admins');
  await api.post('/teams', { name: 'North', workers: [], managers: [admins[0].id] });
  const phone = '+14155570001';
  const made = await createWorkerForCli(server.services, { organizationId, team: 'North', name: 'Dora Driver', phone });
  environment = {
    HUBBUB_URL: server.url,
    CHAT_EMAIL: chat.email,
    CHAT_API_KEY: chat.api_key,
    API_KEY: dispatch.api_key,
    DRIVER_PHONE: phone,
    DRIVER_PASSWORD: made.password,
    PYTHONPATH: path.join(client, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
});

after(() => server?.[Symbol.asyncDispose]());

const python = (...args: string[]) => run(PYTHON, args, { env: { ...process.env, ...environment }, timeout: 100_000 });

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
