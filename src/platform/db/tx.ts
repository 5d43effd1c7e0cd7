import type pg from 'pg';
import type { SecurityEvent } from '../security-log.ts';
import type { AuditEntry, Origin, OriginatedEntry } from './audit-entry.ts';
import type { AppendedEvent, NewEvent, Position, TraceableEvent } from './event.ts';
import type { JobWriter, NewJob } from './new-job.ts';
import { PoolReader, type Writer } from './reader.ts';
import type { StatementTimer } from './slow-statements.ts';
import { prepare, type Sql } from './sql.ts';

/** Writer of the event log within a transaction. */
export interface EventLog {
  /** Takes the organization's log until the end of the transaction and says where it stands. */
  takePosition(tx: Writer, organizationId: string): Promise<Position>;
  /** Appends events and gives them their IDs. */
  appendEvents(tx: Writer, events: readonly TraceableEvent[]): Promise<AppendedEvent[]>;
}

/** Dependencies of a transaction. */
export interface TxOptions {
  /** The time of the transaction. */
  now: Date;
  eventLog: EventLog;
  /** Writes the jobs that the transaction queued. */
  writeJobs: JobWriter;
  took: StatementTimer;
  /** Author of the transaction. */
  origin: Origin;
  /** Writes what the transaction leaves in the audit log. */
  writeAudit: AuditWriter;
}

/** Writes entries of the audit log in a transaction. */
export type AuditWriter = (tx: Tx, entries: readonly OriginatedEntry[]) => Promise<void>;

/** Results of a committed transaction that this process acts on. */
export interface Committed {
  events: AppendedEvent[];
  /** Queues that have a new job. */
  jobs: string[];
}

/**
 * A writing transaction. What it changes, the events it emits and the jobs it queues are committed together.
 * Events get their IDs last, under the organization's lock, so that ID order is commit order.
 */
export class Tx implements Writer {
  /** The time of this transaction, from the injected clock. */
  readonly now: Date;
  readonly #client: pg.PoolClient;
  readonly #took: StatementTimer;
  readonly #reader: PoolReader;
  #events: NewEvent[] = [];
  /** Entries for the security log once this is committed. */
  readonly securityEvents: SecurityEvent[] = [];
  readonly #appended: AppendedEvent[] = [];
  readonly #jobs: NewJob[] = [];
  readonly #writeJobs: JobWriter;
  readonly #eventLog: EventLog;
  readonly #origin: Origin;
  readonly #writeAudit: AuditWriter;
  readonly #audited: OriginatedEntry[] = [];
  #mayWait = true;

  constructor(client: pg.PoolClient, { now, eventLog, writeJobs, took, origin, writeAudit }: TxOptions) {
    this.#client = client;
    this.#took = took;
    this.#writeJobs = writeJobs;
    this.#eventLog = eventLog;
    this.#origin = origin;
    this.#writeAudit = writeAudit;
    this.#reader = new PoolReader(client, took);
    this.now = now;
  }

  all<Row>(statement: Sql<Row>): Promise<Row[]> {
    return this.#reader.all(statement);
  }

  first<Row>(statement: Sql<Row>): Promise<Row | undefined> {
    return this.#reader.first(statement);
  }

  /** Runs a statement whose rows do not matter; gives the number of rows it touched. */
  async run(statement: Sql): Promise<number> {
    const prepared = prepare(statement);
    const begin = performance.now();
    const result = await this.#client.query(prepared);
    this.#took(prepared, performance.now() - begin);
    return result.rowCount ?? 0;
  }

  /** Appends to the event log at commit. */
  emit(event: NewEvent): void {
    this.#events.push(event);
  }

  /**
   * Appends what was emitted so far at once, so that what this transaction appends by a statement of its own comes
   * after it. Holds the organization's log from here on.
   */
  async appendEmitted(): Promise<void> {
    const events = this.#events;
    this.#events = [];
    this.#appended.push(...(await this.#eventLog.appendEvents(this, events)));
  }

  /** Hands over events that a statement of this transaction has appended by itself: they are handed over with the commit. */
  appended(events: readonly AppendedEvent[]): void {
    this.#appended.push(...events);
  }

