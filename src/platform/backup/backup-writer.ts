import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { syncFolder } from '../files/sync-folder.ts';
import { isAlive } from '../postgres/processes.ts';
import { encryptFor } from './age.ts';
import { type BackupEnd, BackupError, type BackupHeader, BackupSum, END_ENTRY, HEADER_ENTRY } from './backup-form.ts';

/** Packs quickly: of the better levels a backup would be a fifth smaller, and take three times the processor. */
const GZIP_LEVEL = 1;

/**
 * Writes a backup beside its name, and gives it the name when all of it is on the disk: whatever ends it before leaves no
 * file that looks like a backup.
 */
export class BackupWriter implements AsyncDisposable {
  readonly #file: string;
  readonly #partial: string;
  readonly #tar = pack();
  readonly #sum = new BackupSum();
  readonly #broken = new AbortController();
  readonly #written: Promise<void>;

  private constructor(file: string, partial: string, recipients: readonly string[]) {
    this.#file = file;
    this.#partial = partial;
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    const gzip = createGzip({ level: GZIP_LEVEL });
    this.#written =
      recipients.length === 0
        ? pipeline(this.#tar, gzip, target)
        : pipeline(this.#tar, gzip, (packed: AsyncIterable<Uint8Array>) => encryptFor(recipients, packed), target);
    this.#written.catch((error) => this.#broken.abort(error));
  }

  /**
   * @param recipients that it is encrypted for; none: it is not
   * @throws {BackupError} when there is something of that name
   */
  static async create(file: string, recipients: readonly string[] = []): Promise<BackupWriter> {
    const folder = path.dirname(path.resolve(file));
    const name = path.basename(file);
    await refuseExisting(file);
    // In a container the number of a killed process is soon another's, this one's too.
    await removeLeftOver(folder, (left, pid) => left === name && (pid === process.pid || !isAlive(pid)));
    return new BackupWriter(file, path.join(folder, `${name}.partial-${process.pid}`), recipients);
  }

  /** Bytes of all entries so far. */
  get bytes(): number {
    return this.#sum.bytes;
  }

  async addHeader(header: BackupHeader): Promise<void> {
    await this.addText(HEADER_ENTRY, JSON.stringify(header));
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.add(name, bytes.length, [bytes]);
  }

  addFolder(name: string): void {
    this.#sum.entry(name, 0);
    this.#tar.entry({ name, type: 'directory', mode: 0o700 });
  }

  /**
   * @param size bytes; exactly so many must come
   * @throws {BackupError} when it cannot be written
   */
  async add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const { signal } = this.#broken;
    this.#throwIfBroken();
    this.#sum.entry(name, size);
    const entry = this.#tar.entry({ name, size, mode: 0o600 });
    const packed = once(entry, 'finish', { signal });
    packed.catch(() => undefined);
    try {
      let left = size;
      for await (const chunk of content) {
        left -= chunk.length;
        if (left < 0) break;
        this.#sum.chunk(chunk);
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
    if (reason instanceof BackupError) throw reason;
    const why = (reason as NodeJS.ErrnoException).code === 'ENOSPC' ? 'its disk is full' : (reason as Error).message;
    throw new BackupError(`${this.#file} could not be written: ${why}. Nothing of it is left.`);
  }

  /** Ends it: only now there is a file of its name. */
  async finish(): Promise<BackupEnd> {
    const end = this.#sum.end();
    await this.addText(END_ENTRY, JSON.stringify(end));
    this.#tar.finalize();
    await this.#written.catch(() => this.#throwIfBroken());
    await refuseExisting(this.#file);
    await rename(this.#partial, this.#file);
    await syncFolder(path.dirname(path.resolve(this.#file)));
    return end;
  }

  /** Removes what is not finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#tar.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partial, { force: true });
  }
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupError(`${file} is there already. Give a backup a name of its own.`);
}

/**
 * Removes what processes that were killed have left.
 * @param isMeant whether that of a backup's name, which the process of a number wrote, is to go
 * @throws {BackupError} when there is no such folder
 */
export async function removeLeftOver(folder: string, isMeant: (name: string, pid: number) => boolean): Promise<void> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new BackupError(`No backup can be written into ${folder}: ${error.message}.`);
  });
  for (const name of names) {
    const [, backup, pid] = /^(.+)\.partial-(\d+)$/s.exec(name) ?? [];
    if (backup !== undefined && isMeant(backup, Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}
