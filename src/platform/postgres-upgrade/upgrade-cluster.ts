/**
 * Takes the own database over from an older major version of PostgreSQL: its rows are copied into a new cluster beside it, compared, and
 * the folders change their names. The old cluster is read only and stays (docs/decisions/0076-major-versions.md).
 */

import { existsSync } from 'node:fs';
import { chown, mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { displayPath } from '../data-folder.ts';
import { isDatabaseLost } from '../db/lost.ts';
import { listMigrations, migrate, refuseNewer } from '../db/migrate.ts';
import { makeJobTables } from '../jobs/make-tables.ts';
import { installedBinaries, majorVersion, type PostgresBinaries, runnableBinaries } from '../postgres/binaries.ts';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';
import { ensureCluster, syncCluster } from '../postgres/cluster.ts';
import { clusterVersion, newerCluster } from '../postgres/cluster-version.ts';
import type { DatabaseLog } from '../postgres/database-log.ts';
import { freeBytes } from '../postgres/disk-space.ts';
import { addressOf, DATABASE, ensureDatabase } from '../postgres/embedded.ts';
import { findPostgresHome, type PostgresHome, SYSTEM_STATE } from '../postgres/home.ts';
import { lockDataDirectory } from '../postgres/lock.ts';
import { startPostmaster } from '../postgres/postmaster.ts';
import { stopPredecessor } from '../postgres/predecessor.ts';
import { replacedName, swapClusters, UPGRADE_FOLDER } from '../postgres/replaced-cluster.ts';
import { makeSocketFolder } from '../postgres/socket.ts';
import { beginReading, compareContent, copyContent } from './copy-content.ts';
import { copySettings, systemSettings } from './copy-settings.ts';
import { findLeftOut, findOthersData } from './left-out.ts';
import { findOldPrograms, type OldPrograms, removeFetched } from './old-programs.ts';
import { type CopiedTable, readRelations, refuseWithoutRecord, tablesToCopy } from './relations.ts';
import { startWithSettings } from './start-with-settings.ts';

const MIB = 2 ** 20;
/** Space for the new cluster's log during the copy, and for the files of `initdb`. */
const BESIDE_MIB = 512;

/** The old cluster takes no writes of ours, and nothing is done in it by itself. */
const FOR_READING = { default_transaction_read_only: 'on', autovacuum: 'off', jit: 'off', archive_mode: 'off' };

/** Nothing of a copy that is cut off is worth anything; one that comes to its end is brought to the disk then. */
const FOR_FILLING = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', jit: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '256MB', maintenance_work_mem: '256MB' },
};

/** Place of the database, and the receiver of progress. */
export interface UpgradeOptions {
  config: Pick<Config, 'dataDir' | 'diskReserveMib'>;
  log: DatabaseLog;
  /** Folder of the old version's programs; absent: they are looked for. */
  programs?: string | undefined;
  /** Is told of bytes of rows that were copied, and then compared. */
  progress: (part: string, bytes: number, of: number | undefined) => void;
}

/** Result of the upgrade. */
export interface Upgraded {
  /** Major versions; the same where nothing was to be done. */
  from: number;
  to: number;
  /** Tables and rows that were copied and compared. */
  tables: number;
  rows: number;
  /** Folder of the old cluster. */
  kept: string | null;
  /** Settings that the operator must restore by hand. */
  leftOut: string[];
}

