import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { installedBinaries, runnableBinaries } from './binaries.ts';
import type { DatabaseLog } from './database-log.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { DataDirectoryInUse, lockDataDirectory } from './lock.ts';
import { isAlive, waitUntil } from './processes.ts';
import { openDatabaseForCommand, openServerDatabase } from './server-database.ts';
import { postgresUser, runningAsRoot } from './user.ts';

const scratch = await mkdtemp(join(tmpdir(), 'hubbub-embedded-'));
// As an ordinary folder is: the unprivileged user may walk through.
await chmod(scratch, 0o755);
after(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));
let folders = 0;
const newFolder = () => join(scratch, `data-${++folders}`);

interface Recorded extends DatabaseLog {
  lines: { level: string; text: string }[];
}

function recordingLog(): Recorded {
  const lines: Recorded['lines'] = [];
  const to = (level: string) => (text: unknown) => void lines.push({ level, text: String(text) });
  return { lines, info: to('info'), warn: to('warn'), error: to('error'), debug: to('debug') };
}

async function query(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
}

/** A process that opens the database, says so in one line, and waits to be killed. */
async function spawnHolder(
  dataDir: string,
  open: 'openServerDatabase' | 'openDatabaseForCommand',
): Promise<{ child: ChildProcess; messages: string }> {
  const program = `
    import { ${open} } from ${JSON.stringify(join(import.meta.dirname, 'server-database.ts'))};
    const quiet = () => {};
    const log = { info: quiet, warn: quiet, error: quiet, debug: quiet };
    try {
      const database = await ${open}({ dataDir: ${JSON.stringify(dataDir)}, log });
      console.log(database.connectionString);
      process.stdin.resume().on('end', async () => { await database.stop(); process.exit(); });
    } catch (error) { console.log(error.name); process.exit(); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [messages] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, messages };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin!.end();
  await exited;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('the embedded PostgreSQL', () => {
  test('starts on nothing, durable and in UTF-8, and keeps its data over a restart', async () => {
    const dataDir = newFolder();
    const log = recordingLog();
    const first = await startEmbeddedPostgres({ dataDir, log });
    const [settings] = await query(
      first.connectionString,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
        current_setting('server_encoding') as encoding, current_setting('listen_addresses') as network,
        lower('ÄÉ') as folded, current_setting('server_version_num')::int / 10000 as version`,
    );
    assert.deepEqual(settings, {
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      network: '',
      folded: 'äé',
      version: 18,
    });
    await query(first.connectionString, 'create table kept as select 7 as value');
    await first.stop();
    await first.stop();

    const second = await startEmbeddedPostgres({ dataDir, log });
    assert.deepEqual(await query(second.connectionString, 'select value from kept'), [{ value: 7 }]);
    await second.stop();

    const problems = log.lines.filter(({ level }) => level !== 'debug');
    assert.deepEqual(problems, []);
    const password = decodeURIComponent(new URL(first.connectionString).password);
    assert.ok(!log.lines.some(({ text }) => text.includes(password)));
    const file = await stat(join(dataDir, 'postgres/cluster/hubbub.password'));
    assert.equal(file.mode & 0o777, 0o600);
  });

  test('tells when it ends without having been asked to', async () => {
    const dataDir = newFolder();
    const log = recordingLog();
    const { promise, resolve } = Promise.withResolvers<string>();
    const database = await startEmbeddedPostgres({ dataDir, log, onExit: resolve });
    process.kill(await postmasterPid(dataDir), 'SIGQUIT');
    assert.match(await promise, /ended/);
    assert.ok(log.lines.some(({ level }) => level === 'error'));
    await database.stop();
  });

  test('an initdb that was cut off is done again', async () => {
    const dataDir = newFolder();
    const half = join(dataDir, 'postgres/cluster.new-cafe');
    await mkdir(join(half, 'base'), { recursive: true });
    await writeFile(join(half, 'PG_VERSION'), '18\n');
    await writeFile(`${half}.password`, 'lost\n');
    await chmod(dataDir, 0o755);
    const database = await startEmbeddedPostgres({ dataDir, log: recordingLog() });
    assert.equal((await query(database.connectionString, 'select 1 as one')).length, 1);
    await database.stop();
    assert.deepEqual((await readdir(join(dataDir, 'postgres'))).sort(), ['cluster', 'socket']);
  });

  test('a process that merely has the number in postmaster.pid is in nobody’s way', async () => {
    const dataDir = newFolder();
    await (await startEmbeddedPostgres({ dataDir, log: recordingLog() })).stop();
    const bystander = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    try {
      const cluster = join(dataDir, 'postgres/cluster');
      const stale = `${bystander.pid}\n${cluster}\n1700000000\n5432\n${join(dataDir, 'postgres/socket')}\n\n  123  456\nready\n`;
      await writeFile(join(cluster, 'postmaster.pid'), stale);
      await writeFile(join(dataDir, 'postgres/socket/.s.PGSQL.5432.lock'), stale);
      await writeFile(join(dataDir, 'postgres/socket/.s.PGSQL.5432'), '');
      const database = await startEmbeddedPostgres({ dataDir, log: recordingLog() });
      await database.stop();
      assert.ok(isAlive(bystander.pid!));
    } finally {
      await end(bystander);
    }
  });

  test('one whose files have vanished says so instead of starting empty', async () => {
    const dataDir = newFolder();
    await (await startEmbeddedPostgres({ dataDir, log: recordingLog() })).stop();
    await rm(join(dataDir, 'postgres/cluster'), { recursive: true });
    await assert.rejects(startEmbeddedPostgres({ dataDir, log: recordingLog() }), /which no longer exists/);
  });

  test('a path too long for a socket is no hindrance, and what stands in for it is gone afterwards', async () => {
    const dataDir = join(newFolder(), 'long-'.repeat(20));
    await mkdir(dataDir, { recursive: true });
    const database = await startEmbeddedPostgres({ dataDir, log: recordingLog() });
    assert.equal((await query(database.connectionString, 'select 1 as one')).length, 1);
    const socketFolder = decodeURIComponent(new URL(database.connectionString).hostname);
    await database.stop();
    assert.ok(!socketFolder.startsWith(dataDir));
    assert.equal(existsSync(socketFolder), false);
  });
});

