/**
 * Identifies the installation of a data folder. The folder of an own database has that database's record. The folder of
 * a process with `DATABASE_URL` has a file that says so, because nothing else would stop a start without the setting
 * from creating an empty database.
 */

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { displayPath, holdsAny, UnusableDataFolder } from './data-folder.ts';
import { randomText } from './ids.ts';
import { CannotOpenDatabase } from './postgres/cannot-open.ts';

/** The part of the configuration that says where an installation is. */
type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'fileStore' | 'secretKey'>;

/** A data folder whose database is elsewhere. */
export interface ExternalDatabase {
  /** Names the folder, and so the process that serves from it: two processes never share one. */
  id: string;
  /** `NAME on HOST:PORT`, for people. */
  database: string;
}

/** Files in the folder of an own database; the first versions only had the second one. */
const OWN_DATABASE = ['database-files.json', 'postgres/cluster'];
/** Files that a process with DATABASE_URL stores in its folder. Older versions have no record. */
const KEPT_BESIDE_EXTERNAL = ['external-database.json', 'secret.key', 'files'];

const recordFile = (dataDir: string): string => join(dataDir, 'external-database.json');

/**
 * Refuses a data folder whose database is external, where DATABASE_URL is not set: an own database in it would be another, empty one.
 * @throws {UnusableDataFolder}
 */
export async function refuseForeignFolder({ dataDir, databaseUrl }: Place): Promise<void> {
  const external = databaseUrl === undefined ? await readExternalDatabase(dataDir) : undefined;
  if (external)
    throw new UnusableDataFolder(
      `DATA_DIR ${displayPath(dataDir)} belongs to the external database ${external.database}. Set DATABASE_URL and the other settings of its server, or delete ${displayPath(recordFile(dataDir))} to use the folder with its own database.`,
    );
}

/**
 * Whether there is an installation in the data folder. An external database is looked at when it is opened; its folder must be there when
 * the key or the files are in it.
 * @throws {UnusableDataFolder} when the folder belongs to another database, or this user may not look into it
 */
export async function isInstalled(place: Place): Promise<boolean> {
  const { dataDir, databaseUrl, fileStore, secretKey } = place;
  await refuseForeignFolder(place);
  if (databaseUrl === undefined) return holdsAny(dataDir, OWN_DATABASE);
  return (fileStore !== 'folder' && secretKey !== undefined) || holdsAny(dataDir, KEPT_BESIDE_EXTERNAL);
}

/**
 * Keeps a command from making an installation where it was meant to find one.
 * @throws {CannotOpenDatabase} when there is none
 */
export async function requireInstallation(place: Place): Promise<void> {
  if (!(await isInstalled(place)))
    throw new CannotOpenDatabase(`There is no installation in ${displayPath(place.dataDir)}.`);
}

/** The record of a data folder; undefined in one of an own database, and in a new one. */
export async function readExternalDatabase(dataDir: string): Promise<ExternalDatabase | undefined> {
  if (!(await holdsAny(dataDir, ['external-database.json']))) return undefined;
  const file = recordFile(dataDir);
  try {
    const { id, database } = JSON.parse(await readFile(file, 'utf8'));
    if (typeof id === 'string' && typeof database === 'string') return { id, database };
  } catch (error) {
    throw new UnusableDataFolder(`${displayPath(file)} cannot be read`, { cause: error });
  }
  throw new UnusableDataFolder(
    `${displayPath(file)} was not written by Hubbub. Delete it and start the server with DATABASE_URL.`,
  );
}

/** Writes down that the folder's database is the one of DATABASE_URL. One that was moved keeps the folder's ID. */
export async function recordExternalDatabase(dataDir: string, databaseUrl: string): Promise<ExternalDatabase> {
  const before = await readExternalDatabase(dataDir);
  const record = { id: before?.id ?? randomText(24), database: nameOf(databaseUrl) };
  if (before?.database === record.database) return before;
  const file = recordFile(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return record;
}

/** Without user and password. */
function nameOf(databaseUrl: string): string {
  const { pathname, host, searchParams } = new URL(databaseUrl);
  const place = host || searchParams.get('host') || 'this machine';
  return `${decodeURIComponent(pathname.slice(1)) || 'without a name'} on ${decodeURIComponent(place)}`;
}
