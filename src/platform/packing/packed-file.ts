import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { syncFolder } from '../files/sync-folder.ts';
import { isAlive } from '../postgres/processes.ts';

/** Packs quickly: of the better levels a backup would be a fifth smaller, and take three times the processor. */
const GZIP_LEVEL = 1;

/** What an operator has written into a file. */
export interface PackedKind {
  /** In sentences: `backup`. */
  noun: string;
  /** The error that a sentence for the operator becomes. */
  error: new (
    sentence: string,
  ) => Error;
  /** Makes other bytes of those that are packed. */
  encrypt?: (packed: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/**
 * A tar file, packed with gzip, that is written beside its name and gets the name when all of it is on the disk: whatever
 * ends it before leaves no file that looks like a whole one. Its owner alone may read it.
 */
export class PackedFile implements AsyncDisposable {
  readonly #file: string;
  readonly #partial: string;
  readonly #kind: PackedKind;
  readonly #tar = pack();
  readonly #broken = new AbortController();
  readonly #written: Promise<void>;

  private constructor(file: string, partial: string, kind: PackedKind) {
    this.#file = file;
    this.#partial = partial;
    this.#kind = kind;
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    const gzip = createGzip({ level: GZIP_LEVEL });
    this.#written = kind.encrypt ? pipeline(this.#tar, gzip, kind.encrypt, target) : pipeline(this.#tar, gzip, target);
    this.#written.catch((error) => this.#broken.abort(error));
  }

  /** @throws the kind's error when there is something of that name */
  static async create(file: string, kind: PackedKind): Promise<PackedFile> {
    const folder = path.dirname(path.resolve(file));
    const name = path.basename(file);
    await refuseExisting(file, kind);
    // In a container the number of a killed process is soon another's, this one's too.
    await removeLeftOver(folder, kind, (left, pid) => left === name && (pid === process.pid || !isAlive(pid)));
    return new PackedFile(file, path.join(folder, `${name}.partial-${process.pid}`), kind);
  }

  addFolder(name: string): void {
    this.#tar.entry({ name, type: 'directory', mode: 0o700 });
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.add(name, bytes.length, [bytes]);
  }

  /**
   * @param size bytes; exactly so many must come
   * @throws the kind's error when it cannot be written
   */
  async add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const { signal } = this.#broken;
    this.#throwIfBroken();
    const entry = this.#tar.entry({ name, size, mode: 0o600 });
    const packed = once(entry, 'finish', { signal });
    packed.catch(() => undefined);
    try {
      let left = size;
      for await (const chunk of content) {
        left -= chunk.length;
        if (left < 0) break;
        if (!entry.write(chunk)) await once(entry, 'drain', { signal });
      }
      if (left !== 0) throw new Error(`${name} was of another size than it said`);
      entry.end(null);
      await packed;
    } catch (error) {
      this.#throwIfBroken();
      throw error;
    }
  }

  #throwIfBroken(): void {
    const { aborted, reason } = this.#broken.signal;
    if (!aborted) return;
    if (reason instanceof this.#kind.error) throw reason;
    const why = (reason as NodeJS.ErrnoException).code === 'ENOSPC' ? 'its disk is full' : (reason as Error).message;
    throw new this.#kind.error(`${this.#file} could not be written: ${why}. Nothing of it is left.`);
  }

  /** Ends it: only now there is a file of its name. */
  async finish(): Promise<void> {
    this.#tar.finalize();
    await this.#written.catch(() => this.#throwIfBroken());
    await refuseExisting(this.#file, this.#kind);
    await rename(this.#partial, this.#file);
    await syncFolder(path.dirname(path.resolve(this.#file)));
  }

  /** Removes what is not finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partial, { force: true });
  }
}

async function refuseExisting(file: string, { noun, error }: PackedKind): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new error(`${file} is there already. Give ${articleOf(noun)} ${noun} a name of its own.`);
}

const articleOf = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');

/**
 * Removes what processes that were killed have left.
 * @param isMeant whether that of a file's name, which the process of a number wrote, is to go
 * @throws the kind's error when there is no such folder
 */
export async function removeLeftOver(
  folder: string,
  { noun, error }: PackedKind,
  isMeant: (name: string, pid: number) => boolean,
): Promise<void> {
  const names = await readdir(folder).catch((failure: Error) => {
    throw new error(`No ${noun} can be written into ${folder}: ${failure.message}.`);
  });
  for (const name of names) {
    const [, whole, pid] = /^(.+)\.partial-(\d+)$/s.exec(name) ?? [];
    if (whole !== undefined && isMeant(whole, Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}
