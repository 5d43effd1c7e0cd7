import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { getSystemErrorMessage } from 'node:util';

/** DATA_DIR cannot be worked in. The message is for the operator, whole and ready to print. */
export class UnusableDataFolder extends Error {
  /** Printed without a stack. */
  readonly expected = true;
}

/** Lies in a data folder while a backup is being restored into it, and afterwards when that did not come to its end. */
export const UNFINISHED_RESTORE = 'restore.unfinished';

/** As much as a start writes before its database opens. */
const TRIAL = Buffer.alloc(16 * 1024);

/**
 * Makes the data folder when it is missing, and tries whether files can be kept in it: what a disk, a mount or an access
 * list forbids shows in nothing else.
 * @throws {UnusableDataFolder}
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  const trial = join(dataDir, `.trial-${process.pid}`);
  try {
    await makeFolder(dataDir);
    // A name alone fits on a disk that has no byte left.
    await writeFile(trial, TRIAL, { mode: 0o600 }).finally(() => rm(trial, { force: true }));
  } catch (error) {
    throw unusable(dataDir, error as NodeJS.ErrnoException);
  }
  if (await holdsAny(dataDir, [UNFINISHED_RESTORE]))
    throw new UnusableDataFolder(
      `The restore into DATA_DIR ${displayPath(dataDir)} was interrupted. Run it again: it starts from the beginning.`,
    );
}

function unusable(dataDir: string, { errno, message, code }: NodeJS.ErrnoException): UnusableDataFolder {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new UnusableDataFolder(`The disk of DATA_DIR ${displayPath(dataDir)} is full. Free some space.`);
  const reason = errno === undefined ? message : getSystemErrorMessage(errno);
  return new UnusableDataFolder(
    `DATA_DIR ${displayPath(dataDir)} cannot be used: ${reason}. Set it to a folder that this user can write to.`,
  );
}

/**
 * Whether a data folder holds one of these files or folders.
 * @throws {UnusableDataFolder} when this user may not look: what cannot be seen may still be there
 */
export async function holdsAny(dataDir: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    try {
      await access(join(dataDir, name));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw unusable(dataDir, error as NodeJS.ErrnoException);
    }
  }
  return false;
}

/** Not `mkdir` with `recursive`, which never ends below a folder that takes no new ones and says ENOENT, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 });
  try {
    await make().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
      await makeFolder(dirname(folder));
      await make();
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** As the operator would type it: relative when that is shorter. */
export function displayPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' ? '.' : short.startsWith('..') || short.length >= path.length ? path : `./${short}`;
}
