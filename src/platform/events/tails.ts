import type { Caches } from '../caches.ts';
import { roughSizeOf } from '../rough-size.ts';
import type { AppendedEvent } from './log.ts';

/** Share of the memory left after it was full, so that not every event evicts others. */
const LEFT = 7 / 8;

/** A task in an event holds lists of objects with long texts. */
const DEPTH = 8;

/** The newest events of one organization; the log has no gaps, so an event's place follows from its ID. */
export interface Tail {
  readonly organizationId: string;
  readonly tail: AppendedEvent[];
  /** ID of the last event before the tail. */
  tailStart: number;
}

/** Events that came together. */
interface Part {
  of: Tail;
  lastId: number;
  events: number;
  bytes: number;
}

/**
 * The newest events of all organizations that a process follows, in one share of CACHE_MB: whatever came first goes first,
 * whosever it is. A number of events for each organization would bound nothing, for there may be thousands of them.
 */
export class Tails {
  readonly #most: number;
  /** Oldest first. */
  #parts: Part[] = [];
  #events = 0;
  #bytes = 0;

  constructor(caches: Caches) {
    this.#most = caches.join({
      name: 'newest events',
      share: 4,
      usage: () => ({ bytes: this.#bytes, entries: this.#events }),
      forget: (organizationIds) => this.#forget(organizationIds),
    });
  }

  /** Adds an organization's next events. */
  push(of: Tail, events: readonly AppendedEvent[]): void {
    let bytes = 0;
    for (const event of events) {
      of.tail.push(event);
      bytes += roughSizeOf(event, DEPTH);
    }
    const part = { of, lastId: events.at(-1)!.id, events: events.length, bytes };
    this.#parts.push(part);
    this.#count(part, 1);
    if (this.#bytes > this.#most) this.#dropOldest();
  }

  #count({ events, bytes }: Part, sign: 1 | -1): void {
    this.#events += sign * events;
    this.#bytes += sign * bytes;
  }

  #dropOldest(): void {
    const upTo = new Map<Tail, number>();
    let dropped = 0;
    while (this.#bytes > this.#most * LEFT) {
      const part = this.#parts[dropped++]!;
      upTo.set(part.of, part.lastId);
      this.#count(part, -1);
    }
    this.#parts.splice(0, dropped);
    for (const [of, lastId] of upTo) this.#drop(of, lastId);
  }

  #drop(of: Tail, lastId: number): void {
    of.tail.splice(0, lastId - of.tailStart);
    of.tailStart = lastId;
  }

  #forget(organizationIds: ReadonlySet<string>): void {
    const [gone, left] = [[] as Part[], [] as Part[]];
    for (const part of this.#parts) (organizationIds.has(part.of.organizationId) ? gone : left).push(part);
    this.#parts = left;
    for (const part of gone) {
      this.#count(part, -1);
      this.#drop(part.of, part.lastId);
    }
  }
}
