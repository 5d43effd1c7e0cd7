/**
 * Place of a data directory's database files: its `postgres` folder, unless Hubbub was started as root and the user
 * that PostgreSQL then runs as cannot enter it (a checkout below /root, for example). Once a database exists, the
 * choice is recorded and never made again: starting with an empty database because some folder's mode changed would
 * look like losing everything.
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
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { displayPath } from '../data-folder.ts';
import { CannotOpenDatabase } from './cannot-open.ts';
import { undoHalfSwap } from './replaced-cluster.ts';
import { canWorkIn, postgresUser, runningAsRoot, type UnixUser } from './user.ts';

/** Place and owner of a database's files. */
export interface PostgresHome {
  /** Owned by the user PostgreSQL runs as; holds everything below. */
  folder: string;
  cluster: string;
  user: UnixUser | undefined;
  /** The files are not below the data directory. */
  elsewhere: boolean;
}

/** Folder in which system services keep their state: every user may enter it, only root may add to it. */
export const SYSTEM_STATE = '/var/lib/hubbub';

/**
 * Finds the place of a data directory's database, or chooses one; see above.
 * @param systemState folder for files that the unprivileged user cannot reach in `dataDir`
 * @throws {CannotOpenDatabase}
 */
export async function findPostgresHome(dataDir: string, systemState: string): Promise<PostgresHome> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const real = await realpath(dataDir);
  const recorded = await readRecord(real);
  return recorded ? recordedHome(real, recorded) : chooseHome(real, systemState);
}

async function recordedHome(dataDir: string, recorded: HomeRecord): Promise<PostgresHome> {
  const inside = join(dataDir, 'postgres');
  const folder = recorded.folder ?? inside;
  const cluster = join(folder, 'cluster');
  await undoHalfSwap(folder);
  if (recorded.ready && !existsSync(cluster)) {
    throw new CannotOpenDatabase(
      `The database of ${displayPath(dataDir)} was in ${cluster}, which no longer exists. Restore it, or delete ${recordFile(dataDir)} to start with an empty database.`,
    );
  }
  const user = await postgresUser(cluster);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (existsSync(cluster)) await takeOver(cluster, user);
  if (user) {
    await openFor(user, dataDir, folder);
    if (!canWorkIn(user, folder)) {
      throw new CannotOpenDatabase(
        `The database is in ${folder}, but ${user.name}, the user PostgreSQL runs as, no longer has access. Give that user access to the folders above it.`,
      );
    }
  }
  return { folder, cluster, user, elsewhere: folder !== inside };
}

async function chooseHome(dataDir: string, systemState: string): Promise<PostgresHome> {
  const inside = join(dataDir, 'postgres');
  if (existsSync(inside)) await undoHalfSwap(inside);
  const user = await postgresUser(join(inside, 'cluster'));
  await mkdir(inside, { recursive: true, mode: 0o700 });
  if (existsSync(join(inside, 'cluster'))) await takeOver(join(inside, 'cluster'), user);
  if (user) await openFor(user, dataDir, inside);
  if (!user || canWorkIn(user, inside)) {
    return { folder: inside, cluster: join(inside, 'cluster'), user, elsewhere: false };
  }

  await rmdir(inside).catch(() => {});
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  // One that is there already belonged to a data directory that has since been deleted: not ours to use or to delete.
  let outside = join(systemState, digest);
  if (existsSync(outside)) outside = join(systemState, `${digest}-${Date.now()}`);
  await mkdir(systemState, { recursive: true, mode: 0o755 });
  await mkdir(outside, { mode: 0o700 });
  await openFor(user, dataDir, outside);
  if (!canWorkIn(user, outside)) {
    throw new CannotOpenDatabase(
      `PostgreSQL must run as an unprivileged user, but ${user.name} can write neither to ${inside} nor to ${outside}. Set DATA_DIR to a folder that user can access.`,
    );
  }
  return { folder: outside, cluster: join(outside, 'cluster'), user, elsewhere: true };
}

/**
 * Writes the choice down: before there is a database (`ready` false), so that an interrupted first start goes on in the
 * same place, and again when it is whole; from then on a missing one is an error.
 */
export async function recordPostgresHome(dataDir: string, home: PostgresHome, ready: boolean): Promise<void> {
  const file = recordFile(dataDir);
  // Inside is written without its path, so that a data directory can be moved.
  const record: HomeRecord = { ready, ...(home.elsewhere ? { folder: home.folder } : {}) };
  const before = await readRecord(dataDir);
  if (before?.ready === ready && before.folder === record.folder) return;
  await writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

interface HomeRecord {
  ready: boolean;
  /** Absent: the `postgres` folder of the data directory. */
  folder?: string;
}

async function readRecord(dataDir: string): Promise<HomeRecord | undefined> {
  try {
    return JSON.parse(await readFile(recordFile(dataDir), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CannotOpenDatabase(`${recordFile(dataDir)} cannot be read`, {
      cause: error,
    });
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
    throw new CannotOpenDatabase(
      `The database in ${cluster} belongs to user ${uid}. Start Hubbub as root or as that user.`,
    );
  }
}

async function chownTree(path: string, user: UnixUser): Promise<void> {
  await lchown(path, user.uid, user.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const entry of await readdir(path)) await chownTree(join(path, entry), user);
}