describe('after a kill -9', () => {
  test('of Hubbub, the PostgreSQL it left is stopped and the data is there', async () => {
    const dataDir = newFolder();
    const { child, messages } = await spawnHolder(dataDir, 'openServerDatabase');
    await query(messages, 'create table kept as select 7 as value');
    await kill(child);
    const orphan = await postmasterPid(dataDir);
    assert.ok(isAlive(orphan));
    const database = await openServerDatabase({ dataDir, log: recordingLog() });
    assert.ok(!isAlive(orphan));
    assert.deepEqual(await query(database.connectionString, 'select value from kept'), [{ value: 7 }]);
    await database.stop();
  });

  test('of PostgreSQL too, its busy backends are waited for', async () => {
    const dataDir = newFolder();
    const { child, messages } = await spawnHolder(dataDir, 'openServerDatabase');
    await query(messages, 'create table kept as select 7 as value');
    // Busy in a way that does not notice the postmaster's death at once.
    const busy = new pg.Client({ connectionString: messages });
    busy.on('error', () => {});
    await busy.connect();
    const done = busy.query('select count(*) from generate_series(1, 10000000)').catch(() => {});
    const orphan = await postmasterPid(dataDir);
    await kill(child);
    process.kill(orphan, 'SIGKILL');
    const database = await openServerDatabase({ dataDir, log: recordingLog() });
    assert.deepEqual(await query(database.connectionString, 'select value from kept'), [{ value: 7 }]);
    await database.stop();
    await done;
    await busy.end().catch(() => {});
  });
});

describe('the lock of a data directory', () => {
  test('has one winner among servers that start at once, and a sentence for the rest', async () => {
    const dataDir = newFolder();
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => lockDataDirectory(dataDir, 'server')));
    const won = attempts.filter((each) => each.status === 'fulfilled');
    const lost = attempts.filter((each) => each.status === 'rejected');
    assert.equal(won.length, 1);
    for (const { reason } of lost) {
      assert.ok(reason instanceof DataDirectoryInUse);
      assert.match(
        reason.message,
        /^Another Hubbub \(process \d+\) is using .*\. Stop it, or set DATA_DIR to another folder\.$/,
      );
    }
    await won[0]!.value.release();
    await (await lockDataDirectory(dataDir, 'server')).release();
  });

  test('has one winner among processes, and ends with a killed one', async () => {
    const dataDir = newFolder();
    const holders = await Promise.all([1, 2, 3].map(() => spawnHolder(dataDir, 'openServerDatabase')));
    const winners = holders.filter(({ messages }) => messages.startsWith('postgresql:'));
    assert.equal(winners.length, 1);
    assert.equal(holders.filter(({ messages }) => messages === 'DataDirectoryInUse').length, 2);
    await kill(winners[0]!.child);
    const database = await openServerDatabase({ dataDir, log: recordingLog() });
    await database.stop();
  });

  test('a server waits for a command, a second one gives up', async () => {
    const dataDir = newFolder();
    const command = await lockDataDirectory(dataDir, 'command');
    await assert.rejects(lockDataDirectory(dataDir, 'server', 60), /A Hubbub command \(process \d+\) is using/);
    const server = lockDataDirectory(dataDir, 'server');
    await command.release();
    await (await server).release();
  });
});