/**
 * Copies the database of a data folder, which no server uses, to this program's PostgreSQL. Whatever ends it leaves the old one in its place.
 * @throws {CannotOpenDatabase} what an operator can do something about
 * @throws DataDirectoryInUse while another program has the folder
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<Upgraded> {
  const { config, log } = options;
  const { dataDir } = config;
  const lock = await lockDataDirectory(dataDir, 'command');
  try {
    const home = await findPostgresHome(dataDir, SYSTEM_STATE);
    const from = await clusterVersion(home.cluster);
    if (from === undefined) throw new CannotOpenDatabase(`${displayPath(dataDir)} contains no database.`);
    await stopPredecessor(home.cluster, log);
    await removeFetched(dataDir);
    const installed = installedBinaries();
    const to = majorVersion(installed);
    if (from > to) throw newerCluster(dataDir, from, to);
    if (from === to) return { from, to, tables: 0, rows: 0, kept: null, leftOut: [] };
    const name = replacedName(from, new Date());
    if (existsSync(path.join(home.folder, name)))
      throw new CannotOpenDatabase(`${path.join(home.folder, name)} already exists. Move it away.`);
    const folder = path.join(home.folder, UPGRADE_FOLDER);
    const copy = { ...home, folder, cluster: path.join(folder, 'cluster') };
    await stopPredecessor(copy.cluster, log);
    await rm(folder, { recursive: true, force: true });
    const programs = await findOldPrograms({ version: from, given: options.programs, dataDir, user: home.user });
    try {
      await mkdir(folder, { mode: 0o700 });
      if (home.user) await chown(folder, home.user.uid, home.user.gid);
      const binaries = await runnableBinaries(installed, home.user, SYSTEM_STATE);
      const done = await copyCluster(home, copy, programs, binaries, options).catch((error) => {
        throw forOperator(error);
      });
      await swapClusters(home.folder, copy.cluster, name);
      return { from, to, ...done, kept: path.join(home.folder, name) };
    } finally {
      await rm(folder, { recursive: true, force: true });
      await programs.remove();
    }
  } finally {
    await lock.release();
  }
}

/** A cluster that runs, with a connection to the program's database in it. */
interface Running {
  client: pg.Client;
  connectionString: string;
  socketFolder: string;
  stop(): Promise<void>;
}

async function copyCluster(
  home: PostgresHome,
  copy: PostgresHome,
  programs: OldPrograms,
  binaries: PostgresBinaries,
  { config, log, progress }: UpgradeOptions,
): Promise<Pick<Upgraded, 'tables' | 'rows' | 'leftOut'>> {
  const old = await run(home, programs.binaries, FOR_READING, log);
  let made: Running | undefined;
  try {
    await beginReading(old.client);
    await old.client.query('begin isolation level repeatable read read only');
    await refuseOthersData(home, old);
    await refuseLackingRoom(old.client, home.folder, config.diskReserveMib);
    await ensureCluster(copy, binaries);
    made = await run(copy, binaries, FOR_FILLING, log);
    const tables = await makeTables(old.client, made);
    const sizes = new Map<CopiedTable, number>();
    let copied = 0;
    const report = (bytes: number, table: CopiedTable) => {
      sizes.set(table, (sizes.get(table) ?? 0) + bytes);
      copied += bytes;
      progress('copied', copied, undefined);
    };
    if (tables.length > 0) await copyContent({ old: old.client, made: made.client }, tables, report);
    await made.stop();
    await syncCluster(copy, binaries);
    // As it will be served: what is compared has been read from the disk's files.
    made = await run(copy, binaries, {}, log);
    const both = { old: old.client, made: made.client };
    const leftOut = [...(await copySettings(both)), ...(await findLeftOut(both))];
    let compared = 0;
    const rows = await compareContent(both, tables, (table) => {
      compared += sizes.get(table) ?? 0;
      progress('compared', compared, copied);
    });
    await made.client.query('analyze');
    const settings = await systemSettings(made.client);
    await made.stop();
    const started = await startWithSettings(copy.cluster, settings, () => run(copy, binaries, {}, log));
    made = started.running;
    leftOut.push(...started.left);
    return { tables: tables.length, rows, leftOut };
  } finally {
    await made?.stop();
    await old.stop();
  }
}

