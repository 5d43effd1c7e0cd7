/**
 * Runs our own PostgreSQL on the files of a data directory. The caller holds the lock of that directory
 * (`server-database.ts`); nothing here guards against a second start.
 *
 * It listens on a Unix socket in a private folder and on no network: no port to be taken by someone else, nothing to
 * reach from outside, and some 20 µs less a round trip than TCP.
 */

import { rmdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import pg from 'pg';
import { installedBinaries, runnableBinaries } from './binaries.ts';
import { CannotOpenDatabase } from './cannot-open.ts';
import { ensureCluster, readPassword, SUPERUSER } from './cluster.ts';
import { refuseOtherVersion } from './cluster-version.ts';
import type { DatabaseLog } from './database-log.ts';
import { freeBytes, refuseFullDisk } from './disk-space.ts';
import { findPostgresHome, recordPostgresHome, SYSTEM_STATE } from './home.ts';
import { startPostmaster } from './postmaster.ts';
import { stopPredecessor } from './predecessor.ts';
import { makeSocketFolder } from './socket.ts';

/** Place of the files, and options for running on them. */
export interface EmbeddedOptions {
  dataDir: string;
  log: DatabaseLog;
  /** Called when PostgreSQL ends without having been asked to. */
  onExit?: (reason: string) => void;
  /** Server settings on top of ours; the tests trade durability for speed with them. */
  settings?: Record<string, string>;
  /** Folder for files that the unprivileged user cannot reach in the data directory. */
  systemState?: string;
  /** MiB that must be free for a start. */
  diskReserveMib?: number;
}

/** A database that runs. */
export interface EmbeddedPostgres {
  connectionString: string;
  /** Folder of its files; undefined if another process runs it. */
  folder: string | undefined;
  stop(): Promise<void>;
}

/** The one that the program keeps everything in. */
export const DATABASE = 'hubbub';

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

/**
 * Returns the size that PostgreSQL's log may have between two checkpoints, in MiB: a tenth of the free space, at most 1
 * GiB.
 */
async function maxWalMib(folder: string): Promise<number> {
  const tenth = Math.floor((await freeBytes(folder)) / 10 / MIB);
  return Math.min(Math.max(tenth, 128), 1024);
}

/** On top of what every postmaster of ours gets. Durability is PostgreSQL's default: `fsync`, `full_page_writes` and `synchronous_commit` stay on. */
const SETTINGS: Record<string, string> = {
  shared_buffers: `${sharedBuffers()}MB`,
  max_connections: '100',
  jit: 'off', // compiling pays from about 100 ms a query on; ours are far below
  io_method: 'sync', // three processes fewer than the default; what we read is mostly cached
  max_logical_replication_workers: '0',
  random_page_cost: '1.1',
};

/**
 * Starts PostgreSQL on a data directory; makes its files at the first time.
 * @throws {CannotOpenDatabase} with a sentence for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  if (process.platform === 'win32') {
    throw new CannotOpenDatabase(
      'Hubbub runs its own PostgreSQL on Linux and macOS only. Set DATABASE_URL to a running PostgreSQL.',
    );
  }
  const systemState = options.systemState ?? SYSTEM_STATE;
  const home = await findPostgresHome(dataDir, systemState);
  const installed = installedBinaries();
  const binaries = await runnableBinaries(installed, home.user, systemState);
  if (home.user && (home.elsewhere || binaries !== installed)) {
    const programs = binaries === installed ? '' : `, its programs in ${binaries.folder}`;
    log.info(
      `PostgreSQL runs as the unprivileged user ${home.user.name}, who cannot access every folder here; its files are in ${home.folder}${programs}`,
    );
  }
  await refuseOtherVersion(dataDir, home.cluster, installed);
  await refuseFullDisk(home.folder, options.diskReserveMib ?? 0);
  await recordPostgresHome(dataDir, home, false);
  await stopPredecessor(home.cluster, log);
  await ensureCluster(home, binaries);
  await recordPostgresHome(dataDir, home, true);

  const socketFolder = await makeSocketFolder(home);
  const settings = { ...SETTINGS, max_wal_size: `${await maxWalMib(home.folder)}MB`, ...options.settings };
  const postmaster = await startPostmaster(home, binaries, socketFolder, { log, onExit: options.onExit, settings });
  try {
    await ensureDatabase(await addressOf(home.cluster, socketFolder, 'postgres'));
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  const stop = async () => {
    await postmaster.stop();
    // One in a shared place is not left there.
    if (!socketFolder.startsWith(`${home.folder}/`)) await rmdir(socketFolder).catch(() => undefined);
  };
  return { connectionString: await addressOf(home.cluster, socketFolder, DATABASE), folder: home.folder, stop };
}

/**
 * The address of a database in a cluster that listens in `socketFolder`.
 * @throws {CannotOpenDatabase} when the password cannot be read
 */
export async function addressOf(cluster: string, socketFolder: string, database: string): Promise<string> {
  return `postgresql://${SUPERUSER}:${await readPassword(cluster)}@${encodeURIComponent(socketFolder)}/${database}`;
}

/** Makes the program's database where there is none yet. @param connectionString of another one of the cluster */
export async function ensureDatabase(connectionString: string): Promise<void> {
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