describe('a command', () => {
  test('uses the database of the running server', async () => {
    const dataDir = newFolder();
    const { child, messages } = await spawnHolder(dataDir, 'openServerDatabase');
    const command = await openDatabaseForCommand({ dataDir, log: recordingLog() });
    assert.equal(command.connectionString, messages);
    await command.stop();
    assert.equal((await query(messages, 'select 1 as one')).length, 1);
    assert.equal((await stat(join(dataDir, 'server-database.json'))).mode & 0o777, 0o600);
    await end(child);
    assert.ok(!existsSync(join(dataDir, 'server-database.json')));
  });

  test('starts it when no server runs, and leaves nothing running', async () => {
    const dataDir = newFolder();
    const [one, other] = await Promise.all([
      openDatabaseForCommand({ dataDir, log: recordingLog() }).then(async (database) => {
        const pid = await postmasterPid(dataDir);
        await database.stop();
        return pid;
      }),
      openDatabaseForCommand({ dataDir, log: recordingLog() }).then(async (database) => {
        const pid = await postmasterPid(dataDir);
        await database.stop();
        return pid;
      }),
    ]);
    assert.notEqual(one, other);
    assert.ok(await waitUntil(() => !isAlive(one) && !isAlive(other), 5_000));
  });
});

describe('started as root', { skip: !runningAsRoot() && 'not root' }, () => {
  test('PostgreSQL’s files go where its user can reach them, once and for all', async () => {
    const closed = newFolder();
    await mkdir(closed, { mode: 0o700 });
    const dataDir = join(closed, 'checkout/data');
    const systemState = newFolder();
    const log = recordingLog();
    const first = await startEmbeddedPostgres({ dataDir, log, systemState });
    await query(first.connectionString, 'create table kept as select 7 as value');
    await first.stop();
    const received = log.lines.filter(({ level }) => level === 'info');
    assert.equal(received.length, 1);
    assert.ok(received[0]!.text.includes(systemState));

    // Reachable by now, and still where it was.
    await chmod(closed, 0o755);
    const second = await startEmbeddedPostgres({ dataDir, log: recordingLog(), systemState });
    assert.deepEqual(await query(second.connectionString, 'select value from kept'), [{ value: 7 }]);
    await second.stop();

    // A new data directory in the same place does not inherit the old one's database.
    await chmod(closed, 0o700);
    await rm(dataDir, { recursive: true });
    const third = await startEmbeddedPostgres({ dataDir, log: recordingLog(), systemState });
    assert.deepEqual(await query(third.connectionString, `select to_regclass('kept') as name`), [{ name: null }]);
    await third.stop();
  });

  test('a data directory that only root may enter is opened for passing through', async () => {
    const dataDir = newFolder();
    await mkdir(dataDir, { mode: 0o700 });
    const log = recordingLog();
    const database = await startEmbeddedPostgres({ dataDir, log, systemState: newFolder() });
    await database.stop();
    assert.ok(existsSync(join(dataDir, 'postgres/cluster')));
    assert.equal((await stat(dataDir)).mode & 0o777, 0o710);
    assert.ok(!log.lines.some(({ level }) => level === 'info'));
  });

  test('its programs are copied when the checkout is closed', async () => {
    const closed = newFolder();
    await mkdir(closed, { mode: 0o700 });
    const installed = installedBinaries();
    const folder = join(closed, 'package/native');
    await cp(installed.folder, folder, { recursive: true, verbatimSymlinks: true });
    await cp(join(installed.folder, '../package.json'), join(closed, 'package/package.json'));
    const unreachable = { folder, postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') };
    const user = await postgresUser('/nonexistent');
    const systemState = newFolder();
    const copied = await runnableBinaries(unreachable, user, systemState);
    assert.ok(copied.folder.startsWith(systemState));
    assert.deepEqual(await runnableBinaries(unreachable, user, systemState), copied);
  });
});
