import { setTimeout as pause } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { endsWithin } from '../ends-within.ts';
import { freeBytes } from '../postgres/disk-space.ts';
import type { Services } from '../services.ts';
import { BackupArchive, hasArchive, pieceKey } from './archive.ts';
import { ArchivedFiles } from './archive-files.ts';
import { archiveIdOf, withSlots } from './archive-slot.ts';
import { type WalPart, type WalStart, WalStream } from './wal-stream.ts';

const MIB = 2 ** 20;
/** After the first failure; each further one doubles it. */
const AGAIN_MS = 1000;
const MAX_AGAIN_MS = 30_000;
/** The server writes down what nobody waits for within half a second. */
const CAUGHT_UP_MS = 2000;
/** At a stop, for what has come already: half of what all that closes gets. */
const LAST_MS = 500;
const OLD_LOOK_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** Between the time of a commit and its place in the log. */
const MARGIN_MS = 10;

/** Sources and settings of an archive. */
interface ArchiverOptions {
  connectionString: string;
  /** Folder of the database's files. */
  databaseFolder: string;
}

/** Keeps the archive, where the settings want one, until the program ends. Of an external database there is none. */
export function keepArchive(services: Services, { connectionString, databaseFolder }: Partial<ArchiverOptions>): void {
  const archiver =
    connectionString && databaseFolder ? new Archiver(services, { connectionString, databaseFolder }) : undefined;
  if (archiver) services.atClose.push(() => archiver.close());
  new Gauge({
    name: 'hubbub_archive_timestamp_seconds',
    help: 'Time up to which the archive is complete; 0 if not known yet; absent if no archive is configured.',
    registers: [services.metrics.registry],
    // The metric is removed, otherwise it would be 0 where no archive is kept.
    labelNames: [],
    collect() {
      this.remove();
      if (archiver && hasArchive(services.config)) this.set((archiver.completeAt?.getTime() ?? 0) / 1000);
    },
  });
}

/** Keeps the archive while the server runs. */
class Archiver {
  readonly #services: Services;
  readonly #options: ArchiverOptions;
  readonly #end = new AbortController();
  readonly #running: Promise<void>;
  #stream: WalStream | undefined;
  /** In a row. */
  #failures = 0;
  #oldLookAt = Number.NEGATIVE_INFINITY;
  /** All that was committed until then is in the archive. */
  completeAt: Date | undefined;

  constructor(services: Services, options: ArchiverOptions) {
    this.#services = services;
    this.#options = options;
    this.#running = hasArchive(services.config) ? this.#run() : this.#stopRetaining();
  }

