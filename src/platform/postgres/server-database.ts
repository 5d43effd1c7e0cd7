/** Opens the database of a data directory for the server, and shares it with administration commands. */

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CannotOpenDatabase } from './cannot-open.ts';
import type { DatabaseLog } from './database-log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { DataDirectoryInUse, lockDataDirectory } from './lock.ts';

/** Place of the files, and the receiver of notifications. */
export interface ServerDatabaseOptions {
  dataDir: string;
  log: DatabaseLog;
  /** Called when PostgreSQL ends without having been asked to: the server cannot go on. */
  onExit?: (reason: string) => void;
  /** MiB that must be free for a start. */
  diskReserveMib?: number;
  /** Server settings on top of the usual ones. */
  settings?: Record<string, string>;
}

/** A server that is starting has the lock, but nothing to connect to yet. */
const SERVER_START_PATIENCE_MS = 30_000;

/**
 * The server's database: locks the data directory, starts PostgreSQL and records for commands where it is.
 * @throws DataDirectoryInUse when another server has it
 */
export async function openServerDatabase(options: ServerDatabaseOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  const lock = await lockDataDirectory(dataDir, 'server');
  try {
    const database = await startEmbeddedPostgres(options);
    await writeRecord(dataDir, database.connectionString);
    return {
      ...database,
      async stop() {
        await rm(recordFile(dataDir), { force: true });
        await database.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * An external database, for a process that serves from it: its data folder is its own.
 * @throws DataDirectoryInUse when another process has the folder
 */
export async function openExternalDatabase(dataDir: string, connectionString: string): Promise<EmbeddedPostgres> {
  const lock = await lockDataDirectory(dataDir, 'server');
  return { connectionString, folder: undefined, stop: () => lock.release() };
}

/**
 * The database for an administration command: the running server's, or, when none runs, started for the command and
 * stopped after it.
 */
export async function openDatabaseForCommand(options: ServerDatabaseOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  const deadline = Date.now() + SERVER_START_PATIENCE_MS;
  while (true) {
    try {
      const lock = await lockDataDirectory(dataDir, 'command');
      try {
        const database = await startEmbeddedPostgres(options);
        return {
          ...database,
          async stop() {
            await database.stop();
            await lock.release();
          },
        };
      } catch (error) {
        await lock.release();
        throw error;
      }
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse) || error.holder !== 'server') throw error;
      const connectionString = await readRecord(dataDir, error.pid);
      if (connectionString && (await answers(connectionString)))
        return { connectionString, folder: undefined, stop: async () => {} };
      if (Date.now() > deadline) {
        throw new CannotOpenDatabase(
          `A Hubbub server (process ${error.pid}) is using the data directory, but its database does not respond.`,
          { cause: error },
        );
      }
      await pause(100);
    }
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false; // starting or stopping
  } finally {
    await client.end().catch(() => {});
  }
}

/** 0600: it holds the password of the database. */
async function writeRecord(dataDir: string, connectionString: string): Promise<void> {
  const file = recordFile(dataDir);
  await writeFile(`${file}.new`, JSON.stringify({ pid: process.pid, connectionString }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Reads the record, unless a killed server of another process left it. */
async function readRecord(dataDir: string, pid: number | undefined): Promise<string | undefined> {
  try {
    const record = JSON.parse(await readFile(recordFile(dataDir), 'utf8'));
    return record.pid === pid ? record.connectionString : undefined;
  } catch {
    return undefined;
  }
}

function recordFile(dataDir: string): string {
  return join(dataDir, 'server-database.json');
}
