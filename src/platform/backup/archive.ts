/**
 * An archive: what a server has written since a backup, so that the backup can be played on to any moment. Each server's lies below a name
 * of its own, which is that of its slot; a restored one begins another.
 */

import { access } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../config.ts';
import { FolderStore } from '../files/folder-store.ts';
import { openBucket } from '../files/open-store.ts';
import { type SpooledFile, spool } from '../files/spool.ts';
import type { FileStore, StoredObject } from '../files/store.ts';
import { freeBytes } from '../postgres/disk-space.ts';
import { decryptWith, encryptFor } from './age.ts';
import { BackupError } from './backup-form.ts';

const MIB = 2 ** 20;
/** A store that takes longer for one step is away; a large object may take as long as it does at this speed, in bytes a second. */
const PATIENCE_MS = 120_000;
const SLOWEST = MIB / 4;
const PACKED = '.gz';
const SEALED = '.gz.age';

/** A piece of the log in the archive. */
export interface Piece {
  key: string;
  timeline: number;
  start: bigint;
  end: bigint;
  /** All that was committed before is in this piece or in earlier ones. */
  completeAt: Date;
}

type ArchiveSettings = Pick<Config, 'archiveFolder' | 'archiveBucket'>;

/** Whether a server of these settings keeps an archive. */
export function hasArchive({ archiveFolder, archiveBucket }: ArchiveSettings): boolean {
  return archiveFolder !== undefined || archiveBucket !== undefined;
}

function openArchive(config: Config): FileStore {
  const { archiveFolder, archiveBucket } = config;
  if (archiveFolder === undefined) return openBucket(archiveBucket ?? '', config);
  return new FolderStore(archiveFolder, { isMounted: true });
}

/**
 * The archive of the settings. A disk of the network, or a store, may hang for ever: each step has its time. What hangs then still holds
 * one of the few threads that all files of the program are read by, so nothing else is begun before it has ended.
 */
export class BackupArchive {
  readonly #config: Config;
  readonly #store: FileStore;
  readonly #patienceMs: number;
  #hanging: Promise<unknown> | undefined;

  /** @param options `patienceMs`: for one step, where somebody waits; `store`: another one, for tests */
  constructor(config: Config, options: { patienceMs?: number; store?: FileStore } = {}) {
    this.#config = config;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.#store = options.store ?? openArchive(config);
  }

  /**
   * Keeps bytes, packed and, where there are recipients, encrypted.
   * @throws when the store does not take them
   */
  async put(key: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    await this.#inTime(() => this.#refuseUnfit());
    const { backupRecipients } = this.#config;
    await using packed = await this.#pack(content);
    const name = key + (backupRecipients.length > 0 ? SEALED : PACKED);
    await this.#inTime(() => this.#store.put(name, packed.path), packed.size);
  }

  #pack(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<SpooledFile> {
    const { backupRecipients } = this.#config;
    const gzip = createGzip({ level: 1 });
    const packing = pipeline(content, gzip);
    // The reader of the stream receives its failure.
    packing.catch(() => undefined);
    const packed = backupRecipients.length > 0 ? encryptFor(backupRecipients, gzip) : gzip;
    return spool({ config: this.#config }, packed, Number.MAX_SAFE_INTEGER);
  }

  /** A folder that is not there may be a disk that is not mounted, and one that is full may be the database's too. */
  async #refuseUnfit(): Promise<void> {
    const { archiveFolder, diskReserveMib } = this.#config;
    if (archiveFolder === undefined) return;
    await access(archiveFolder).catch(() => {
      throw new BackupError(`The folder ${archiveFolder} (ARCHIVE_FOLDER) does not exist. Create it.`);
    });
    if ((await freeBytes(archiveFolder)) < diskReserveMib * MIB)
      throw new BackupError(
        `The disk of ${archiveFolder} has less than ${diskReserveMib} MiB left (DISK_RESERVE_MIB).`,
      );
  }

  /**
   * @param identities secret keys of age, for what is encrypted
   * @throws {BackupError} when the store hangs
   */
  async *read(key: string, identities: readonly string[]): AsyncGenerator<Uint8Array> {
    if (key.endsWith(SEALED) && identities.length === 0)
      throw new BackupError('The archive is encrypted. Give the file with the age secret key with --identity.');
    const stored = this.#eachInTime(await this.#inTime(() => this.#store.read(key)));
    const gunzip = createGunzip();
    const opened = key.endsWith(SEALED)
      ? pipeline(stored, (content: AsyncIterable<Uint8Array>) => decryptWith(identities, content), gunzip)
      : pipeline(stored, gunzip);
    opened.catch(() => undefined);
    yield* gunzip as AsyncIterable<Uint8Array>;
    await opened;
  }

  /** @throws {BackupError} when the store hangs */
  list(prefix: string): AsyncIterable<StoredObject> {
    return this.#eachInTime(this.#store.list(prefix));
  }

  /** @throws {BackupError} when the store hangs */
  delete(key: string): Promise<void> {
    return this.#inTime(() => this.#store.delete(key));
  }

  /** The pieces of a server's log, in order. */
  async pieces(id: string): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for await (const { key } of this.list(logPrefix(id))) {
      const piece = pieceOf(key);
      if (piece) pieces.push(piece);
    }
    return pieces.sort(
      (a, b) => Number(a.start - b.start || a.end - b.end) || a.completeAt.getTime() - b.completeAt.getTime(),
    );
  }

  /** @param size bytes that it is about */
  async #inTime<T>(begin: () => Promise<T>, size = 0): Promise<T> {
    if (this.#hanging) throw new BackupError('The archive is still not responding.');
    const work = begin();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = () => {
        this.#hanging = work;
        const ended = () => {
          this.#hanging = undefined;
        };
        work.then(ended, ended);
        reject(new BackupError('The archive took too long to respond.'));
      };
      timer = setTimeout(giveUp, this.#patienceMs + (size / SLOWEST) * 1000).unref();
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  async *#eachInTime<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#inTime(() => iterator.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      // A hanging operation ends by itself, or never.
      iterator.return?.().catch(() => undefined);
    }
  }
}

const logPrefix = (id: string) => `${id}/log/`;

/** Returns the prefix of uploaded files in a server's archive. */
export const filesPrefix = (id: string) => `${id}/files/`;

/** The key of a piece, without what it is packed by. */
export function pieceKey(id: string, { timeline, start, end, completeAt }: Omit<Piece, 'key'>): string {
  const hex = (n: bigint) => n.toString(16).toUpperCase().padStart(16, '0');
  return `${logPrefix(id)}${timeline}-${hex(start)}-${hex(end)}-${completeAt.getTime()}`;
}

function pieceOf(key: string): Piece | undefined {
  const [, timeline, start, end, time] = /\/(\d+)-([0-9A-F]{16})-([0-9A-F]{16})-(\d+)\.gz(?:\.age)?$/.exec(key) ?? [];
  if (time === undefined) return undefined;
  return {
    key,
    timeline: Number(timeline),
    start: BigInt(`0x${start}`),
    end: BigInt(`0x${end}`),
    completeAt: new Date(Number(time)),
  };
}

/** The key in the file store of a file in an archive. */
export function fileOfArchive(id: string, key: string): string {
  return key.slice(filesPrefix(id).length).replace(/\.gz(?:\.age)?$/, '');
}
