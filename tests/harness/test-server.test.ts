import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { until } from './clients.ts';

const scratch = await mkdtemp(join(tmpdir(), 'hubbub-test-server-'));
await chmod(scratch, 0o1777);
after(() => rm(scratch, { recursive: true, force: true }));

const harness = pathToFileURL(join(import.meta.dirname, 'test-server.ts'));
/** As a test file that runs by itself: it has a PostgreSQL of its own, and goes on until it is ended. */
const PROGRAM = `
import { spawnTestServer } from '${harness}';
setInterval(() => {}, 1000);
console.log('starts');
const { HUBBUB_TEST_DATABASE_URL } = await spawnTestServer();
console.log(HUBBUB_TEST_DATABASE_URL);
`;

function startTestFile() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: a signal to the group reaches its server, too, as Ctrl-C and `timeout` do.
    detached: true,
    env: { ...process.env, TMPDIR: scratch, DATABASE_URL: undefined },
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return { child, line: async (): Promise<string> => (await lines.next()).value ?? '' };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

for (const [signal, whom] of [
  ['SIGKILL', 'the file'],
  ['SIGTERM', 'all that it started'],
] as const) {
  test(`a test file that ${signal} ends leaves no PostgreSQL: sent to ${whom}`, async () => {
    const { child, line } = startTestFile();
    await line();
    const address = await line();
    assert.equal(await answers(address), true);
    const ended = once(child, 'exit');
    process.kill(whom === 'the file' ? child.pid! : -child.pid!, signal);
    await ended;
    await until(async () => !(await answers(address)), 'the end of PostgreSQL');
    await until(async () => (await readdir(scratch)).length === 0, 'its folder gone');
  });
}

test('nor does one that ends while its PostgreSQL starts', async () => {
  const { child, line } = startTestFile();
  await line();
  // Its folder is there: the start is under way.
  await until(async () => (await readdir(scratch)).length > 0, 'the start');
  const ended = once(child, 'exit');
  process.kill(child.pid!, 'SIGKILL');
  await ended;
  await until(async () => (await readdir(scratch)).length === 0, 'its folder gone');
});
