/**
 * Runs our own PostgreSQL on the files of a data directory. The caller holds the lock of that directory
 * (`server-database.ts`); nothing here guards against a second start.
 *
 * It listens on a Unix socket in a private folder and on no network: no port to be taken by someone else, nothing to
 * reach from outside, and some 20 µs less a round trip than TCP.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { rm, rmdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { installedBinaries, type PostgresBinaries, runnableBinaries } from './binaries.ts';
import { CannotOpenDatabase } from './cannot-open.ts';
import { ensureCluster, readPassword, SUPERUSER } from './cluster.ts';
import type { DatabaseLog } from './database-log.ts';
import { freeBytes, refuseFullDisk } from './disk-space.ts';
import { findPostgresHome, type PostgresHome, recordPostgresHome, SYSTEM_STATE } from './home.ts';
import { disownStalePid, PREDECESSOR_PATIENCE_MS, stopPredecessor } from './predecessor.ts';
import { makeSocketFolder, SOCKET } from './socket.ts';
import { asUser } from './user.ts';

/** Where the files are, and how to run on them. */
export interface EmbeddedOptions {
  dataDir: string;
  log: DatabaseLog;
  /** Called when PostgreSQL ends without having been asked to. */
  onExit?: (reason: string) => void;
  /** Server settings on top of ours; the tests trade durability for speed with them. */
  settings?: Record<string, string>;
  /** Where files go that the unprivileged user cannot reach in the data directory. */
  systemState?: string;
  /** MiB that must be free for a start. */
  diskReserveMib?: number;
}

/** A database that runs. */
export interface EmbeddedPostgres {
  connectionString: string;
  /** Where its files are; undefined when another process runs it. */
  folder: string | undefined;
  stop(): Promise<void>;
}

const DATABASE = 'hubbub';
/** Replaying the log after a crash can take a while on a slow disk. */
const START_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 30_000;

const MIB = 2 ** 20;

/**
 * Pages that PostgreSQL keeps for itself, in MiB: an eighth of the memory there is, at least its own default, which was
 * chosen for smaller machines. Of a million messages the pages of a day's reading fit in 1 GiB.
 */
function sharedBuffers(): number {
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const eighth = Math.floor(Math.min(totalmem(), constrained) / 8 / MIB);
  return Math.min(Math.max(eighth, 128), 1024);
}

/** What PostgreSQL's log may take between two checkpoints, in MiB: a tenth of the room there is, 1 GiB at most. */
async function maxWalMib(folder: string): Promise<number> {
  const tenth = Math.floor((await freeBytes(folder)) / 10 / MIB);
  return Math.min(Math.max(tenth, 128), 1024);
}

