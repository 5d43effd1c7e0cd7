import type pg from 'pg';
import type { SecurityEvent } from '../security-log.ts';
import type { AuditEntry, Origin, OriginatedEntry } from './audit-entry.ts';
import type { AppendedEvent, NewEvent, Position, TraceableEvent } from './event.ts';
import type { JobWriter, NewJob } from './new-job.ts';
import type { Reader, Writer } from './reader.ts';
import type { StatementTimer } from './slow-statements.ts';
import { prepare, type Sql } from './sql.ts';
import { type Subjects, WrittenTables } from './written-tables.ts';

/** Writer of the event log within a transaction. */
export interface EventLog {
  /** Takes the organization's log until the end of the transaction and says where it stands. */
  takePosition(tx: Writer, organizationId: string): Promise<Position>;
  /** Appends events and gives them their IDs. */
  appendEvents(tx: Writer, events: readonly TraceableEvent[]): Promise<AppendedEvent[]>;
  /** Stores which tables a transaction wrote with events that it appended before it knew. */
  nameChanges(tx: Writer, events: readonly AppendedEvent[], changes: readonly string[]): Promise<void>;
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
export type AuditWriter = (tx: PlainTx, entries: readonly OriginatedEntry[]) => Promise<void>;

/** Results of a committed transaction that this process acts on. */
export interface Committed {
  events: AppendedEvent[];
  /** Queues that have a new job. */
  jobs: string[];
}

/** Work of a transaction that waits for its commit; all handles of the transaction share it. */
interface Gathered {
  events: NewEvent[];
  readonly securityEvents: SecurityEvent[];
  readonly atCommit: (() => void)[];
  readonly appended: AppendedEvent[];
  /** State events of `appended`: what they changed is known at the end of the transaction. */
  readonly unnamed: AppendedEvent[];
  readonly jobs: NewJob[];
  readonly audited: OriginatedEntry[];
  readonly written: WrittenTables;
  mayWait: boolean;
}

/**
 * A writing transaction, for what crosses organizations or belongs to none; {@link Tx} is bound to one. What it changes,
 * the events it emits and the jobs it queues are committed together.
 * Events get their IDs last, under the organization's lock, so that ID order is commit order.
 */
export class PlainTx implements Writer {
  /** The time of this transaction, from the injected clock. */
  readonly now: Date;
  readonly #client: pg.PoolClient;
  readonly #options: TxOptions;
  readonly #gathered: Gathered;

  constructor(client: pg.PoolClient, options: TxOptions, { gathered = newlyGathered() }: { gathered?: Gathered } = {}) {
    this.#client = client;
    this.#options = options;
    this.#gathered = gathered;
    this.now = options.now;
  }

