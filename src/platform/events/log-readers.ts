import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import { isStarted, LOG_BATCH, type LogReader, readConcerned, type SingleReader } from './log-reader.ts';
import { SharedReading } from './shared-reading.ts';

/** For wake-ups that were lost, and for organizations whose events only another process receives. */
const POLL_MS = 3000;
const MAX_POLLED = 1000;

/** Runs the declared readers in this process. */
export class LogReaders {
  readonly #services: Services;
  readonly #readers: readonly LogReader[];
  /** Organizations that are being read, and whether there was a further wake-up meanwhile. */
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #gathering = new Map<string, NodeJS.Timeout>();
  readonly #shared = new Map<string, SharedReading>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #unlisten: () => void = () => undefined;
  #stopped = false;

  constructor(services: Services, readers: readonly LogReader[]) {
    this.#services = services;
    this.#readers = readers;
    for (const reader of readers)
      if ('readTogether' in reader) this.#shared.set(reader.name, new SharedReading(services, reader));
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
        .catch((error) =>
          this.#services.database.availability.logFailure(error, 'the readers of the event log could not poll'),
        )
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
    await Promise.all([...this.#shared.values()].map((reading) => reading.stop()));
    await Promise.all([...this.#running.values()].map((run) => run.done));
  }

  #wakeSoon(reader: LogReader, organizationId: string): void {
    if (reader.gatherMs === undefined || 'readTogether' in reader) {
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
    if ('readTogether' in reader) {
      this.#shared.get(reader.name)!.wake(organizationId);
      return;
    }
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
          `the event log could not be read for ${reader.name}; retrying`,
        ),
      )
      .finally(() => {
        this.#running.delete(key);
        if (run.again) this.#wake(reader, organizationId);
      });
  }

  async #advance(reader: SingleReader, organizationId: string): Promise<void> {
    if (!(await isStarted(this.#services, reader, organizationId))) return;
    const { database } = this.#services;
    const next = () => database.transaction((tx) => step(tx, this.#services, reader), { organizationId });
    while (!this.#stopped && (await next()));
  }

  async #poll(): Promise<void> {
    const { database } = this.#services;
    const behind = await database.reader.all(sql<{ organization_id: string; reader: string }>`
      select c.organization_id, c.reader
      from platform.log_cursors c join platform.log_heads h using (organization_id)
        join platform.open_organizations o on o.id = c.organization_id
      where c.reader = any(${this.#readers.map(({ name }) => name)}::text[]) and c.event_id < h.event_id
      limit ${MAX_POLLED}`);
    for (const { organization_id, reader } of behind)
      this.#wake(this.#readers.find(({ name }) => name === reader)!, organization_id);
    for (const reader of this.#readers) await reader.poll?.(this.#services);
  }
}

/**
 * One batch; true when there is more to read. What came meanwhile wakes the reader by itself: under a steady stream it
 * would otherwise read on without a pause, a few events in each transaction.
 */
async function step(tx: Tx, services: Services, reader: SingleReader): Promise<boolean> {
  const { organizationId } = tx;
  const cursor = await tx.first(sql<{ event_id: number }>`
    select event_id from platform.log_cursors
    where organization_id = ${organizationId} and reader = ${reader.name} for update skip locked`);
  if (!cursor) return false;
  // Events up to a committed head are all committed: IDs have no gaps, and their order is that of the commits.
  const head = await tx.first(sql<{ event_id: number }>`
    select event_id from platform.log_heads h join platform.open_organizations o on o.id = h.organization_id
    where h.organization_id = ${organizationId}`);
  if (!head || head.event_id <= cursor.event_id) return false;
  const events = await readConcerned(tx, reader, organizationId, { after: cursor.event_id, upto: head.event_id });
  if (events.length > 0) await reader.read(tx, events, services);
  const isFull = events.length === LOG_BATCH;
  const reached = isFull ? events.at(-1)!.id : head.event_id;
  await tx.run(sql`
    update platform.log_cursors set event_id = ${reached}
    where organization_id = ${organizationId} and reader = ${reader.name}`);
  return isFull;
}
