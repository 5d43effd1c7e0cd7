/** Makes a new database cluster, whole or not at all. */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { CannotOpenDatabase } from './cannot-open.ts';
import type { PostgresHome } from './home.ts';
import { syncToDisk } from './sync-to-disk.ts';
import { asUser } from './user.ts';

/** The role that the program connects as; it owns the cluster. */
export const SUPERUSER = 'hubbub';
/** Lies in the cluster, so that the two cannot be separated. */
const PASSWORD_FILE = 'hubbub.password';
const UNFINISHED = 'cluster.new-';

/**
 * Runs `initdb` if there is no cluster yet: into a folder beside it, renamed when all is there and on disk. One that
 * was killed half-way leaves a folder nobody looks at; it is removed here.
 */
export async function ensureCluster(home: PostgresHome, binaries: PostgresBinaries): Promise<void> {
  for (const entry of await readdir(home.folder)) {
    // Not worth failing for: an initdb that outlived its Hubbub may still be writing there.
    if (entry.startsWith(UNFINISHED))
      await rm(join(home.folder, entry), { recursive: true, force: true }).catch(() => {});
  }
  if (existsSync(home.cluster)) return;

  const unfinished = join(home.folder, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  const passwordFile = `${unfinished}.password`;
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (home.user) await chown(passwordFile, home.user.uid, home.user.gid);
  await initdb(home, binaries, unfinished, passwordFile);
  await rename(passwordFile, join(unfinished, PASSWORD_FILE));
  await syncToDisk(join(unfinished, PASSWORD_FILE));
  await syncToDisk(unfinished);
  await rename(unfinished, home.cluster);
  await syncToDisk(home.folder);
}

/**
 * The password of `SUPERUSER`.
 * @throws {CannotOpenDatabase}
 */
export async function readPassword(cluster: string): Promise<string> {
  const file = join(cluster, PASSWORD_FILE);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new CannotOpenDatabase(`The password of the database cannot be read from ${file}`, { cause: error });
  }
}

async function initdb(
  home: PostgresHome,
  binaries: PostgresBinaries,
  into: string,
  passwordFile: string,
): Promise<void> {
  const complaints = await runInitdb(home, binaries, [
    `--pgdata=${into}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts and folds the same on every machine and after every upgrade of the C library or ICU: an index never rots.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  if (complaints !== undefined)
    throw new CannotOpenDatabase(`PostgreSQL could not create its files in ${home.folder}: ${complaints}`);
}

/**
 * Brings all files of a cluster, which nothing runs on, to the disk.
 * @throws {CannotOpenDatabase}
 */
export async function syncCluster(home: PostgresHome, binaries: PostgresBinaries): Promise<void> {
  const complaints = await runInitdb(home, binaries, ['--sync-only', `--pgdata=${home.cluster}`]);
  if (complaints !== undefined)
    throw new CannotOpenDatabase(`The files in ${home.cluster} could not be flushed to disk: ${complaints}`);
}

/** @returns what it complains of, when it fails */
async function runInitdb(
  home: PostgresHome,
  binaries: PostgresBinaries,
  args: readonly string[],
): Promise<string | undefined> {
  const child = spawn(binaries.initdb, args, {
    ...asUser(home.user, home.folder),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return code === 0 ? undefined : complaints.trim();
}
