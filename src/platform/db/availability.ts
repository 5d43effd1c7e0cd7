import pg from 'pg';
import type { Logger } from 'pino';
import { DiskFull, isDatabaseLost, isDiskFull, ReadOnlyDatabase } from './lost.ts';

/** Interval of checks whether an unavailable database is back. */
const PROBE_MS = 200;
const PROBE_PATIENCE_MS = 4000;
/** Time for which a disk counts as full after a statement failed because of it. */
const FULL_DISK_MS = 10_000;

const SQLSTATE = /^[0-9A-Z]{5}$/;

interface Answer {
  isSpeaking: boolean;
  /** Why it cannot be used; undefined: it can. */
  problem: string | undefined;
}

/**
 * Whether the database can be reached, as this process last saw it. Whoever meets an error of a lost database reports
 * it here: the log gets one line when an outage begins and one when it ends, however many requests meet it.
 */
export class Availability {
  readonly #connectionString: string;
  readonly #log: Logger;
  readonly #returned: (() => void)[] = [];
  #outage: { since: number; reason: string } | undefined;
  #probing = false;
  #timer: NodeJS.Timeout | undefined;
  #probe: pg.Client | undefined;
  /** The question that is asked now. */
  #asking: Promise<Answer> | undefined;
  /** There is too little room for a write, by the watch of the disk. */
  #isDiskLow = false;
  #fullUntil = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: { connectionString: string; log: Logger }) {
    this.#connectionString = options.connectionString;
    this.#log = options.log;
  }

  /** Calls `listener` each time a connection was lost and the database answers again. */
  onReturn(listener: () => void): void {
    this.#returned.push(listener);
  }

  /** Why the database cannot be used, while it cannot. */
  get problem(): string | undefined {
    return this.#outage?.reason;
  }

  /**
   * Takes note of an error, whatever it is.
   * @returns whether it is one of a database that is away, of which the log has its line already
   */
  report(error: unknown): boolean {
    if (isDiskFull(error)) {
      if (!this.isDiskFull) this.#logFullDisk((error as Error).message);
      this.#fullUntil = performance.now() + FULL_DISK_MS;
      return true;
    }
    if (!isDatabaseLost(error) && !(error instanceof ReadOnlyDatabase)) return false;
    if (!this.#probing && !this.#stopped) {
      this.#probing = true;
      void this.#look((error as Error).message);
    }
    return true;
  }

  /** Whether nothing can be written for want of room. */
  get isDiskFull(): boolean {
    return this.#isDiskLow || performance.now() < this.#fullUntil;
  }

  /** Takes note of the room that is left; while it is too little, writes are refused before PostgreSQL fails in them. */
  diskIsLow(isLow: boolean): void {
    if (isLow && !this.isDiskFull) this.#logFullDisk('less space is free than DISK_RESERVE_MIB');
    if (!isLow && this.#isDiskLow) this.#log.info('the database disk has free space again');
    this.#isDiskLow = isLow;
  }

  /** @throws {DiskFull} while there is too little room for a write */
  refuseFullDisk(): void {
    if (this.#isDiskLow) throw new DiskFull();
  }

  #logFullDisk(reason: string): void {
    this.#log.warn({ reason }, 'the database disk is full; writes are answered with 503 until space is free');
  }

  /** Logs a failure of work in the background, which is tried again; an outage has its own line. */
  logFailure(error: unknown, text: string): void {
    if (!this.report(error)) this.#log.warn({ err: error }, text);
  }

  /** Asks the database itself: a single connection that was cut is no outage. */
  async #look(lostBy: string): Promise<void> {
    const { problem } = await this.#ask();
    if (this.#stopped) return;
    if (problem === undefined) {
      this.#probing = false;
      if (this.#outage) {
        const seconds = Math.round((performance.now() - this.#outage.since) / 100) / 10;
        this.#outage = undefined;
        this.#log.info({ seconds }, 'the database responds again');
      } else this.#log.debug({ reason: lostBy }, 'a connection to the database was lost');
      for (const listener of this.#returned) listener();
      return;
    }
    if (!this.#outage) {
      this.#outage = { since: performance.now(), reason: problem };
      this.#log.warn(
        { reason: problem },
        'the database is unavailable; requests are answered with 503 until it is back',
      );
    }
    this.#outage.reason = problem;
    this.#timer = setTimeout(() => void this.#look(problem), PROBE_MS);
  }

  /** Whether the database itself says anything, whatever a statement of another connection waits for. */
  async isSpeaking(): Promise<boolean> {
    return (await this.#ask()).isSpeaking;
  }

  /** All who ask meanwhile get one answer. */
  #ask(): Promise<Answer> {
    this.#asking ??= this.#askOnce().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askOnce(): Promise<Answer> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'hubbub probe',
      connectionTimeoutMillis: PROBE_PATIENCE_MS,
      query_timeout: PROBE_PATIENCE_MS,
    });
    client.on('error', () => undefined);
    this.#probe = client;
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      return { isSpeaking: true, problem: rows[0]!.standby ? 'it is a read-only standby' : undefined };
    } catch (error) {
      const { message, code = '' } = error as Error & { code?: string };
      // PostgreSQL itself has reported a refusal (no connection is free).
      return { isSpeaking: SQLSTATE.test(code), problem: message || code };
    } finally {
      this.#probe = undefined;
      void client.end().catch(() => undefined);
    }
  }

  /** Asks no more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    void this.#probe?.end().catch(() => undefined);
  }
}
