import pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { endsWithin } from '../ends-within.ts';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';
import { logSecurityEvent } from '../security-log.ts';
import type { Origin } from './audit-entry.ts';
import { Availability } from './availability.ts';
import { FairSlots } from './fair-slots.ts';
import { isDatabaseLost, isReadOnlyError, ReadOnlyDatabase, UnknownCommit } from './lost.ts';
import type { JobWriter } from './new-job.ts';
import { openPool } from './pool.ts';
import { BoundReader, type PlainReader, PoolReader } from './reader.ts';
import { withRetry } from './retry.ts';
import { type StatementTimer, slowStatements } from './slow-statements.ts';
import { prepare, type Sql, sql } from './sql.ts';
import type { DatabaseTracing } from './statement-tracing.ts';
import { parseTimestamp } from './timestamps.ts';
import { type AuditWriter, type Committed, type EventLog, PlainTx, Tx } from './tx.ts';

// int8 comes as text by default. Every identifier here stays below 2^53 (sequences start at 1).
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1016 as number as Parameters<typeof pg.types.setTypeParser>[0], (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);
pg.types.setTypeParser(1184, parseTimestamp);

/** Maximum time that a request waits for a connection, or for its turn at an organization's log. */
const PATIENCE_MS = 10_000;

/**
 * Maximum time that a transaction may wait for this process before PostgreSQL rolls it back: a stalled transaction (a
 * paused machine, a lost network) locks its organization's log, so other processes cannot write there. It is shorter
 * than a request's patience, so their requests are late but not refused.
 */
const STANDSTILL_MS = 8000;

/** Deviations of a transaction from the usual. */
export interface TransactionOptions {
  /** Organization of the change: one organization never takes all connections, whatever it waits for. */
  organizationId?: string | undefined;
  /**
   * The transaction begins by taking its organization's log, so it waits for those of this process that do the same
   * before it takes a connection.
   */
  takesLog?: boolean;
  /** One snapshot for all its statements (REPEATABLE READ) instead of one for each. */
  snapshot?: boolean;
  /** Author; absent: the program itself. */
  origin?: Origin | undefined;
}

/** Address of the database, and dependencies of transactions. */
export interface DatabaseOptions {
  connectionString: string;
  clock: Clock;
  log: Logger;
  eventLog: EventLog;
  /** Writes the jobs that a transaction queued. */
  writeJobs: JobWriter;
  /** Writes what a transaction leaves in the audit log. */
  writeAudit: AuditWriter;
  /** Default author of transactions. */
  origin: Origin;
  /** Connections for writing transactions. */
  writers: number;
  /** Connections for reading; PostgreSQL itself refuses a write on them. */
  readers: number;
  /** Maximum time of a statement; undefined: unlimited. */
  statementMs: number | undefined;
  /** Statements that take longer are logged; 0: none is. */
  slowMs: number;
  /** Undefined: nothing is traced. */
  tracer: DatabaseTracing | undefined;
}