  /**
   * Does a part of the transaction that may fail by itself: when `work` throws, nothing of it is left (rows, locks, events, jobs, entries
   * of the audit log), and the transaction goes on. One after the other.
   * @param options.mayWait whether it may wait for what others hold ({@link Tx.mayWait})
   * @throws what `work` throws; a lost connection and a deadlock end the transaction, so whoever catches lets them pass
   */
  async attempt<T>(work: () => Promise<T>, { mayWait = true }: { mayWait?: boolean } = {}): Promise<T> {
    this.#mayWait = mayWait;
    const events = [...this.#events];
    const lists = [this.#appended, this.#jobs, this.#audited, this.securityEvents];
    const lengths = lists.map((list) => list.length);
    // On the wire together with the first statement, which fails with it if it fails.
    const begun = this.#client.query('savepoint attempt');
    begun.catch(() => undefined);
    try {
      const result = await work();
      await begun;
      // A patience with locks that a statement of it has set is not one of what follows. Waits for nobody: with the connection
      // lost the next statement fails as well.
      this.#client.query('release savepoint attempt; set local lock_timeout to default').catch(() => undefined);
      return result;
    } catch (error) {
      // It fails where nothing can be said to PostgreSQL any more: what is to be told is why.
      await this.#client.query('rollback to savepoint attempt; release savepoint attempt').catch(() => undefined);
      this.#events = events;
      for (const [index, list] of lists.entries()) list.length = lengths[index]!;
      throw error;
    } finally {
      this.#mayWait = true;
    }
  }

  /** Whether locks that others keep for long may be waited for: not by a part behind others, whose locks would be held meanwhile. */
  get mayWait(): boolean {
    return this.#mayWait;
  }

  /** Has the security log record something once this is committed. */
  logAtCommit(event: SecurityEvent): void {
    this.securityEvents.push(event);
  }

  /** Notes an administrative change for the audit log, which is written with it. @param line for the security log as well */
  audit(entry: AuditEntry, line?: SecurityEvent): void {
    this.#audited.push({ ...entry, origin: this.#origin });
    if (line) this.logAtCommit(line);
  }

  /** Queues a background job that exists only if this transaction commits. */
  enqueue(job: NewJob): void {
    this.#jobs.push(job);
  }

  /**
   * Takes the organization's lock until the commit and says where its log stands. After this call nobody
   * else's event or message comes before this transaction's.
   */
  position(organizationId: string): Promise<Position> {
    return this.#eventLog.takePosition(this, organizationId);
  }

  /** Writes the jobs and what is for the audit log. Called once, by the database, before `commit`. */
  async finish(): Promise<void> {
    if (this.#audited.length > 0) await this.#writeAudit(this, this.#audited);
    if (this.#jobs.length > 0) await this.#writeJobs(this.#client, this.#jobs);
  }

  /**
   * Appends the events and commits. Both are on the wire at once: the organization's log stays locked for a round trip
   * less, which is what writers of one organization wait for. PostgreSQL makes a rollback of a commit that follows a
   * statement which it refused.
   */
  async commit(): Promise<{ committed: Committed; refused: Error | undefined; lost: Error | undefined }> {
    const appending = this.#eventLog.appendEvents(this, this.#events);
    // With several organizations there are several statements, and only the last may have the commit behind it.
    if (new Set(this.#events.map((event) => event.organizationId)).size > 1) await appending.catch(() => undefined);
    const [appended, commit] = await Promise.allSettled([appending, this.#client.query('commit')]);
    const undone = commit.status === 'fulfilled' && commit.value.command !== 'COMMIT';
    const refused = appended.status === 'rejected' ? appended.reason : undefined;
    return {
      committed: {
        events: appended.status === 'fulfilled' ? [...this.#appended, ...appended.value] : [],
        jobs: [...new Set(this.#jobs.map((job) => job.queue))],
      },
      refused: refused ?? (undone ? new Error('a statement had failed, so nothing was committed') : undefined),
      lost: commit.status === 'rejected' ? commit.reason : undefined,
    };
  }
}