  /** Archives the data received so far; the rest follows at the next start. */
  async close(): Promise<void> {
    this.#end.abort();
    // PostgreSQL would wait for a reader that is held up by its store.
    if (!(await endsWithin(LAST_MS, this.#running))) await this.#stream?.[Symbol.asyncDispose]();
  }

  /** Without an archive no log is kept for one. */
  async #stopRetaining(): Promise<void> {
    const { log } = this.#services;
    try {
      await withSlots(this.#options.connectionString, async (slots) => {
        const slot = await slots.find();
        if (slot) await slots.drop(slot.slot);
      });
    } catch (error) {
      log.warn({ err: error }, 'PostgreSQL still retains log segments for a former archive');
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    const archive = new BackupArchive(this.#services.config);
    while (!signal.aborted) {
      try {
        const start = await this.#begin();
        await this.#follow(archive, start);
      } catch (error) {
        if (signal.aborted) return;
        this.#reportLost(error as Error);
        await this.#makeRoom().catch(() => undefined); // the database is away too
        const again = Math.min(AGAIN_MS * 2 ** (this.#failures - 1), MAX_AGAIN_MS);
        await pause(again, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** From where the archive goes on, or begins: a slot whose log was let go begins another one. */
  #begin(): Promise<WalStart> {
    const { log } = this.#services;
    return withSlots(this.#options.connectionString, async (slots) => {
      const slot = await slots.find();
      if (slot?.isWhole && slot.from !== null) return slots.startOf(slot);
      if (slot) {
        await slots.drop(slot.slot);
        log.error(
          'the archive has a gap: more than ARCHIVE_WAIT_MIB was waiting. Make a new backup now so that it can continue',
        );
      }
      if (await this.#hasLittleRoom())
        throw new Error('the database disk has too little free space for the waiting log');
      await slots.make();
      return slots.startOf((await slots.find())!);
    });
  }

  async #follow(archive: BackupArchive, start: WalStart): Promise<void> {
    const { connectionString } = this.#options;
    const { archiveSeconds } = this.#services.config;
    const { signal } = this.#end;
    const id = archiveIdOf(start.slot);
    const files = await ArchivedFiles.open(this.#services, archive, id);
    await using stream = await WalStream.open(connectionString, start);
    this.#stream = stream;
    await withSlots(connectionString, async (slots) => {
      // One that is not reached yet stays: of a log that always goes on, a later one would never be.
      let mark: { lsn: bigint; at: Date } | undefined;
      while (!signal.aborted) {
        mark ??= await slots.mark();
        const isCaughtUp = await stream.reach(mark.lsn, CAUGHT_UP_MS, signal);
        const completeAt = isCaughtUp ? new Date(mark.at.getTime() - MARGIN_MS) : this.completeAt;
        // Where nothing was written, that is known too.
        const nothing = isCaughtUp ? { start: stream.end, end: stream.end, bytes: [] } : undefined;
        await this.#archive(archive, files, stream, start, completeAt, nothing);
        if (isCaughtUp) mark = undefined;
        this.completeAt = completeAt;
        this.#reportBack();
        await this.#deleteOld(archive);
        // A full piece does not wait.
        await stream.reach(BigInt(Number.MAX_SAFE_INTEGER), archiveSeconds * 1000, signal);
      }
      await endsWithin(LAST_MS, this.#archive(archive, files, stream, start, this.completeAt));
    });
  }

  /**
   * Brings what has come of the log by now, after the files that it knows.
   * @param otherwise what is brought when nothing has come
   */
  async #archive(
    archive: BackupArchive,
    files: ArchivedFiles,
    stream: WalStream,
    { slot, timeline }: WalStart,
    completeAt = new Date(0),
    otherwise?: WalPart,
  ): Promise<void> {
    const part = stream.take() ?? otherwise;
    if (!part) return;
    await files.archiveAll();
    await archive.put(pieceKey(archiveIdOf(slot), { ...part, timeline, completeAt }), part.bytes);
    stream.confirm(part.end);
  }

  async #deleteOld(archive: BackupArchive): Promise<void> {
    const now = performance.now();
    if (now - this.#oldLookAt < OLD_LOOK_MS) return;
    this.#oldLookAt = now;
    const { clock, config } = this.#services;
    const before = clock.now().getTime() - config.archiveDays * DAY_MS;
    for await (const { key, modifiedAt } of archive.list(''))
      if (modifiedAt.getTime() < before && isOurs(key)) await archive.delete(key);
  }

  /** Drops the waiting log before an unavailable archive takes up the space that the server needs. */
  async #makeRoom(): Promise<void> {
    if (!(await this.#hasLittleRoom())) return;
    await withSlots(this.#options.connectionString, async (slots) => {
      const slot = await slots.find();
      if (!slot) return;
      await slots.drop(slot.slot);
      this.#services.log.error(
        'the archive has a gap: the waiting log used up the free space of the database. Make a new backup when the archive responds again',
      );
    });
  }

  async #hasLittleRoom(): Promise<boolean> {
    const free = await freeBytes(this.#options.databaseFolder);
    return free < 2 * this.#services.config.diskReserveMib * MIB;
  }

  #reportLost(error: Error): void {
    const { log } = this.#services;
    if (++this.#failures > 1) return;
    const since = this.completeAt?.toISOString() ?? 'this start';
    log.warn(`the archive cannot be written (${error.message}); changes since ${since} are waiting`);
  }

  #reportBack(): void {
    if (this.#failures > 0) this.#services.log.info('the archive can be written again');
    this.#failures = 0;
  }
}

/** Nothing else in the folder or bucket is touched. */
const isOurs = (key: string) => /^[0-9a-f]{16}\/(?:log|files)\//.test(key);