/** The two pools, and the only way to a transaction. */
export class Database {
  /** For what needs a connection of its own kind. */
  readonly connectionString: string;
  readonly pool: pg.Pool;
  /** Reads of any organization; `reader.of(organizationId)` is bound to one. */
  readonly reader: PlainReader;
  readonly clock: Clock;
  readonly availability: Availability;
  readonly #readPool: pg.Pool;
  readonly #took: StatementTimer;
  readonly #forTx: Pick<DatabaseOptions, 'writeJobs' | 'eventLog' | 'writeAudit' | 'origin'>;
  readonly #tracer: DatabaseTracing | undefined;
  readonly #log: Logger;
  readonly #listeners: ((committed: Committed) => void)[] = [];
  readonly #clients = new Set<pg.PoolClient>();
  /** Connections for writing, shared so that one organization leaves some to the others. */
  readonly #slots: FairSlots;
  /** Whoever takes an organization's log, one at a time. */
  readonly #turns = new FairSlots({
    total: Number.POSITIVE_INFINITY,
    mayTake: (own) => own === 0,
    patienceMs: PATIENCE_MS,
  });

  constructor(options: DatabaseOptions) {
    const { connectionString, writers, readers, statementMs, log } = options;
    this.connectionString = connectionString;
    this.clock = options.clock;
    this.#forTx = options;
    this.#tracer = options.tracer;
    this.#log = log;
    this.availability = new Availability({ connectionString, log });
    const base = { connectionString, statementMs, availability: this.availability };
    const noStandstill = `-c idle_in_transaction_session_timeout=${STANDSTILL_MS}`;
    this.pool = openPool({ ...base, max: writers, pipeline: true, settings: noStandstill });
    this.#readPool = openPool({ ...base, max: readers, settings: '-c default_transaction_read_only=on' });
    this.#slots = new FairSlots({
      total: writers,
      mayTake: (own, free) => own < 2 * free,
      patienceMs: PATIENCE_MS,
    });
    this.#took = timerOf(slowStatements(this.#readPool, log, options.slowMs), this.#tracer);
    const once = new PoolReader(this.#readPool, this.#took, (error) => this.availability.report(error));
    // A read, too, may be the one that is undone where it met a migration of the next version.
    const repeating: Pick<PlainReader, 'all' | 'first'> = {
      all: (statement) => withRetry(() => once.all(statement)),
      first: (statement) => withRetry(() => once.first(statement)),
    };
    const reader: PlainReader = { ...repeating, of: (organizationId) => new BoundReader(reader, organizationId) };
    this.reader = reader;
    for (const pool of [this.pool, this.#readPool]) {
      pool.on('connect', (client) => this.#clients.add(client));
      pool.on('remove', (client) => this.#clients.delete(client));
    }
  }

  /**
   * Looks whether the connections for reading refuse writes, before anything relies on it.
   * @throws {CannotOpenDatabase} when something between drops the setting that makes them
   */
  async checkReadOnly(): Promise<void> {
    const row = await this.reader.first(sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only')::boolean as "isReadOnly"`);
    if (row!.isReadOnly) return;
    throw new CannotOpenDatabase(
      'The connections for reading can write: a connection pooler, or "options" in DATABASE_URL, drops default_transaction_read_only. Set DATABASE_URL to PostgreSQL itself, without options.',
    );
  }

  /** The connections of each pool: open and idle ones, used ones, and requests that wait for one. */
  connections(): { pool: 'write' | 'read'; idle: number; used: number; waiting: number }[] {
    const of = (name: 'write' | 'read', pool: pg.Pool, inFront: number) => ({
      pool: name,
      idle: pool.idleCount,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount + inFront,
    });
    return [of('write', this.pool, this.#slots.waiting + this.#turns.waiting), of('read', this.#readPool, 0)];
  }

  /** Calls `listener` after each commit that appended events or queued jobs, in the committing request's turn. */
  onCommit(listener: (committed: Committed) => void): void {
    this.#listeners.push(listener);
  }

  /** Tells the listeners of a commit that a statement of its own made (the message writer). */
  committed(committed: Committed): void {
    const warn = () => {
      for (const listener of this.#listeners) listener(committed);
    };
    // Work that begins now is for the receivers of the signal and not part of the request.
    if (this.#tracer) this.#tracer.outside(warn);
    else warn();
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED unless it asks for a snapshot): its rows, its events and its jobs become visible together
   * or not at all. `work` may run again after a deadlock, so it must not act outside the transaction. With an
   * organization it gets a transaction that is bound to it.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions & { organizationId: string }): Promise<T>;
  transaction<T>(work: (tx: PlainTx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  async transaction<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.#inTurn(options, () => withRetry(() => this.#attempt(work, options)));
  }

  /**
   * Runs one statement as a transaction of its own, again after a deadlock. Its events are handed over by the caller (`committed`).
   * @throws PostgreSQL's error; `isRefusal` says whether surely nothing was written
   */
  async statement<Row>(statement: Sql<Row>, options: Omit<TransactionOptions, 'snapshot' | 'origin'>): Promise<Row[]> {
    return this.#inTurn(options, () =>
      withRetry(async () => {
        const prepared = prepare(statement);
        const begin = performance.now();
        const client = await this.pool.connect();
        let broken: Error | undefined;
        try {
          const { rows } = await client.query(prepared);
          this.#took(prepared, performance.now() - begin);
          return rows as Row[];
        } catch (error) {
          if (!isDatabaseLost(error)) throw error;
          broken = error as Error;
          throw new UnknownCommit(error);
        } finally {
          client.release(broken);
        }
      }),
    );
  }

  /** Waits in front of the pool, holding no connection, and reports a database that is lost. */
  async #inTurn<T>({ organizationId = '', takesLog }: TransactionOptions, work: () => Promise<T>): Promise<T> {
    this.availability.refuseFullDisk();
    const endTurn = takesLog ? await this.#turns.take(organizationId) : undefined;
    try {
      const release = await this.#slots.take(organizationId);
      try {
        return await work();
      } catch (caught) {
        const error = isReadOnlyError(caught) ? new ReadOnlyDatabase(caught) : caught;
        this.availability.report(error);
        throw error;
      } finally {
        release();
      }
    } finally {
      endTurn?.();
    }
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      // On the wire together with the first statement, which fails with it if it fails.
      const begun = client.query(options.snapshot ? 'begin isolation level repeatable read' : 'begin');
      begun.catch(() => undefined);
      const { writeJobs, eventLog, writeAudit, origin } = this.#forTx;
      const by = options.origin ?? origin;
      const txOptions = {
        now: this.clock.now(),
        // Work that the program does by itself, for many at once, belongs to no trace.
        eventLog: (options.origin && this.#tracer?.tracedLog(eventLog, options.organizationId)) ?? eventLog,
        writeJobs,
        writeAudit,
        origin: by,
        took: this.#took,
      };
      const { organizationId } = options;
      const tx =
        organizationId === undefined ? new PlainTx(client, txOptions) : new Tx(client, txOptions, { organizationId });
      let result: T;
      try {
        // Without an organization, `work` asks for the plain one: the overloads of `transaction`.
        result = await work(tx as Tx);
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
      // Without an answer about the events, too, both may have been done: they were sent together.
      if (refused && !(lost && isDatabaseLost(refused))) throw refused;
      if (lost) throw isDatabaseLost(lost) ? new UnknownCommit(lost) : lost;
      for (const event of tx.securityEvents) logSecurityEvent(this.#log, event);
      for (const work of tx.workAtCommit) work();
      if (committed.events.length > 0 || committed.jobs.length > 0) this.committed(committed);
      return result;
    } finally {
      client.release(broken);
    }
  }

  /** One repeatable-read snapshot for several reads that must agree with each other (`POST /register`). */
  async snapshot<T>(work: (reader: PlainReader) => Promise<T>): Promise<T> {
    const client = await this.#readPool.connect().catch((error) => {
      this.availability.report(error);
      throw error;
    });
    let broken: Error | undefined;
    try {
      await client.query('begin isolation level repeatable read read only');
      const result = await work(new PoolReader(client, this.#took));
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
    this.availability.stop();
    const ended = Promise.all([this.pool.end(), this.#readPool.end()]);
    if (await endsWithin(patienceMs, ended)) return;
    for (const client of this.#clients) void (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
    await endsWithin(patienceMs, ended);
  }
}

function timerOf(slow: StatementTimer, tracer: DatabaseTracing | undefined): StatementTimer {
  if (!tracer) return slow;
  return (statement, ms) => {
    slow(statement, ms);
    tracer.statement(statement, ms);
  };
}
