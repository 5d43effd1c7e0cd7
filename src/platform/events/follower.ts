import type { Availability } from '../db/availability.ts';
import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import { idRange } from './id-range.ts';
import type { AppendedEvent } from './log.ts';
import { StateVersions } from './state-versions.ts';
import type { Tail, Tails } from './tails.ts';

/** Maximum time that a gap in the order waits for its commit before the table is read. */
const HOLE_MS = 5;

/** Tells an event from another of the same number after the log went back (src/platform/events/README.md). */
interface Mark {
  at: number;
  kind: string;
}

/** Receives the events of one organization, in order. What it throws is logged; it cannot stop the feed. */
export type FeedListener = (events: readonly AppendedEvent[]) => void;

export interface HeadRow {
  event_id: number;
  state_event_id: number;
  /** Time of the event at the head; null if it was trimmed or there is none. */
  at: Date | null;
  kind: string | null;
}

export interface FollowerOptions {
  reader: PlainReader;
  availability: Pick<Availability, 'logFailure'>;
  tails: Tails;
  deliver: FeedListener;
  /** Called when the log turns out to have gone back. */
  lost(): void;
}

/**
 * One organization's log as this process follows it: everything up to `head`, in order, without gap or repeat.
 * Own commits are handed over directly; what other processes commit is read from the table when NOTIFY, or a
 * slow poll, says that the head has moved. The newest events stay in memory (the tail), so that a reader that
 * is nearly up to date needs no query.
 */
export class Follower implements Tail {
  head: number;
  readonly versions: StateVersions;
  readonly organizationId: string;
  readonly tail: AppendedEvent[] = [];
  tailStart: number;
  /** Last use, in polls. */
  usedAt = 0;
  /** Identity of the event at `head`, if the table has one. */
  mark: Mark | undefined;
  readonly #options: FollowerOptions;
  readonly #early = new Map<number, AppendedEvent>();
  #catchingUp: Promise<void> | undefined;
  #holeTimer: NodeJS.Timeout | undefined;

  constructor(organizationId: string, head: HeadRow, options: FollowerOptions) {
    this.organizationId = organizationId;
    this.head = head.event_id;
    this.versions = new StateVersions(head.state_event_id);
    this.tailStart = head.event_id;
    this.mark = head.at && head.kind ? { at: head.at.getTime(), kind: head.kind } : undefined;
    this.#options = options;
  }

  /** Takes events of a local commit. They may come before those of an earlier commit that is still answering. */
  accept(events: readonly AppendedEvent[]): void {
    if (events.some((event) => this.#contradicts(event))) {
      this.#options.lost();
      return;
    }
    if (events[0]!.id === this.head + 1 && this.#early.size === 0) {
      this.#advance(events);
      return;
    }
    for (const event of events) if (event.id > this.head) this.#early.set(event.id, event);
    this.#drainEarly();
    if (this.#early.size > 0) {
      this.#holeTimer ??= setTimeout(() => {
        this.#holeTimer = undefined;
        if (this.#early.size > 0) void this.catchUp();
      }, HOLE_MS);
    }
  }

  /** Whether a number was given to another event before: the log has gone back. */
  #contradicts({ id, at, kind }: AppendedEvent): boolean {
    // The mark of the last event is known even if the tail was dropped to save memory.
    if (id === this.head && this.mark) return at.getTime() !== this.mark.at || kind !== this.mark.kind;
    const known = this.tail[id - this.tailStart - 1];
    return known !== undefined && (known.at.getTime() !== at.getTime() || known.kind !== kind);
  }

  #drainEarly(): void {
    const ready: AppendedEvent[] = [];
    for (let next = this.head + 1; ; next++) {
      const event = this.#early.get(next);
      if (!event) break;
      this.#early.delete(next);
      ready.push(event);
    }
    if (ready.length > 0) this.#advance(ready);
  }

  #advance(events: readonly AppendedEvent[]): void {
    const { id, at, kind } = events.at(-1)!;
    this.head = id;
    this.mark = { at: at.getTime(), kind };
    for (const event of events) this.versions.apply(event);
    this.#options.tails.push(this, events);
    this.#options.deliver(events);
  }

  /** Reads what the table has beyond `head`. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#readOn()
      .catch((error) => this.#options.availability.logFailure(error, 'the event log could not be read; retrying'))
      .finally(() => {
        this.#catchingUp = undefined;
      });
    return this.#catchingUp;
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const events = await readEvents(this.#options.reader, this.organizationId, this.head, 500);
      // Local commits may have moved the head while the query ran.
      const fresh = events.filter((event) => event.id > this.head);
      for (const event of fresh) this.#early.delete(event.id);
      if (fresh.length > 0) this.#advance(fresh);
      this.#drainEarly();
      if (events.length < 500) return;
    }
  }

  stop(): void {
    clearTimeout(this.#holeTimer);
  }
}

/** Events after `after`, oldest first. */
export async function readEvents(
  reader: PlainReader,
  organizationId: string,
  after: number,
  limit: number,
): Promise<AppendedEvent[]> {
  return reader.all(sql<AppendedEvent>`
    select organization_id as "organizationId", id, at, part, kind, audience, payload, state, changes
    from platform.event_log where organization_id = ${organizationId} and ${idRange(after)}
    order by id limit (select ${limit}::bigint)`);
}
