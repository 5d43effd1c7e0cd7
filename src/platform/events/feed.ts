import type { Logger } from 'pino';
import type { Reader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { AppendedEvent } from './log.ts';

/** Events of one organization that a process keeps at hand. */
const TAIL_EVENTS = 4096;
/** How long a hole in the order may wait for the commit that fills it before the table is asked. */
const HOLE_MS = 5;

/** Hears of events of one organization, in order. What it throws is logged; it cannot stop the feed. */
export type FeedListener = (events: readonly AppendedEvent[]) => void;

/**
 * One organization's log as this process follows it: everything up to `head`, in order, without gap or repeat.
 * Own commits are handed over directly; what other processes commit is read from the table when NOTIFY, or a
 * slow poll, says that the head has moved. The newest events stay in memory (the tail), so that a reader that
 * is nearly up to date needs no query.
 */
class Follower {
  head: number;
  stateHead: number;
  readonly organizationId: string;
  readonly tail: AppendedEvent[] = [];
  /** ID of the last event before the tail. */
  tailStart: number;
  readonly #reader: Reader;
  readonly #deliver: (events: readonly AppendedEvent[]) => void;
  readonly #log: Logger;
  readonly #early = new Map<number, AppendedEvent>();
  #catchingUp: Promise<void> | undefined;
  #holeTimer: NodeJS.Timeout | undefined;

  constructor(
    organizationId: string,
    head: { event_id: number; state_event_id: number },
    reader: Reader,
    log: Logger,
    deliver: FeedListener,
  ) {
    this.organizationId = organizationId;
    this.head = head.event_id;
    this.stateHead = head.state_event_id;
    this.tailStart = head.event_id;
    this.#reader = reader;
    this.#log = log;
    this.#deliver = deliver;
  }

  /** Takes events of a local commit. They may come before those of an earlier commit that is still answering. */
  accept(events: readonly AppendedEvent[]): void {
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
    this.head = events.at(-1)!.id;
    for (const event of events) {
      if (event.state) this.stateHead = event.id;
      this.tail.push(event);
    }
    if (this.tail.length > TAIL_EVENTS) {
      const dropped = this.tail.splice(0, this.tail.length - TAIL_EVENTS / 2);
      this.tailStart = dropped.at(-1)!.id;
    }
    this.#deliver(events);
  }

  /** Reads what the table has beyond `head`. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#readOn()
      .catch((error: Error) => this.#log.warn({ err: error }, 'the event log could not be read; it is tried again'))
      .finally(() => {
        this.#catchingUp = undefined;
      });
    return this.#catchingUp;
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const events = await readEvents(this.#reader, this.organizationId, this.head, 500);
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
async function readEvents(
  reader: Reader,
  organizationId: string,
  after: number,
  limit: number,
): Promise<AppendedEvent[]> {
  return reader.all(sql<AppendedEvent>`
    select organization_id as "organizationId", id, at, part, kind, audience, payload, state
    from platform.event_log where organization_id = ${organizationId} and id > ${after} order by id limit ${limit}`);
}

/** All organizations' logs, as far as this process has had to do with them. */
export class Feed {
  readonly #followers = new Map<string, Promise<Follower>>();
  readonly #ready = new Map<string, Follower>();
  readonly #listeners = new Set<FeedListener>();
  readonly #reader: Reader;
  readonly #log: Logger;

  constructor(reader: Reader, log: Logger) {
    this.#reader = reader;
    this.#log = log;
  }

  /** Calls `listener` with each further event of each followed organization, in order. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts to follow an organization, unless this is done already. */
  follow(organizationId: string): Promise<Follower> {
    let follower = this.#followers.get(organizationId);
    if (!follower) {
      follower = this.#open(organizationId);
      this.#followers.set(organizationId, follower);
      follower.catch(() => this.#followers.delete(organizationId));
    }
    return follower;
  }

  async #open(organizationId: string): Promise<Follower> {
    const head = await this.#reader.first(sql<{ event_id: number; state_event_id: number }>`
      select event_id, state_event_id from platform.log_heads where organization_id = ${organizationId}`);
    if (!head) throw new Error(`organization ${organizationId} has no log head`);
    const follower = new Follower(organizationId, head, this.#reader, this.#log, (events) => {
      for (const listener of this.#listeners) {
        try {
          listener(events);
        } catch (error) {
          this.#log.error({ err: error }, 'a listener of the event feed failed');
        }
      }
    });
    this.#ready.set(organizationId, follower);
    return follower;
  }

  /** The follower if the organization is followed already; no waiting. */
  followed(organizationId: string): Follower | undefined {
    return this.#ready.get(organizationId);
  }

  /** Takes the events of a commit of this process. */
  accept(events: readonly AppendedEvent[]): void {
    for (const [organizationId, own] of Map.groupBy(events, (event) => event.organizationId)) {
      const follower = this.#ready.get(organizationId);
      if (follower) follower.accept(own);
      // A follower that is being opened right now may have read the head before this commit.
      else void this.#followers.get(organizationId)?.then((opened) => opened.catchUp());
    }
  }

  /** Another process says that an organization's head has reached `head`. */
  announced(organizationId: string, head: number): void {
    const follower = this.#ready.get(organizationId);
    if (follower && follower.head < head) void follower.catchUp();
  }

  /** Compares all followed heads with the table: for what a lost notification hid. */
  async poll(): Promise<void> {
    if (this.#ready.size === 0) return;
    const heads = await this.#reader.all(sql<{ organization_id: string; event_id: number }>`
      select organization_id, event_id from platform.log_heads where organization_id = any(${[...this.#ready.keys()]}::text[])`);
    for (const { organization_id, event_id } of heads) this.announced(organization_id, event_id);
  }

  stop(): void {
    for (const follower of this.#ready.values()) follower.stop();
    this.#listeners.clear();
  }
}

export type { Follower };
