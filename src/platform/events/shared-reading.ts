import { setTimeout as pause } from 'node:timers/promises';
import type { TracedEvent } from '../db/event.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import type { AppendedEvent } from './log.ts';
import { isStarted, LOG_BATCH, type SharedReader } from './log-reader.ts';

/** Organizations whose events are read in one transaction. */
const MAX_TOGETHER = 100;

/** Position up to which an organization's events were read, and the last possible one. */
interface CursorRow {
  organizationId: string;
  after: number;
  head: number;
}

/** Up to which event an organization's log is read. */
interface Reached {
  organizationId: string;
  eventId: number;
}

/**
 * Reads the log of many organizations in one transaction after the other: at once after a pause, and under a steady stream
 * whatever came in the reader's `gatherMs`.
 */
export class SharedReading {
  readonly #services: Services;
  readonly #reader: SharedReader;
  readonly #waiting = new Set<string>();
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(services: Services, reader: SharedReader) {
    this.#services = services;
    this.#reader = reader;
  }

  /** Reads what an organization's log has that was not read. */
  wake(organizationId: string): void {
    if (this.#stopped) return;
    this.#waiting.add(organizationId);
    this.#running ??= this.#run();
  }

  /** Starts no further transaction, and waits for the one that is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0 && !this.#stopped) {
      const taken = [...this.#waiting].slice(0, MAX_TOGETHER);
      for (const organizationId of taken) this.#waiting.delete(organizationId);
      await this.#advance(taken);
      await pause(this.#reader.gatherMs);
    }
    // In the same turn as the end of the loop: a later call starts anew.
    this.#running = undefined;
  }

  /** Reads several organizations on, each by itself when that fails: what one has does not stop the others. */
  async #advance(taken: readonly string[]): Promise<void> {
    try {
      const started = await Promise.all(taken.map((id) => isStarted(this.#services, this.#reader, id)));
      const wanted = taken.filter((_, n) => started[n]);
      if (wanted.length > 0) await this.#step(wanted);
    } catch (error) {
      if (taken.length === 1)
        this.#services.database.availability.logFailure(
          error,
          `the event log could not be read for ${this.#reader.name}; retrying`,
        );
      else for (const organizationId of taken) if (!this.#stopped) await this.#advance([organizationId]);
    }
  }

  async #step(organizationIds: readonly string[]): Promise<void> {
    const { name } = this.#reader;
    const { again, committed } = await this.#services.database.transaction(async (tx) => {
      const cursors = await lockCursors(tx, name, organizationIds);
      if (cursors.length === 0) return { again: [] };
      // A share for each: one that has a backlog would else hold up those behind it.
      const share = Math.ceil(LOG_BATCH / cursors.length);
      const events = await readConcernedOf(tx, this.#reader, cursors, share);
      const committed = events.length > 0 ? await this.#reader.readTogether(tx, events, this.#services) : undefined;
      const { reached, again } = reachedBy(cursors, events, share);
      await moveCursors(tx, name, reached);
      return { again, committed };
    });
    committed?.();
    for (const organizationId of again) this.#waiting.add(organizationId);
  }
}

/**
 * Returns the position each organization has reached: one with a full share only up to its last event, so it is read
 * again.
 */
function reachedBy(
  cursors: readonly CursorRow[],
  events: readonly AppendedEvent[],
  share: number,
): { reached: Reached[]; again: string[] } {
  const own = Map.groupBy(events, (event) => event.organizationId);
  const again = [...own].filter(([, { length }]) => length === share).map(([organizationId]) => organizationId);
  const reached = cursors.map(({ organizationId, head }) => {
    const read = own.get(organizationId);
    return { organizationId, eventId: read?.length === share ? read.at(-1)!.id : head };
  });
  return { reached, again };
}

/** Locks the cursors that are behind and that nobody else moves. */
function lockCursors(tx: PlainTx, reader: string, organizationIds: readonly string[]): Promise<CursorRow[]> {
  // Events up to a committed head are all committed: IDs have no gaps, and their order is that of the commits.
  return tx.all(sql<CursorRow>`
    select c.organization_id as "organizationId", c.event_id as after, h.event_id as head
    from platform.log_cursors c join platform.log_heads h using (organization_id)
      join platform.open_organizations o on o.id = c.organization_id
    where c.reader = ${reader} and c.organization_id = any(${organizationIds}::text[]) and c.event_id < h.event_id
    order by c.organization_id for update of c skip locked`);
}

async function moveCursors(tx: PlainTx, reader: string, reached: readonly Reached[]): Promise<void> {
  await tx.run(sql`
    update platform.log_cursors c set event_id = moved.event_id
    from unnest(${reached.map((row) => row.organizationId)}::text[], ${reached.map((row) => row.eventId)}::bigint[])
      as moved (organization_id, event_id)
    where c.organization_id = moved.organization_id and c.reader = ${reader}`);
}

/** The next events of several organizations that concern a reader, one organization after the other: a share of each. */
export function readConcernedOf(
  tx: PlainTx,
  { where }: Pick<SharedReader, 'where'>,
  cursors: readonly CursorRow[],
  share: number,
): Promise<TracedEvent[]> {
  return tx.all(sql<TracedEvent>`
    select e.organization_id as "organizationId", e.id, e.at, e.part, e.kind, e.audience, e.payload, e.state, e.changes,
      e.trace
    from unnest(${cursors.map((row) => row.organizationId)}::text[], ${cursors.map((row) => row.after)}::bigint[],
        ${cursors.map((row) => row.head)}::bigint[]) with ordinality as asked (organization, after, upto, n),
      lateral (
        select * from platform.event_log
        where organization_id = asked.organization and id > asked.after and id <= asked.upto and (${where})
        order by id limit ${share}) e
    order by asked.n, e.id`);
}