async function run(
  home: PostgresHome,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
  log: DatabaseLog,
): Promise<Running> {
  const socketFolder = await makeSocketFolder(home);
  const postmaster = await startPostmaster(home, binaries, socketFolder, { log, settings }).catch((error: Error) => {
    // There are two of them.
    throw new CannotOpenDatabase(`The programs in ${binaries.folder} cannot run on ${home.cluster}`, { cause: error });
  });
  try {
    const connectionString = await addressOf(home.cluster, socketFolder, DATABASE);
    if (!('default_transaction_read_only' in settings))
      await ensureDatabase(await addressOf(home.cluster, socketFolder, 'postgres'));
    const client = new pg.Client({ connectionString, application_name: 'hubbub upgrade' });
    client.on('error', () => undefined); // the statement under way fails with it
    await client.connect().catch((error: Error) => {
      throw new CannotOpenDatabase(`The database ${DATABASE} in ${home.cluster} cannot be opened`, { cause: error });
    });
    await beginReading(client);
    // A connection that still has a statement under way would wait for its end; PostgreSQL ends it.
    const stop = async () => {
      await postmaster.stop();
      await client.end().catch(() => undefined);
      // One in a shared place is not left there.
      if (!socketFolder.startsWith(`${home.folder}/`)) await rmdir(socketFolder).catch(() => undefined);
    };
    return { client, connectionString, socketFolder, stop };
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
}

/**
 * Makes the tables that the old database has, by its migrations.
 * @returns those whose rows are to be copied
 * @throws {CannotOpenDatabase} when a migration is unknown or was changed, or the old one has other tables
 */
async function makeTables(old: pg.Client, { client, connectionString }: Running): Promise<CopiedTable[]> {
  const relations = await readRelations(old);
  if (relations.size === 0) return [];
  refuseWithoutRecord(relations);
  const migrations = 'select name, checksum from public.hubbub_migrations order by name';
  const applied = (await old.query<{ name: string; checksum: string | null }>(migrations)).rows;
  const names = new Set(applied.map(({ name }) => name));
  const known = (await listMigrations()).filter(({ name }) => names.has(name));
  refuseNewer([...names].filter((name) => !known.some((each) => each.name === name)));
  await migrate(connectionString, { known });
  const checksums = new Map((await client.query(migrations)).rows.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied)
    if (checksum !== null && checksums.get(name) !== checksum)
      throw new CannotOpenDatabase(
        `The migration ${name} was changed after this database had applied it. Restore the file of the release.`,
      );
  if (relations.has('jobs.version')) await makeJobTables(connectionString);
  return tablesToCopy(relations, await readRelations(client));
}

/** @throws {CannotOpenDatabase} for rows and databases that somebody else keeps in the cluster, which no copy has */
async function refuseOthersData(home: PostgresHome, { client, socketFolder }: Running): Promise<void> {
  const beside = new pg.Client({ connectionString: await addressOf(home.cluster, socketFolder, 'postgres') });
  beside.on('error', () => undefined); // the statement under way fails with it
  await beside.connect();
  const [other] = await findOthersData(client, beside).finally(() => beside.end());
  if (other !== undefined)
    throw new CannotOpenDatabase(
      `The old PostgreSQL has ${other}, which does not belong to Hubbub and would be lost. Move it to another server with the previous version, or drop it.`,
    );
}

/** The copy lies beside the old one. */
async function refuseLackingRoom(client: pg.Client, folder: string, reserveMib: number): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes');
  const needed = Number(rows[0]!.bytes) + (BESIDE_MIB + reserveMib) * MIB;
  const free = await freeBytes(folder);
  if (free < needed)
    throw new CannotOpenDatabase(
      `${displayPath(folder)} has ${Math.floor(free / MIB)} MiB free, but the copy of the database needs ${Math.ceil(needed / MIB)} MiB. Free some space. The old database is unchanged.`,
    );
}

/**
 * Wraps failures of PostgreSQL or its connection for the operator, such as a full disk. Our own mistakes keep their
 * stack.
 */
function forOperator(error: Error): Error {
  const isExplained =
    error instanceof CannotOpenDatabase || !(error instanceof pg.DatabaseError || isDatabaseLost(error));
  return isExplained
    ? error
    : new CannotOpenDatabase('The copy failed. The old database is unchanged', { cause: error });
}