  /** The same transaction, bound to an organization. */
  of(organizationId: string): Tx {
    return new Tx(this.#client, this.#options, { gathered: this.#gathered, organizationId });
  }

  /** Entries for the security log once this is committed. */
  get securityEvents(): readonly SecurityEvent[] {
    return this.#gathered.securityEvents;
  }

  /** To be done once this is committed. */
  get workAtCommit(): readonly (() => void)[] {
    return this.#gathered.atCommit;
  }

  /** @param only whose rows the statement writes, where it is known: what is kept of others is not dropped */
  async all<Row>(statement: Sql<Row>, only?: Subjects): Promise<Row[]> {
    return (await this.#query(statement, only)).rows as Row[];
  }

  async first<Row>(statement: Sql<Row>, only?: Subjects): Promise<Row | undefined> {
    return (await this.all(statement, only))[0];
  }

  /** Runs a statement whose rows do not matter; gives the number of rows it touched. */
  async run(statement: Sql, only?: Subjects): Promise<number> {
    return (await this.#query(statement, only)).rowCount ?? 0;
  }

  async #query(statement: Sql, only: Subjects | undefined): Promise<pg.QueryResult> {
    const prepared = prepare(statement);
    this.#gathered.written.add(prepared.writes, only);
    const begin = performance.now();
    const result = await this.#client.query(prepared);
    this.#options.took(prepared, performance.now() - begin);
    return result;
  }

  /** Appends to the event log at commit. */
  emit(event: NewEvent): void {
    this.#gathered.events.push(event);
  }

  /**
   * Appends what was emitted so far at once, so that what this transaction appends by a statement of its own comes
   * after it. Holds the organization's log from here on.
   */
  async appendEmitted(): Promise<void> {
    const { events } = this.#gathered;
    this.#gathered.events = [];
    const appended = await this.#options.eventLog.appendEvents(this, events);
    this.#gathered.appended.push(...appended);
    // Later writes of the transaction may be theirs as well.
    this.#gathered.unnamed.push(...appended.filter(({ state, changes }) => state && changes === undefined));
  }

  /** Hands over events that a statement of this transaction has appended by itself: they are handed over with the commit. */
  appended(events: readonly AppendedEvent[]): void {
    this.#gathered.appended.push(...events);
  }

  /**
   * Does a part of the transaction that may fail by itself: when `work` throws, nothing of it is left (rows, locks, events, jobs, entries
   * of the audit log), and the transaction goes on. One after the other.
   * @param options.mayWait whether it may wait for what others hold ({@link Tx.mayWait})
   * @throws what `work` throws; a lost connection and a deadlock end the transaction, so whoever catches lets them pass
   */
  async attempt<T>(work: () => Promise<T>, { mayWait = true }: { mayWait?: boolean } = {}): Promise<T> {
    this.#gathered.mayWait = mayWait;
    const events = [...this.#gathered.events];
    const { appended, unnamed, jobs, audited, securityEvents } = this.#gathered;
    const lists = [appended, unnamed, jobs, audited, securityEvents];
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
      this.#gathered.events = events;
      for (const [index, list] of lists.entries()) list.length = lengths[index]!;
      throw error;
    } finally {
      this.#gathered.mayWait = true;
    }
  }

  /** Whether locks that others keep for long may be waited for: not by a part behind others, whose locks would be held meanwhile. */
  get mayWait(): boolean {
    return this.#gathered.mayWait;
  }

  /**
   * Has the statements from here on planned once, by indexes. For those that are sent often: planning costs more than running
   * them, and a plan that is kept must not build on a table that was small when it was made.
   */
  planByIndexes(): void {
    // On the wire together with the next statement, which fails with it if it fails.
    this.#client
      .query('set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan')
      .catch(() => undefined);
  }

  /** Has the security log record something once this is committed. */
  logAtCommit(event: SecurityEvent): void {
    this.#gathered.securityEvents.push(event);
  }

  /** Does something in this process once this is committed; a process that ends before does not. @param work must not throw */
  atCommit(work: () => void): void {
    this.#gathered.atCommit.push(work);
  }

  /** Notes an administrative change for the audit log, which is written with it. @param line for the security log as well */
  audit(entry: AuditEntry, line?: SecurityEvent): void {
    this.#gathered.audited.push({ ...entry, origin: this.#options.origin });
    if (line) this.logAtCommit(line);
  }

  /** Queues a background job that exists only if this transaction commits. */
  enqueue(job: NewJob): void {
    this.#gathered.jobs.push(job);
  }

  /**
   * Takes the organization's lock until the commit and says where its log stands. After this call nobody
   * else's event or message comes before this transaction's.
   */
  position(organizationId: string): Promise<Position> {
    return this.#options.eventLog.takePosition(this, organizationId);
  }

  /** Writes what only the end of the transaction knows: the audit log, jobs, what it wrote. Called once, by the database, before `commit`. */
  async finish(): Promise<void> {
    if (this.#gathered.audited.length > 0) await this.#options.writeAudit(this, this.#gathered.audited);
    if (this.#gathered.jobs.length > 0) await this.#options.writeJobs(this.#client, this.#gathered.jobs);
    if (this.#gathered.unnamed.length > 0) await this.#nameChanges();
  }

  async #nameChanges(): Promise<void> {
    const { unnamed, written } = this.#gathered;
    const changes = written.list();
    if (changes === null) return;
    await this.#options.eventLog.nameChanges(this, unnamed, changes);
    for (const event of unnamed) event.changes = changes;
  }

  /**
   * Appends the events and commits. Both are on the wire at once: the organization's log stays locked for a round trip
   * less, which is what writers of one organization wait for. PostgreSQL makes a rollback of a commit that follows a
   * statement which it refused.
   */
  async commit(): Promise<{ committed: Committed; refused: Error | undefined; lost: Error | undefined }> {
    const changes = this.#gathered.written.list();
    const events = this.#gathered.events.map((event) => (event.state ? { changes, ...event } : event));
    const appending = this.#options.eventLog.appendEvents(this, events);
    // With several organizations there are several statements, and only the last may have the commit behind it.
    if (new Set(this.#gathered.events.map((event) => event.organizationId)).size > 1)
      await appending.catch(() => undefined);
    const [appended, commit] = await Promise.allSettled([appending, this.#client.query('commit')]);
    const undone = commit.status === 'fulfilled' && commit.value.command !== 'COMMIT';
    const refused = appended.status === 'rejected' ? appended.reason : undefined;
    return {
      committed: {
        events: appended.status === 'fulfilled' ? [...this.#gathered.appended, ...appended.value] : [],
        jobs: [...new Set(this.#gathered.jobs.map((job) => job.queue))],
      },
      refused: refused ?? (undone ? new Error('a statement had failed, so nothing was committed') : undefined),
      lost: commit.status === 'rejected' ? commit.reason : undefined,
    };
  }
}

function newlyGathered(): Gathered {
  const written = new WrittenTables();
  return {
    events: [],
    securityEvents: [],
    atCommit: [],
    appended: [],
    unnamed: [],
    jobs: [],
    audited: [],
    written,
    mayWait: true,
  };
}

/** A writing transaction of one organization: a query takes the organization from it (docs/decisions/0097-bound-organization.md). */
export class Tx extends PlainTx implements Reader {
  readonly organizationId: string;

  constructor(client: pg.PoolClient, options: TxOptions, bound: { gathered?: Gathered; organizationId: string }) {
    super(client, options, bound);
    this.organizationId = bound.organizationId;
  }

  override position(organizationId: string = this.organizationId): Promise<Position> {
    return super.position(organizationId);
  }
}
