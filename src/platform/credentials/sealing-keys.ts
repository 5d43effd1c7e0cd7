/** The keys that seal: of the setting, or of the file `secret.key` in the data folder. They lie outside the database, so a dump of it alone opens no secret. */

import { randomBytes } from 'node:crypto';
import { constants, readFileSync, statSync } from 'node:fs';
import { access, chmod, chown, link, open, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UnusableDataFolder } from '../data-folder.ts';
import { type SealingKey, SecretBox, sealingKey } from './secret-box.ts';

/** Source of the keys. */
export interface SealingKeysOptions {
  /** Keys of 64 hexadecimal digits, separated by commas, the one that seals first. */
  secretKey: string | undefined;
  dataDir: string;
}

const KEYS = /^[0-9a-f]{64}(?:\s+[0-9a-f]{64})*$/i;

/** The file that holds them, a line each, the one that seals first. */
export const keyFile = (dataDir: string): string => path.join(dataDir, 'secret.key');

/**
 * The box of the keys of the configuration, or of the file.
 * @returns undefined when there is none yet
 * @throws {UnusableDataFolder}
 */
export async function findSecretBox({ secretKey, dataDir }: SealingKeysOptions): Promise<SecretBox | undefined> {
  if (secretKey) {
    const keys = secretKey.split(',').map((key) => sealingKey(Buffer.from(key.trim(), 'hex')));
    return new SecretBox(() => keys);
  }
  const file = keyFile(dataDir);
  const isThere = await access(file, constants.R_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw new UnusableDataFolder(`The key file ${file} cannot be read`, { cause: error });
    },
  );
  return isThere ? new SecretBox(followed(file)) : undefined;
}

/**
 * The same; the file is made where there is none.
 * @throws {UnusableDataFolder}
 */
export async function loadSecretBox(options: SealingKeysOptions): Promise<SecretBox> {
  const found = await findSecretBox(options);
  if (found) return found;
  const file = keyFile(options.dataDir);
  // Written aside and linked into place: a crash leaves no half key, and of two processes one wins.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, textOf([newKey()]), { mode: 0o600 });
  await chmod(draft, 0o600);
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  return new SecretBox(followed(file));
}

/** @throws {UnusableDataFolder} */
export function readKeys(file: string): SealingKey[] {
  const text = readFileSync(file, 'utf8').trim();
  if (!KEYS.test(text))
    throw new UnusableDataFolder(
      `Each line of the key file ${file} must have 64 hexadecimal digits. Restore the former file: without it, the sealed secrets cannot be read.`,
    );
  return text.split(/\s+/).map((key) => sealingKey(Buffer.from(key, 'hex')));
}

/** The keys of a file, read again whenever it is another one. One that cannot be read for a moment leaves those that were known. */
function followed(file: string): () => readonly SealingKey[] {
  const markOf = () => {
    const { ino, mtimeNs, size } = statSync(file, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  };
  let seen = markOf();
  let keys = readKeys(file);
  return () => {
    try {
      const mark = markOf();
      if (mark !== seen) {
        keys = readKeys(file);
        seen = mark;
      }
    } catch {
      // It is said by the next start.
    }
    return keys;
  };
}

/** One that nobody has. */
export const newKey = (): SealingKey => sealingKey(randomBytes(32));

/** Puts other keys into the file, all or none of them, for whoever could read it before. */
export async function writeKeys(file: string, keys: readonly SealingKey[]): Promise<void> {
  const draft = `${file}.new`;
  const { uid, gid } = await stat(file);
  await unlink(draft).catch(() => undefined);
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(textOf(keys));
    await handle.sync();
  } finally {
    await handle.close();
  }
  // A command of root's must not take the file away from the server's user.
  await chown(draft, uid, gid);
  await rename(draft, file);
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

const textOf = (keys: readonly SealingKey[]): string => keys.map(({ bytes }) => `${bytes.toString('hex')}\n`).join('');
