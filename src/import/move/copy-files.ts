import { createHash } from 'node:crypto';
import { fileStore } from '../../platform/files/open-store.ts';
import { spool } from '../../platform/files/spool.ts';
import type { Services } from '../../platform/services.ts';
import { MoveError } from './move-error.ts';

/** Both installations. */
export interface MoveCells {
  source: Services;
  target: Services;
}

/**
 * Copies the objects of the store that the target does not have.
 * @param prefix of their keys
 * @returns how many were copied
 * @throws {MoveError} where the copy is not what was read
 */
export async function copyFiles({ source, target }: MoveCells, prefix: string): Promise<number> {
  const [from, to] = [fileStore(source), fileStore(target)];
  let copied = 0;
  for await (const { key, size } of from.list(prefix)) {
    if ((await to.stat(key))?.size === size) continue;
    await using local = await spool(target, await from.read(key), size);
    const { sha256 } = local;
    await to.put(key, local.path);
    const digest = createHash('sha256');
    for await (const part of await to.read(key)) digest.update(part as Buffer);
    if (digest.digest('hex') !== sha256) throw new MoveError(`The copy of the file ${key} is not what was read.`);
    copied++;
  }
  return copied;
}
