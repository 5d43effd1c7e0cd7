/** Digests of the files of a release, and the signature over them. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** File with a line for each other file of its folder, as `sha256sum -c` reads it. */
export const CHECKSUMS = 'SHA256SUMS';

/** Writes `SHA256SUMS` of a folder's files. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(CHECKSUMS)).sort();
  const lines: string[] = [];
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path.join(folder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  await writeFile(path.join(folder, CHECKSUMS), lines.join(''));
}

/**
 * Signs `SHA256SUMS` with an SSH key (`ssh-keygen -Y sign -n file`), as `SHA256SUMS.sig`. Without a key there is no signature; an
 * earlier one is removed.
 * @param key file of a private key, or of a public one whose private key is in the agent
 * @returns whether it is signed
 * @throws with the words of `ssh-keygen`
 */
export async function signChecksums(folder: string, key: string | undefined): Promise<boolean> {
  const file = path.join(folder, CHECKSUMS);
  await rm(`${file}.sig`, { force: true });
  if (!key) return false;
  const { status, stderr, error } = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', 'file', '-f', key, file], {
    stdio: ['inherit', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The release could not be signed with ${key}. ${error?.message ?? stderr.trim()}`);
  return true;
}
