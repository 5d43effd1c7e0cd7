/**
 * Where the database files of a data directory live: in its `postgres` folder, unless Hubbub was started as root and
 * the user that PostgreSQL then runs as cannot get there (a checkout below /root, say). Once there is a database, the
 * choice is written down and never made again: starting with an empty database because some folder's mode changed
 * would look like losing everything.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { displayPath } from './data-directory-lock.ts';
import { canWorkIn, postgresUser, runningAsRoot, type UnixUser } from './postgres-user.ts';

export interface PostgresHome {
  /** Owned by the user PostgreSQL runs as; holds everything below. */
  folder: string;
  cluster: string;
  user: UnixUser | undefined;
  /** The files are not below the data directory. */
  elsewhere: boolean;
}

/** Where system services keep their state: every user may enter it, only root may add to it. */
export const SYSTEM_STATE = '/var/lib/hubbub';

export async function findPostgresHome(dataDir: string, systemState: string): Promise<PostgresHome> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const real = await realpath(dataDir);
  const inside = join(real, 'postgres');
  const digest = createHash('sha256').update(real).digest('hex').slice(0, 16);
  const outside = join(systemState, digest);

  const recorded = await readRecord(real);
  if (recorded) {
    const folder = recorded.inside ? inside : recorded.folder;
    const cluster = join(folder, 'cluster');
    if (!existsSync(cluster)) {
      throw new Error(
        `The database of ${displayPath(real)} was in ${cluster}, which is gone. Put it back, or delete ${recordFile(real)} to start with an empty one.`,
      );
    }
    const user = await postgresUser(cluster);
    await takeOver(cluster, user);
    if (user) await openFor(user, real, folder);
    if (user && !canWorkIn(user, folder)) {
      throw new Error(
        `The database is in ${folder}, but ${user.name}, whom PostgreSQL runs as, can no longer get there. Let that user enter the folders above it.`,
      );
    }
    return { folder, cluster, user, elsewhere: folder !== inside };
  }

  const user = await postgresUser(join(inside, 'cluster'));
  for (const folder of user ? [inside, outside] : [inside]) {
    await mkdir(folder, { recursive: true, mode: folder === outside ? 0o755 : 0o700 });
    if (user) {
      await openFor(user, real, folder);
      if (!canWorkIn(user, folder)) continue;
    }
    await chmod(folder, 0o700);
    return { folder, cluster: join(folder, 'cluster'), user, elsewhere: folder === outside };
  }
  throw new Error(
    `PostgreSQL must run as an unprivileged user (${user?.name}), who can keep files neither in ${inside} nor in ${outside}. Set DATA_DIR to a folder that user can enter.`,
  );
}

/** To be called when there is a whole database, and not before. */
export async function recordPostgresHome(dataDir: string, home: PostgresHome): Promise<void> {
  const file = recordFile(dataDir);
  if (existsSync(file)) return;
  // Inside is written without its path, so that a data directory can be moved.
  await writeFile(`${file}.new`, JSON.stringify(home.elsewhere ? { folder: home.folder } : { inside: true }), {
    mode: 0o600,
  });
  await rename(`${file}.new`, file);
}

async function readRecord(dataDir: string): Promise<{ inside?: true; folder: string } | undefined> {
  try {
    return JSON.parse(await readFile(recordFile(dataDir), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${recordFile(dataDir)} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function recordFile(dataDir: string): string {
  return join(dataDir, 'database-files.json');
}

/**
 * Gives the folder to the user, and lets that user's group walk through the data directory when it is closed to all
 * but root: through, not into; it is ours, and what lies in it keeps its own modes. The folders above are not ours.
 */
async function openFor(user: UnixUser, dataDir: string, folder: string): Promise<void> {
  await chown(folder, user.uid, user.gid);
  const { uid, mode } = await stat(dataDir);
  if (folder.startsWith(`${dataDir}/`) && uid === 0 && (mode & 0o077) === 0) {
    await chown(dataDir, 0, user.gid);
    await chmod(dataDir, 0o710);
  }
}

/** Sees to it that the files belong to whom they must: a copy made by root belongs to root. */
async function takeOver(cluster: string, user: UnixUser | undefined): Promise<void> {
  const { uid } = await stat(cluster);
  if (runningAsRoot()) {
    if (user && uid === 0) await chownTree(cluster, user);
  } else if (process.getuid && uid !== process.getuid()) {
    throw new Error(`The database in ${cluster} belongs to user ${uid}. Start Hubbub as root or as that user.`);
  }
}

async function chownTree(path: string, user: UnixUser): Promise<void> {
  await lchown(path, user.uid, user.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const entry of await readdir(path)) await chownTree(join(path, entry), user);
}
