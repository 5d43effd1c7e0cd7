/** Place of our PostgreSQL's socket, the only access to it. */

import { createHash } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotOpenDatabase } from './cannot-open.ts';
import type { PostgresHome } from './home.ts';

/** The socket's name, which follows from PostgreSQL's default port. */
export const SOCKET = '.s.PGSQL.5432';
/** The kernel's limit on a socket's path is 108 bytes with its end mark on Linux, 104 on macOS. */
const MAX_SOCKET_PATH = 100;

/** Beside the database; or, where that path is too long for a socket, in a folder for temporary files. */
export async function makeSocketFolder(home: PostgresHome): Promise<string> {
  const beside = join(home.folder, 'socket');
  const digest = createHash('sha256').update(home.cluster).digest('hex').slice(0, 16);
  const usable = (path: string) => Buffer.byteLength(join(path, SOCKET)) <= MAX_SOCKET_PATH && !/[,"\\]/.test(path);
  const folder = [beside, join(tmpdir(), `hubbub-${digest}`), `/tmp/hubbub-${digest}`].find(usable)!;
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const uid = home.user?.uid ?? process.getuid?.();
  const found = await lstat(folder);
  // Anyone can make a folder of this name in a shared place, and would then own the other end of our socket.
  if (!found.isDirectory() || ![uid, process.getuid?.()].includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new CannotOpenDatabase(`${folder} belongs to another user or is accessible to others. Remove it.`);
  }
  if (home.user) await chown(folder, home.user.uid, home.user.gid);
  return folder;
}
