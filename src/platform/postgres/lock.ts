/**
 * One process at a time works on a data directory.
 *
 * The lock is an exclusive transaction on an empty SQLite file, because that is the one way to an operating-system
 * file lock that Node brings along. The kernel decides who gets it, so two starts at the same instant have one
 * winner, and it lets go when the process dies, however it dies. (A file that names a process, taken with O_EXCL,
 * needs a guess whether that process still lives, and a second lock around the removal of a stale one.)
 *
 * The lock file is empty; the holder is recorded in a file next to it, which is only used to word a sentence and to
 * decide whether to wait.
 */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { displayPath } from '../data-folder.ts';
import { CannotOpenDatabase } from './cannot-open.ts';
import { isAlive } from './processes.ts';

/** A command comes and goes and may be waited for; a server stays. */
export type LockHolder = 'server' | 'command';

/** The right to work on a data directory, until it is released or the process dies. */
export interface DataDirectoryLock {
  release(): Promise<void>;
}

/** Someone else has the data directory. The message is for the operator, whole and ready to print. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse';
  /** Printed as it is, without a stack. */
  readonly expected = true;
  readonly holder: LockHolder | undefined;
  readonly pid: number | undefined;

  constructor(message: string, pid?: number, holder?: LockHolder) {
    super(message);
    this.pid = pid;
    this.holder = holder;
  }
}

/** An administration command opens the database, does one thing and goes: half a minute covers any of them. */
const COMMAND_PATIENCE_MS = 30_000;
/** A server told to stop (a restart by a supervisor) closes within this; one that stays is refused after it. */
const SERVER_PATIENCE_MS = 2_000;
/** The time between taking the lock and naming oneself is far below this; a holder unnamed for longer is stuck. */
const NAMELESS_PATIENCE_MS = 2_000;
const SQLITE_BUSY = 5;
/** A lock that nothing refers to would be closed, and so let go, by the garbage collector. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock for `holder`. Waits for a command that holds it; throws `DataDirectoryInUse` when a server does, since
 * that will not go away by itself: to a command at once, to another server after the moment a restart needs.
 */
export async function lockDataDirectory(
  dataDir: string,
  holder: LockHolder,
  patience = COMMAND_PATIENCE_MS,
): Promise<DataDirectoryLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const started = Date.now();
  while (true) {
    const lock = tryLock(dataDir);
    if (lock) {
      held.add(lock);
      await nameHolder(dataDir, holder);
      return {
        async release() {
          if (!held.has(lock)) return;
          // The name is removed first: it must not stand next to a lock that already has another owner.
          await rm(holderFile(dataDir), { force: true });
          held.delete(lock);
          lock.close();
        },
      };
    }
    const current = await readHolder(dataDir);
    const waited = Date.now() - started;
    if (waited >= Math.min(patience, patienceWith(current?.holder, holder))) throw inUse(dataDir, current);
    await pause(50);
  }
}

function patienceWith(current: LockHolder | undefined, wanted: LockHolder): number {
  if (!current) return NAMELESS_PATIENCE_MS;
  if (current === 'command') return COMMAND_PATIENCE_MS;
  return wanted === 'server' ? SERVER_PATIENCE_MS : 0;
}

/** The process that holds the lock, so far as it has said so and is still alive. */
async function readHolder(dataDir: string): Promise<{ pid: number; holder: LockHolder } | undefined> {
  try {
    const { pid, holder } = JSON.parse(await readFile(holderFile(dataDir), 'utf8'));
    // The record of a killed process names no holder.
    return isAlive(pid) ? { pid, holder } : undefined;
  } catch {
    return undefined;
  }
}

function inUse(dataDir: string, current: { pid: number; holder: LockHolder } | undefined): DataDirectoryInUse {
  const who =
    current?.holder === 'command'
      ? `A Hubbub command (process ${current.pid})`
      : current
        ? `Another Hubbub (process ${current.pid})`
        : 'Another Hubbub';
  const where = displayPath(dataDir);
  return new DataDirectoryInUse(
    `${who} is using ${where}. Stop it, or set DATA_DIR to another folder.`,
    current?.pid,
    current?.holder,
  );
}

function tryLock(dataDir: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(dataDir, 'hubbub.lock'));
    // No journal on disk: nothing is ever written, and a kill leaves no file behind.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new CannotOpenDatabase(`${displayPath(dataDir)} cannot be locked`, { cause: error });
  }
}

async function nameHolder(dataDir: string, holder: LockHolder): Promise<void> {
  const file = holderFile(dataDir);
  await writeFile(`${file}.new`, JSON.stringify({ pid: process.pid, holder }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function holderFile(dataDir: string): string {
  return join(dataDir, 'hubbub.holder');
}
