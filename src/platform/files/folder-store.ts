import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, checkKey, type FileStore, MissingObject, type StoredObject } from './store.ts';
import { syncFolder } from './sync-folder.ts';

const MAX_ATTEMPTS = 5;

/** Files in a folder: a key is a path below it. */
export class FolderStore implements FileStore {
  readonly #folder: string;
  readonly #isMounted: boolean;

  /** @param options `isMounted`: the folder is never made, for one that is not there may be a disk that has gone */
  constructor(folder: string, { isMounted = false } = {}) {
    this.#folder = path.resolve(folder);
    this.#isMounted = isMounted;
  }

  async put(key: string, localFile: string): Promise<void> {
    const target = this.#path(key);
    await this.#makeFolders(path.dirname(target));
    for (let attempt = 1; ; attempt++) {
      try {
        await move(localFile, target);
        break;
      } catch (error) {
        // The deletion of the last neighbour may have removed the folder.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === MAX_ATTEMPTS) throw error;
        await this.#makeFolders(path.dirname(target));
      }
    }
    await syncFolder(path.dirname(target));
  }

  async #makeFolders(folder: string): Promise<void> {
    if (!this.#isMounted) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return;
    }
    let made = this.#folder;
    for (const part of path.relative(this.#folder, folder).split(path.sep)) {
      made = path.join(made, part);
      await mkdir(made, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.#path(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new MissingObject(key, { cause: error }) : error;
    });
    return createReadStream('', { fd: handle, ...range, highWaterMark: 256 * 1024 });
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    const found = await stat(this.#path(key)).catch(ignoreMissing);
    return found?.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : undefined;
  }

  async delete(key: string): Promise<void> {
    const file = this.#path(key);
    await rm(file, { force: true });
    // The folders of a file are its own; one that still holds something stays.
    for (let folder = path.dirname(file); folder.length > this.#folder.length; folder = path.dirname(folder)) {
      if (!(await rmdir(folder).then(isTrue, isFalse))) return;
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    // Only the folders that the prefix names whole are gone into at once.
    const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    yield* this.#walk(start, prefix);
  }

  async *#walk(below: string, prefix: string): AsyncGenerator<StoredObject> {
    const folder = await opendir(path.join(this.#folder, below)).catch(ignoreMissing);
    if (!folder) return;
    for await (const entry of folder) {
      const key = below + entry.name;
      if (entry.isDirectory()) {
        if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* this.#walk(`${key}/`, prefix);
      } else if (key.startsWith(prefix)) {
        const found = await stat(path.join(this.#folder, key)).catch(ignoreMissing);
        if (found) yield { key, size: found.size, modifiedAt: found.mtime };
      }
    }
  }

  #path(key: string): string {
    return path.join(this.#folder, checkKey(key));
  }
}

async function move(localFile: string, target: string): Promise<void> {
  try {
    await rename(localFile, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // On another disk: copied aside first, so that the object appears whole.
    const aside = `${target}.${process.pid}.part`;
    await copyFile(localFile, aside);
    // A rename within a disk keeps what is on it; what was copied may not be there yet.
    const copied = await open(aside, 'r+');
    await copied.sync().finally(() => copied.close());
    await rename(aside, target);
    await rm(localFile, { force: true });
  }
}

const isTrue = () => true;
const isFalse = () => false;

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
