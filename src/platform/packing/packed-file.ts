import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync, readlinkSync } from 'node:fs';
import { access, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { syncFolder } from '../files/sync-folder.ts';
import { isAlive } from '../postgres/processes.ts';

/** Packs quickly: of the better levels a backup would be a fifth smaller, and take three times the processor. */
const GZIP_LEVEL = 1;

/** Kind of file that an operator writes. */
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
    await removeLeftOver(folder, kind, (left) => isAbandoned(left, name));
    return new PackedFile(file, path.join(folder, `${name}.partial-${PLACE}-${process.pid}`), kind);
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
      if (left !== 0) throw new Error(`${name} changed its size while being read`);
      entry.end(null);
      await packed;
    } catch (error) {
      // A disk that fills ends the entry a moment before it ends the file, which knows the reason.
      await setImmediate();
      this.#throwIfBroken();
      throw error;
    }
  }

  #throwIfBroken(): void {
    const { aborted, reason } = this.#broken.signal;
    if (!aborted) return;
    if (reason instanceof this.#kind.error) throw reason;
    const why = (reason as NodeJS.ErrnoException).code === 'ENOSPC' ? 'its disk is full' : (reason as Error).message;
    throw new this.#kind.error(`${this.#file} could not be written: ${why}. The unfinished file was deleted.`);
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
  if (isThere) throw new error(`${file} already exists. Choose another name for the ${noun}.`);
}

/** File being written, possibly not finished. */
export interface PartialFile {
  /** The name that it was to get. */
  name: string;
  /** Host of its process; absent in files of an earlier version. */
  place: string | undefined;
  pid: number;
  /** Since it was last written to, in milliseconds. */
  age: number;
}

/** The numbers of processes mean something within one start of one machine, or container, alone. */
const PLACE = createHash('sha256')
  .update([hostname(), textOf('/proc/sys/kernel/random/boot_id'), linkOf('/proc/self/ns/pid')].join(' '))
  .digest('hex')
  .slice(0, 8);

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function linkOf(file: string): string {
  return existsSync(file) ? readlinkSync(file) : '';
}

/**
 * Age without changes after which a file of another host counts as abandoned: nothing else shows that its process is
 * alive.
 */
const FORSAKEN_MS = 24 * 3_600_000;

/** Whether nobody writes it any more, seen by whoever is about to write a file of this name into that folder. */
function isAbandoned({ name, place, pid, age }: PartialFile, own: string): boolean {
  // In a container the number of a killed process is soon another's, this one's too.
  if (name === own) return pid === process.pid || !isAlive(pid);
  if (place === undefined) return false;
  return place === PLACE ? !isAlive(pid) : age > FORSAKEN_MS;
}

/**
 * Removes what processes that were killed have left.
 * @param isMeant whether one is to go
 * @throws the kind's error when there is no such folder
 */
export async function removeLeftOver(
  folder: string,
  { noun, error }: PackedKind,
  isMeant: (partial: PartialFile) => boolean,
): Promise<void> {
  const names = await readdir(folder).catch((failure: Error) => {
    throw new error(`No ${noun} can be written into ${folder}: ${failure.message}.`);
  });
  for (const left of names) {
    const [, name, place, pid] = /^(.+)\.partial-(?:([0-9a-f]{8})-)?(\d+)$/s.exec(left) ?? [];
    if (name === undefined) continue;
    const file = path.join(folder, left);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() && isMeant({ name, place, pid: Number(pid), age: Date.now() - found.mtimeMs }))
      await rm(file, { force: true });
  }
}
