import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { type SpooledFile, spool } from '../../platform/files/spool.ts';
import type { Services } from '../../platform/services.ts';

/** A tar archive that is packed while its parts are read: a piece of one of them is in memory at a time. */
export class Archive implements AsyncDisposable {
  readonly #tar = pack();
  readonly #packed: Promise<SpooledFile>;
  #isTaken = false;

  constructor(services: Pick<Services, 'config'>) {
    const gzip = createGzip();
    // Whichever of them fails, both end.
    pipeline(this.#tar, gzip).catch(() => undefined);
    this.#packed = spool(services, gzip, Number.MAX_SAFE_INTEGER);
    // Told by `finish`, or by the part that could not be added.
    this.#packed.catch(() => undefined);
  }

  /** @param size bytes; exactly so many must come */
  add(name: string, size: number, content: Readable): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = this.#tar.entry({ name, size }, (error) => (error ? reject(error) : resolve()));
      content.on('error', (error) => entry.destroy(error));
      entry.on('close', () => content.destroy());
      content.pipe(entry);
    });
  }

  addLocal(name: string, { path, size }: Pick<SpooledFile, 'path' | 'size'>): Promise<void> {
    return this.add(name, size, createReadStream(path));
  }

  /** The whole archive; its bytes are the caller's from here on. */
  async finish(): Promise<SpooledFile> {
    this.#tar.finalize();
    const packed = await this.#packed;
    this.#isTaken = true;
    return packed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isTaken) return;
    this.#tar.destroy(new Error('the archive was abandoned'));
    await this.#packed.catch(() => undefined);
  }
}
