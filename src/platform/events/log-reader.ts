import type { Reader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import type { AppendedEvent } from './log.ts';

/** Events handled in one transaction. */
const BATCH = 500;
/** For wake-ups that were lost, and for organizations whose events only another process receives. */
const POLL_MS = 3000;
const MAX_POLLED = 1000;

/**
 * A background reader of the log, declared once: `export const fanOut = defineLogReader({…})` in any slice; the
 * registry finds it. It reads the logs of the organizations that have a row in `platform.log_cursors` under its name,
 * each event once, in order: the cursor moves in the transaction that acts on the events. Whoever adds a cursor emits an
 * event with `state: true`, in the same transaction.
 */
export interface LogReader {
  readonly [readerBrand]: true;
  /** Its name in `platform.log_cursors`. */
  name: string;
  /** Whether an event that was just committed is worth waking up for. */
  concerns(event: AppendedEvent): boolean;
  /** The same as a condition on `platform.event_log`. */
  where: Sql;
  /** How long after a wake-up it reads, so that what comes until then shares its transaction; at once unless given. */
  gatherMs?: number;
  /** Acts on events, oldest first. Nothing but rows and jobs: it may run again. */
  read(tx: Tx, organizationId: string, events: readonly AppendedEvent[], services: Services): Promise<void>;
  /** Called every three seconds: for what is due by the clock. */
  poll?(services: Services): Promise<void>;
}

const readerBrand: unique symbol = Symbol('hubbub log reader');

/** Declares a background reader of the log; see `LogReader`. */
export function defineLogReader(definition: Omit<LogReader, typeof readerBrand>): LogReader {
  return { ...definition, [readerBrand]: true };
}

/** Whether an export is a declared reader. */
export function isLogReader(value: unknown): value is LogReader {
  return typeof value === 'object' && value !== null && readerBrand in value;
}

/** Runs the declared readers in this process. */
export class LogReaders {
  readonly #services: Services;
  readonly #readers: readonly LogReader[];
  /** Organizations that are being read, and whether there was a further wake-up meanwhile. */
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #gathering = new Map<string, NodeJS.Timeout>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #unlisten: () => void = () => undefined;
  #stopped = false;

  constructor(services: Services, readers: readonly LogReader[]) {
    this.#services = services;
    this.#readers = readers;
  }

  /** Reads what is there and what comes, until `stop`. */
  start(): void {
    this.#unlisten = this.#services.feed.listen((events) => {
      for (const reader of this.#readers) {
        const event = events.find((event) => reader.concerns(event));
        if (event) this.#wakeSoon(reader, event.organizationId);
      }
    });
    this.#timer = setInterval(() => {
      this.#polling ??= this.#poll()
        .catch((error) => this.#services.database.availability.logFailure(error, 'the log readers could not poll'))
        .finally(() => {
          this.#polling = undefined;
        });
    }, POLL_MS);
  }

  /** Starts no further batch, and waits for the one that is being read. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten();
    clearInterval(this.#timer);
    for (const timer of this.#gathering.values()) clearTimeout(timer);
    await this.#polling;
    await Promise.all([...this.#running.values()].map((run) => run.done));
  }

  #wakeSoon(reader: LogReader, organizationId: string): void {
    if (reader.gatherMs === undefined) {
      this.#wake(reader, organizationId);
      return;
    }
    const key = `${reader.name} ${organizationId}`;
    if (this.#stopped || this.#gathering.has(key)) return;
    const wake = () => {
      this.#gathering.delete(key);
      this.#wake(reader, organizationId);
    };
    this.#gathering.set(key, setTimeout(wake, reader.gatherMs));
  }

  #wake(reader: LogReader, organizationId: string): void {
    if (this.#stopped) return;
    const key = `${reader.name} ${organizationId}`;
    const running = this.#running.get(key);
    if (running) {
      running.again = true;
      return;
    }
    const run = { again: false, done: Promise.resolve() };
    this.#running.set(key, run);
    run.done = this.#advance(reader, organizationId)
      .catch((error) =>
        this.#services.database.availability.logFailure(
          error,
          `the log could not be read for ${reader.name}; it is tried again`,
        ),
      )
      .finally(() => {
        this.#running.delete(key);
        if (run.again) this.#wake(reader, organizationId);
      });
  }

  async #advance(reader: LogReader, organizationId: string): Promise<void> {
    // Most organizations have no cursor, and a transaction for each of their events would find that out again.
    const key = `log reader ${reader.name}`;
    const wanted = await this.#services.state.read(organizationId, key, (from) =>
      hasCursor(from, reader, organizationId),
    );
    if (!wanted) return;
    const { database } = this.#services;
    const next = () =>
      database.transaction((tx) => step(tx, this.#services, reader, organizationId), { organizationId });
    while (!this.#stopped && (await next()));
  }

  async #poll(): Promise<void> {
    const { database } = this.#services;
    const behind = await database.reader.all(sql<{ organization_id: string; reader: string }>`
      select c.organization_id, c.reader from platform.log_cursors c join platform.log_heads h using (organization_id)
      where c.reader = any(${this.#readers.map(({ name }) => name)}::text[]) and c.event_id < h.event_id
      limit ${MAX_POLLED}`);
    for (const { organization_id, reader } of behind)
      this.#wake(this.#readers.find(({ name }) => name === reader)!, organization_id);
    for (const reader of this.#readers) await reader.poll?.(this.#services);
  }
}

async function hasCursor(from: Reader, reader: LogReader, organizationId: string): Promise<boolean> {
  const cursor = await from.first(sql`
    select from platform.log_cursors where organization_id = ${organizationId} and reader = ${reader.name}`);
  return cursor !== undefined;
}

/** The next events that concern a reader. */
export function readConcerned(
  tx: Tx,
  { where }: LogReader,
  organizationId: string,
  { after, upto }: { after: number; upto: number },
): Promise<AppendedEvent[]> {
  return tx.all(sql<AppendedEvent>`
    select organization_id as "organizationId", id, at, part, kind, audience, payload, state
    from platform.event_log
    where organization_id = ${organizationId} and id > ${after} and id <= ${upto} and (${where})
    order by id limit ${BATCH}`);
}

/**
 * One batch; true when there is more to read. What came meanwhile wakes the reader by itself: under a steady stream it
 * would otherwise read on without a pause, a few events in each transaction.
 */
async function step(tx: Tx, services: Services, reader: LogReader, organizationId: string): Promise<boolean> {
  const cursor = await tx.first(sql<{ event_id: number }>`
    select event_id from platform.log_cursors
    where organization_id = ${organizationId} and reader = ${reader.name} for update skip locked`);
  if (!cursor) return false;
  // Events up to a committed head are all committed: IDs have no gaps, and their order is that of the commits.
  const head = await tx.first(sql<{ event_id: number }>`
    select event_id from platform.log_heads where organization_id = ${organizationId}`);
  if (!head || head.event_id <= cursor.event_id) return false;
  const events = await readConcerned(tx, reader, organizationId, { after: cursor.event_id, upto: head.event_id });
  if (events.length > 0) await reader.read(tx, organizationId, events, services);
  const isFull = events.length === BATCH;
  const reached = isFull ? events.at(-1)!.id : head.event_id;
  await tx.run(sql`
    update platform.log_cursors set event_id = ${reached}
    where organization_id = ${organizationId} and reader = ${reader.name}`);
  return isFull;
}
