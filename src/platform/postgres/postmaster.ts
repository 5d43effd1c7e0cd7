/** A PostgreSQL of any version as a child process: how it is started, what it says, and how it ends. */

import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import { CannotOpenDatabase } from './cannot-open.ts';
import type { DatabaseLog } from './database-log.ts';
import type { PostgresHome } from './home.ts';
import { disownStalePid, PREDECESSOR_PATIENCE_MS } from './predecessor.ts';
import { SOCKET } from './socket.ts';
import { asUser } from './user.ts';

/** Replaying the log after a crash can take a while on a slow disk. */
const START_PATIENCE_MS = 120_000;
const STOP_PATIENCE_MS = 30_000;

/** No network, and a log that can be read here; every version knows these. */
const ALWAYS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  timezone: 'UTC',
  cluster_name: 'hubbub',
  // The log reader below relies on these, whatever postgresql.conf says.
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

/** A server process on the files of a cluster. */
export interface Postmaster {
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** Options for running a postmaster. */
interface PostmasterOptions {
  log: DatabaseLog;
  /** Called when it ends without having been asked to. */
  onExit?: ((reason: string) => void) | undefined;
  /** On top of what every one gets. */
  settings?: Record<string, string>;
}

/**
 * Starts PostgreSQL on the files of a cluster, which has its predecessors stopped.
 * @param socketFolder ours alone; the socket appears in it
 * @throws {CannotOpenDatabase} what it complains of
 */
export async function startPostmaster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  socketFolder: string,
  { log, onExit, settings }: PostmasterOptions,
): Promise<Postmaster> {
  const giveUp = Date.now() + PREDECESSOR_PATIENCE_MS;
  while (true) {
    await disownStalePid(home.cluster);
    // The folder is ours alone and no postmaster of ours lives: what lies there is left over, whoever has its pid now.
    await rm(join(socketFolder, SOCKET), { force: true });
    await rm(join(socketFolder, `${SOCKET}.lock`), { force: true });
    const attempt = await tryPostmaster(home, binaries, socketFolder, { ...ALWAYS, ...settings }, log, onExit);
    if ('stop' in attempt) return attempt;
    // Backends of a killed postmaster finish what they are at, notice, and go.
    const predecessor = /shared memory block.*still in use|lock file .* already exists/.test(attempt.complaint);
    if (!predecessor || Date.now() > giveUp)
      throw new CannotOpenDatabase(`PostgreSQL did not start: ${attempt.complaint}`);
    log.debug(`PostgreSQL: waiting for processes that a killed Hubbub left running (${attempt.complaint})`);
    await pause(200);
  }
}

async function tryPostmaster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  socketFolder: string,
  settings: Record<string, string>,
  log: DatabaseLog,
  onExit: PostmasterOptions['onExit'],
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
    log.error(`PostgreSQL stopped unexpectedly: ${fatal.at(-1) ?? reason}`);
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
          log.warn('PostgreSQL is slow to stop; stopping it immediately, its log will be replayed at the next start');
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
