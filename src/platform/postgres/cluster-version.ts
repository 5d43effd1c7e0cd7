/** The files of a cluster are for one major version of PostgreSQL. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { displayPath } from '../data-folder.ts';
import { majorVersion, type PostgresBinaries } from './binaries.ts';
import { CannotOpenDatabase } from './cannot-open.ts';

/** The major version of a cluster's files; undefined where there are none. */
export async function clusterVersion(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  const version = Number.parseInt(text, 10);
  return Number.isInteger(version) ? version : undefined;
}

/**
 * Refuses a cluster that the programs cannot open. An older one is not taken over here: that takes minutes, room and perhaps the
 * internet, and whatever watches a start may end it (docs/decisions/0076-major-versions.md).
 * @throws {CannotOpenDatabase}
 */
export async function refuseOtherVersion(dataDir: string, cluster: string, binaries: PostgresBinaries): Promise<void> {
  const found = await clusterVersion(cluster);
  if (found === undefined) return;
  const own = majorVersion(binaries);
  if (found < own)
    throw new CannotOpenDatabase(
      `The database in ${displayPath(dataDir)} is from PostgreSQL ${found}, but this Hubbub has ${own}. Run "npm run hubbub -- postgres upgrade": it copies the database and keeps the old one.`,
    );
  if (found > own) throw newerCluster(dataDir, found, own);
}

/** Returns the error for files that are too new for these programs. */
export function newerCluster(dataDir: string, found: number, own: number): CannotOpenDatabase {
  return new CannotOpenDatabase(
    `The database in ${displayPath(dataDir)} is from PostgreSQL ${found}, but this Hubbub only has ${own}. Start a newer Hubbub on it.`,
  );
}