/** Durability is PostgreSQL's default: `fsync`, `full_page_writes` and `synchronous_commit` stay on. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  shared_buffers: `${sharedBuffers()}MB`,
  max_connections: '100',
  jit: 'off', // compiling pays from about 100 ms a query on; ours are far below
  io_method: 'sync', // three processes fewer than the default; what we read is mostly cached
  max_logical_replication_workers: '0',
  random_page_cost: '1.1',
  timezone: 'UTC',
  cluster_name: 'hubbub',
  // What the log reader below relies on, whatever somebody writes into postgresql.conf.
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_min_messages: 'warning',
  // Neither statements nor the values in them (DETAIL) get into the log: they are people's data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Starts PostgreSQL on a data directory; makes its files at the first time.
 * @throws {CannotOpenDatabase} with a sentence for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  if (process.platform === 'win32') {
    throw new CannotOpenDatabase(
      'Hubbub runs its own PostgreSQL on Linux and macOS only. Set DATABASE_URL to one that runs.',
    );
  }
  const systemState = options.systemState ?? SYSTEM_STATE;
  const home = await findPostgresHome(dataDir, systemState);
  const installed = installedBinaries();
  const binaries = await runnableBinaries(installed, home.user, systemState);
  if (home.user && (home.elsewhere || binaries !== installed)) {
    const programs = binaries === installed ? '' : `, its programs in ${binaries.folder}`;
    log.info(
      `PostgreSQL runs as the unprivileged user ${home.user.name}, who cannot enter every folder here; its files are in ${home.folder}${programs}`,
    );
  }
  await refuseFullDisk(home.folder, options.diskReserveMib ?? 0);
  await recordPostgresHome(dataDir, home, false);
  await stopPredecessor(home.cluster, log);
  await ensureCluster(home, binaries);
  await recordPostgresHome(dataDir, home, true);

  const socketFolder = await makeSocketFolder(home);
  const wal = { max_wal_size: `${await maxWalMib(home.folder)}MB`, ...options.settings };
  const postmaster = await startPostmaster(home, binaries, socketFolder, { ...options, settings: wal });
  const server = `postgresql://${SUPERUSER}:${await readPassword(home.cluster)}@${encodeURIComponent(socketFolder)}`;
  try {
    await ensureDatabase(`${server}/postgres`);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  const stop = async () => {
    await postmaster.stop();
    // One in a shared place is not left there.
    if (!socketFolder.startsWith(`${home.folder}/`)) await rmdir(socketFolder).catch(() => undefined);
  };
  return { connectionString: `${server}/${DATABASE}`, folder: home.folder, stop };
}

interface Postmaster {
  stop(): Promise<void>;
}

async function startPostmaster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  socketFolder: string,
  { log, onExit, settings }: EmbeddedOptions,
): Promise<Postmaster> {
  const giveUp = Date.now() + PREDECESSOR_PATIENCE_MS;
  while (true) {
    await disownStalePid(home.cluster);
    // The folder is ours alone and no postmaster of ours lives: what lies there is left over, whoever has its pid now.
    await rm(join(socketFolder, SOCKET), { force: true });
    await rm(join(socketFolder, `${SOCKET}.lock`), { force: true });
    const attempt = await tryPostmaster(home, binaries, socketFolder, { ...SETTINGS, ...settings }, log, onExit);
    if ('stop' in attempt) return attempt;
    // Backends of a killed postmaster finish what they are at, notice, and go.
    const predecessor = /shared memory block.*still in use|lock file .* already exists/.test(attempt.complaint);
    if (!predecessor || Date.now() > giveUp)
      throw new CannotOpenDatabase(`PostgreSQL did not start: ${attempt.complaint}`);
    log.debug(`PostgreSQL: waiting for what a killed predecessor left running (${attempt.complaint})`);
    await pause(200);
  }
}

async function tryPostmaster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  socketFolder: string,
  settings: Record<string, string>,
  log: DatabaseLog,
  onExit: EmbeddedOptions['onExit'],
): Promise<Postmaster | { complaint: string }> {
  const args = ['-D', home.cluster, '-c', `unix_socket_directories=${socketFolder.replaceAll(/["\\]/g, '')}`];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const child = spawn(binaries.postgres, args, {
    ...asUser(home.user, home.folder),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C in the terminal is for Hubbub, which closes the database last.
    detached: true,
  });
  let stopping = false;
  const fatal: string[] = [];
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
  const ready = new Promise<true>((resolve) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve(true);
      if (/^(FATAL|PANIC): /.test(line)) fatal.push(line.replace(/^\w+: +/, ''));
      logLine(log, line, stopping);
    });
  });
  // Whatever ends this process short of SIGKILL takes PostgreSQL along. At once, and replaying its log at the next
  // start: nobody is left to see to it that an orderly end comes to its end (on a full disk it does not).
  const endWithUs = () => signal(child, 'SIGQUIT');
  process.once('exit', endWithUs);
  const timeout = AbortSignal.timeout(START_PATIENCE_MS);
  const tooLate = new Promise<string>((resolve) => {
    timeout.addEventListener('abort', () => resolve(`not ready after ${START_PATIENCE_MS / 1000} s`));
  });

  const outcome = await Promise.race([ready, ended, tooLate]);
  if (outcome !== true) {
    stopping = true;
    signal(child, 'SIGQUIT');
    await ended;
    process.off('exit', endWithUs);
    return { complaint: fatal.at(0) ?? outcome };
  }
  void ended.then((reason) => {
    process.off('exit', endWithUs);
    if (stopping) return;
    log.error(`PostgreSQL ended unexpectedly: ${fatal.at(-1) ?? reason}`);
    onExit?.(reason);
  });
  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= (async () => {
        stopping = true;
        // Fast shutdown: ends the connections, writes everything down.
        signal(child, 'SIGINT');
        const late = setTimeout(() => {
          log.warn('PostgreSQL takes long to close; ending it now, its log will be replayed at the next start');
          signal(child, 'SIGQUIT');
        }, STOP_PATIENCE_MS);
        await ended;
        clearTimeout(late);
      })();
      return stopped;
    },
  };
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(child.pid, name);
  } catch {
    // gone in the meantime
  }
}

/**
 * An ERROR went to the client that caused it, which knows whether it matters (a lost race for a name does not); only
 * what concerns the server itself is worth an operator's look.
 */
function logLine(log: DatabaseLog, line: string, stopping: boolean): void {
  if (line.trim() === '') return;
  const level = /^(WARNING|FATAL|PANIC): /.test(line) && !stopping ? 'warn' : 'debug';
  log[level](`PostgreSQL: ${line}`);
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
