import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ChatClient } from '../harness/clients.ts';
import { QueueReader } from '../harness/events.ts';
import { programFile } from '../harness/program.ts';

const SENDERS = 16;
/** Acknowledged messages after which the program is killed, in the midst of further ones. */
const SENDS_BEFORE_KILL = 150;

let dataDir: string;
let environment: NodeJS.ProcessEnv;
let program: ChildProcess | undefined;

before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-fault-'));
  await chmod(dataDir, 0o755);
  environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    WEB: 'off',
    CHECK_ANSWERS: 'true',
  };
});
after(async () => {
  if (program && program.exitCode === null && program.signalCode === null) {
    program.kill('SIGTERM');
    await once(program, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the real program and gives its address. */
async function start(): Promise<string> {
  program = spawn(process.execPath, [programFile], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: program.stdout! })) {
    const { msg, url } = JSON.parse(line);
    if (msg === 'Hubbub serves') {
      program.stdout!.resume();
      return url;
    }
  }
  throw new Error('the program ended before it served');
}

async function kill(): Promise<void> {
  const ended = once(program!, 'exit');
  program!.kill('SIGKILL');
  await ended;
}

/** Kills the database server of this data directory as well, as a power cut would. */
async function killDatabase(): Promise<void> {
  const pidFile = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  assert.ok(pid > 1);
  process.kill(pid, 'SIGKILL');
}

/** Sends from many sides until the program is gone; gives the acknowledged messages' IDs by content. */
async function sendUntilKilled(client: ChatClient, round: string, killNow: () => Promise<void>) {
  const acknowledged = new Map<number, string>();
  let attempted = 0;
  let killing: Promise<void> | undefined;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (;;) {
        const content = `${round} ${++attempted}`;
        try {
          const answer = await client.post('/messages', { type: 'stream', to: 'dock', topic: 'gates', content });
          assert.equal(answer.json.result, 'success', answer.text);
          acknowledged.set(answer.json.id, content);
        } catch (error) {
          if (!killing) throw error;
          return;
        }
        if (acknowledged.size >= SENDS_BEFORE_KILL) killing ??= killNow();
      }
    }),
  );
  await killing;
  return acknowledged;
}

test('after kill -9 in the midst of sends, the same queue gives every acknowledged message once, in order', async () => {
  let url = await start();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      programFile,
      'org',
      'create',
      '--name',
      'Example Couriers',
      '--country',
      'US',
      '--timezone',
      'America/Los_Angeles',
      '--owner-email',
      'olive@couriers.example',
      '--owner-name',
      'Olive Owner',
      '--owner-password',
      'correct horse battery staple',
      '--json',
    ],
    { env: environment },
  );
  const { email, api_key } = JSON.parse(stdout).chat;
  const connect = () => new ChatClient({ site: url, email, api_key });
  const added = await connect().post('/users/me/subscriptions', { subscriptions: [{ name: 'dock' }] });
  assert.equal(added.json.result, 'success', added.text);

  const { queueId } = await QueueReader.register(connect(), { event_types: ['message'] });
  const acknowledged = new Map<number, string>();
  const received: { id: number; content: string }[] = [];
  let lastEventId = -1;

  // The second time the database is killed too.
  const rounds = [
    ['Node', kill],
    ['Node and PostgreSQL', () => Promise.all([kill(), killDatabase()]).then(() => {})],
  ] as const;
  for (const [round, killNow] of rounds) {
    for (const [id, content] of await sendUntilKilled(connect(), round, killNow)) acknowledged.set(id, content);

    url = await start();
    const queue = new QueueReader(connect(), { queue_id: queueId });
    queue.lastEventId = lastEventId;
    for (let events = await queue.poll(); events.length > 0; events = await queue.poll()) {
      for (const { message } of events) received.push({ id: message.id, content: message.content });
    }
    lastEventId = queue.lastEventId;
  }

  const ids = received.map(({ id }) => id);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
    'in order',
  );
  assert.equal(new Set(ids).size, ids.length, 'once');
  const contents = new Map(received.map(({ id, content }) => [id, content]));
  for (const [id, content] of acknowledged) assert.equal(contents.get(id), content, `message ${id} was acknowledged`);
  assert.ok(acknowledged.size >= rounds.length * SENDS_BEFORE_KILL);
  // What was committed but not acknowledged may be there too, and nothing else.
  const fetched = await connect().get('/messages', { anchor: 'newest', num_before: 5000, num_after: 0 });
  assert.deepEqual(
    fetched.json.messages.map(({ id }: { id: number }) => id),
    ids,
  );
});
