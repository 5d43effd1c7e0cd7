import pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { endsWithin } from '../ends-within.ts';
import type { AppendedEvent } from '../events/log.ts';
import type { JobWriter } from '../jobs/queue.ts';
import type { Reader } from './reader.ts';
import { PoolReader } from './reader.ts';
import { parseTimestamp } from './timestamps.ts';
import { Tx } from './tx.ts';

// int8 comes as text by default. Every identifier here stays below 2^53 (sequences start at 1).
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1016 as number as Parameters<typeof pg.types.setTypeParser>[0], (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);
pg.types.setTypeParser(1184, parseTimestamp);

/** Serialization failure and deadlock: PostgreSQL asks for the transaction to be run again. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 5;

/** What a committed transaction leaves for this process to act upon. */
export interface Committed {
  events: AppendedEvent[];
  jobs: string[];
}

/** How a transaction differs from the usual. */
export interface TransactionOptions {
  /** One snapshot for all its statements (REPEATABLE READ) instead of one for each. */
  snapshot?: boolean;
}

/** Where the database is, and what transactions need. */
export interface DatabaseOptions {
  connectionString: string;
  clock: Clock;
  log: Logger;
  /** Writes the jobs that a transaction queued. */
  writeJobs: JobWriter;
  /** Connections for writing transactions. */
  writers?: number;
  /** Connections for reading; PostgreSQL itself refuses a write on them. */
  readers?: number;
}

/** The two pools, and the only way to a transaction. */
export class Database {
  readonly pool: pg.Pool;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly #readPool: pg.Pool;
  readonly #writeJobs: JobWriter;
  readonly #listeners: ((committed: Committed) => void)[] = [];
  readonly #clients = new Set<pg.PoolClient>();

  constructor(options: DatabaseOptions) {
    const base = {
      connectionString: options.connectionString,
      application_name: 'hubbub',
      connectionTimeoutMillis: 10_000,
    };
    this.clock = options.clock;
    this.#writeJobs = options.writeJobs;
    this.pool = new pg.Pool({ ...base, max: options.writers ?? 16, pipeline: true });
    this.#readPool = new pg.Pool({
      ...base,
      max: options.readers ?? 12,
      options: '-c default_transaction_read_only=on',
    });
    this.reader = new PoolReader(this.#readPool);
    for (const pool of [this.pool, this.#readPool]) {
      pool.on('error', ({ message }) => {
        // A pool counts as ended before PostgreSQL has heard of it. (The error itself carries the whole client.)
        options.log[pool.ending ? 'debug' : 'warn']({ reason: message }, 'an idle database connection was lost');
      });
      pool.on('connect', (client) => this.#clients.add(client));
      pool.on('remove', (client) => this.#clients.delete(client));
    }
  }

  /** Calls `listener` after each commit that appended events or queued jobs, in the committing request's turn. */
  onCommit(listener: (committed: Committed) => void): void {
    this.#listeners.push(listener);
  }

  /** Tells the listeners of a commit that a statement of its own made (the message writer). */
  committed(committed: Committed): void {
    for (const listener of this.#listeners) listener(committed);
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED unless it asks for a snapshot): its rows, its events and its jobs become visible together
   * or not at all. `work` may run again after a deadlock, so it must not act outside the transaction.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work, options);
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (!code || !RETRYABLE.has(code) || attempt >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      // On the wire together with the first statement, which fails with it if it fails.
      const begun = client.query(options.snapshot ? 'begin isolation level repeatable read' : 'begin');
      begun.catch(() => undefined);
      const tx = new Tx(client, this.clock.now(), this.#writeJobs);
      let result: T;
      try {
        result = await work(tx);
        await begun;
        await tx.finish();
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw error;
      }
      const { committed, refused, lost } = await tx.commit();
      // Whether it was committed is unknown; the connection is not to be used again.
      broken = lost;
      if (refused || lost) throw refused ?? lost;
      if (committed.events.length > 0 || committed.jobs.length > 0) this.committed(committed);
      return result;
    } finally {
      client.release(broken);
    }
  }

  /** One repeatable-read snapshot for several reads that must agree with each other (`POST /register`). */
  async snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const client = await this.#readPool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin isolation level repeatable read read only');
      const result = await work(new PoolReader(client));
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /**
   * Waits for the transactions and queries that run, but no longer than `patienceMs`: then their connections are cut,
   * and PostgreSQL rolls back what is not committed.
   */
  async close(patienceMs = 1000): Promise<void> {
    const ended = Promise.all([this.pool.end(), this.#readPool.end()]);
    if (await endsWithin(patienceMs, ended)) return;
    for (const client of this.#clients) void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
    await endsWithin(patienceMs, ended);
  }
}
