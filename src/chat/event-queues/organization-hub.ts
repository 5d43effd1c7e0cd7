import type { Reader } from '../../platform/db/reader.ts';
import type { Follower } from '../../platform/events/follower.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { logKindsOf } from './legacy-settings-events.ts';
import {
  audienceOf,
  changedListeners,
  changesPublicChannels,
  endsKeys,
  type Listener,
  listenerOf,
  receives,
} from './listener.ts';
import { type PassingEvent, type PassingEvents, wantsPassing } from './passing-events.ts';
import { loadListeners, loadPublicChannelIds } from './queries.ts';
import type { EventQueue } from './queue.ts';

/** People kept in memory beyond those that wait. */
const MAX_IDLE_LISTENERS = 2000;
/**
 * An answer takes about 0.1 ms. With all of 500 queues in the turn of the commit, the sender of their message waited
 * 25 ms for its own answer; in small turns, the next polls of the first took the time of the last.
 */
const ANSWERS_AT_ONCE = 100;

/** Why a wait ended. `scanned` is the event up to which everything was matched. */
export type WaitEnd =
  | { why: 'events'; events: AppendedEvent[]; scanned: number }
  | { why: 'look'; scanned: number }
  | { why: 'timeout' | 'closing' | 'superseded' | 'deleted' | 'gone'; scanned: number };

export interface Listening {
  listener: Listener;
  /** For queues with `all_public_streams`. */
  publicChannels: ReadonlySet<number> | undefined;
}

interface KnownListener {
  userId: number;
  listener: Listener | undefined;
  loaded: Promise<void>;
  /** Something about the person has changed since it was asked for. */
  stale: boolean;
  waiting: number;
}

interface Waiter {
  queue: EventQueue;
  types: ReadonlySet<string> | undefined;
  known: KnownListener;
  end(end: WaitEnd): void;
}

/**
 * The queues of one organization that wait in this process, and what their people receive. A new event costs each
 * waiting queue a few comparisons in memory and no query; a change of subscriptions makes the people concerned be
 * loaded again, all in one query.
 */
export class OrganizationHub {
  readonly follower: Follower;
  readonly passing: PassingEvents;
  readonly #reader: Reader;
  readonly #waiters = new Map<string, Waiter>();
  #hasLeft = false;
  readonly #byUser = new Map<number, Set<Waiter>>();
  readonly #listeners = new Map<number, KnownListener>();
  readonly #woken: (() => void)[] = [];
  #asked: KnownListener[] = [];
  #batch: Promise<void> | undefined;
  #publicChannels: Promise<ReadonlySet<number>> | undefined;
  #publicChannelsNow: ReadonlySet<number> | undefined;

  constructor(follower: Follower, reader: Reader, passing: PassingEvents) {
    this.follower = follower;
    this.passing = passing;
    this.#reader = reader;
  }

  /** The person as up to date as the follower's head. People asked for in one turn are loaded by one query. */
  async listener(userId: number): Promise<Listener | undefined> {
    for (;;) {
      let known = this.#listeners.get(userId);
      if (!known) {
        known = this.#ask(userId);
        this.#listeners.set(userId, known);
        this.#forgetSome();
      }
      if (!known.listener) await known.loaded;
      if (!known.stale) return known.listener;
    }
  }

  #ask(userId: number): KnownListener {
    const known: KnownListener = { userId, listener: undefined, loaded: Promise.resolve(), stale: false, waiting: 0 };
    this.#asked.push(known);
    known.loaded = this.#batch ??= new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        this.#batch = undefined;
        this.#load().then(resolve, reject);
      });
    });
    return known;
  }

  async #load(): Promise<void> {
    const asked = new Map(this.#asked.map((known) => [known.userId, known]));
    this.#asked = [];
    try {
      // Periods that ended before the tail are of no use: what lies there is read with its own periods.
      const rows = await loadListeners(this.#reader, [...asked.keys()], this.follower.tailStart);
      for (const row of rows) asked.get(row.userId)!.listener = listenerOf(row);
    } finally {
      // Neither a person that does not exist nor a failure is remembered.
      for (const known of asked.values()) {
        if (!known.listener && this.#listeners.get(known.userId) === known) this.#listeners.delete(known.userId);
      }
    }
  }

  #forgetSome(): void {
    if (this.#listeners.size <= this.#waiters.size + MAX_IDLE_LISTENERS) return;
    for (const known of this.#listeners.values()) {
      if (known.waiting === 0 && known.listener) {
        this.#outdate(known);
        return;
      }
    }
  }

  #outdate(known: KnownListener): void {
    known.stale = true;
    if (this.#listeners.get(known.userId) === known) this.#listeners.delete(known.userId);
  }

  /** The channels whose messages a queue with `all_public_streams` receives, as they are now. */
  async publicChannels(): Promise<void> {
    for (;;) {
      this.#publicChannels ??= loadPublicChannelIds(this.#reader).then((ids) => new Set(ids));
      const asked = this.#publicChannels;
      try {
        const channels = await asked;
        if (this.#publicChannels !== asked) continue;
        this.#publicChannelsNow = channels;
        return;
      } catch (error) {
        this.#publicChannels = undefined;
        throw error;
      }
    }
  }

  /** Returns the listening state of a queue if all its facts are in memory and as new as the follower's head. */
  current(queue: EventQueue): Listening | undefined {
    const listener = this.#listeners.get(queue.userId)?.listener;
    if (!listener) return undefined;
    if (!queue.options.allPublicStreams) return { listener, publicChannels: undefined };
    return this.#publicChannelsNow && { listener, publicChannels: this.#publicChannelsNow };
  }

  /**
   * Waits for the queue's next events. To be called in the same turn in which everything up to the follower's head was
   * matched with an up-to-date listener.
   */
  wait(queue: EventQueue, gone: AbortSignal, seconds: number): Promise<WaitEnd> {
    // client: one that lost its connection asks again; the old request must not take the answer.
    this.end(queue.id, 'superseded');
    if (this.#hasLeft) return Promise.resolve({ why: 'deleted', scanned: this.follower.head });
    const known = this.#listeners.get(queue.userId);
    if (!known?.listener) return Promise.resolve({ why: 'look', scanned: this.follower.head });
    const kinds = logKindsOf(queue.options);
    return new Promise((resolve) => {
      const onGone = () => waiter.end({ why: 'gone', scanned: this.follower.head });
      const onTimeout = setTimeout(() => waiter.end({ why: 'timeout', scanned: this.follower.head }), seconds * 1000);
      const waiter: Waiter = {
        queue,
        types: kinds === null ? undefined : new Set(kinds),
        known,
        end: (result) => {
          clearTimeout(onTimeout);
          gone.removeEventListener('abort', onGone);
          this.#remove(waiter);
          this.#wake(() => resolve(result));
        },
      };
      this.#add(waiter);
      gone.addEventListener('abort', onGone);
      if (gone.aborted) onGone();
    });
  }

  /** Lets those who wait answer a few at a time, so that the sender and other requests get their turn in between. */
  #wake(answer: () => void): void {
    this.#woken.push(answer);
    if (this.#woken.length === 1) setImmediate(() => this.#answerSome());
  }

  #answerSome(): void {
    for (const answer of this.#woken.splice(0, ANSWERS_AT_ONCE)) answer();
    if (this.#woken.length > 0) setImmediate(() => this.#answerSome());
  }

  #add(waiter: Waiter): void {
    this.#waiters.set(waiter.queue.id, waiter);
    waiter.known.waiting++;
    const own = this.#byUser.get(waiter.queue.userId) ?? new Set();
    this.#byUser.set(waiter.queue.userId, own.add(waiter));
  }

  #remove(waiter: Waiter): void {
    if (this.#waiters.get(waiter.queue.id) !== waiter) return;
    this.#waiters.delete(waiter.queue.id);
    waiter.known.waiting--;
    const own = this.#byUser.get(waiter.queue.userId)!;
    own.delete(waiter);
    if (own.size === 0) this.#byUser.delete(waiter.queue.userId);
  }

  /** Ends the wait of a queue, if it waits. */
  end(queueId: string, why: 'superseded' | 'deleted'): void {
    this.#waiters.get(queueId)?.end({ why, scanned: this.follower.head });
  }

  /** Lets everyone answer: the program stops. */
  endAll(): void {
    for (const waiter of [...this.#waiters.values()]) waiter.end({ why: 'closing', scanned: this.follower.head });
  }

  /** Ends everything: the log is no longer followed by this hub. */
  leave(): void {
    this.#hasLeft = true;
    for (const waiter of [...this.#waiters.values()]) waiter.end({ why: 'deleted', scanned: this.follower.head });
  }

  /** Takes the next events of the feed: outdates what they change, wakes whom they concern. */
  deliver(events: readonly AppendedEvent[]): void {
    this.#outdateBy(events);
    const scanned = events.at(-1)!.id;
    // A held request was authorized by its key: clients that still have one ask again. After an erasure all queues are gone.
    if (events.some(endsKeys))
      for (const waiter of [...this.#waiters.values()]) waiter.end({ why: 'timeout', scanned: events[0]!.id - 1 });
    for (const waiter of this.#concerned(events)) {
      if (this.#isBehind(waiter)) {
        waiter.end({ why: 'look', scanned: events[0]!.id - 1 });
        continue;
      }
      const received = events.filter((event) => this.#wants(waiter, event));
      if (received.length > 0) waiter.end({ why: 'events', events: received, scanned });
    }
  }

  /** Takes an event that is in no log: those whom it concerns look. */
  deliverPassing(event: PassingEvent): void {
    this.passing.add(event, this.follower.head);
    const concerned =
      event.userIds === null
        ? [...this.#waiters.values()]
        : event.userIds.flatMap((userId) => [...(this.#byUser.get(userId) ?? [])]);
    for (const waiter of concerned)
      if (wantsPassing(waiter.queue, event)) waiter.end({ why: 'look', scanned: this.follower.head });
  }

  #outdateBy(events: readonly AppendedEvent[]): void {
    for (const event of events) {
      if (changesPublicChannels(event)) {
        this.#publicChannels = undefined;
        this.#publicChannelsNow = undefined;
      }
      for (const userId of changedListeners(event)) {
        const known = this.#listeners.get(userId);
        if (known) this.#outdate(known);
      }
    }
  }

  /** The waiters that may concern themselves with some of the events; a direct message is looked up, not matched. */
  #concerned(events: readonly AppendedEvent[]): Iterable<Waiter> {
    const people = new Set<number>();
    for (const event of events) {
      const { everyone, members, administrators, channels, users } = audienceOf(event);
      if (everyone || members || administrators || channels.length > 0 || event.state)
        return [...this.#waiters.values()];
      for (const userId of users) people.add(userId);
    }
    return [...people].flatMap((userId) => [...(this.#byUser.get(userId) ?? [])]);
  }

  #isBehind({ known, queue }: Waiter): boolean {
    return known.stale || (queue.options.allPublicStreams && !this.#publicChannelsNow);
  }

  #wants({ queue, types, known }: Waiter, event: AppendedEvent): boolean {
    if (types && !types.has(event.kind)) return false;
    return receives(known.listener!, event, queue.options.allPublicStreams ? this.#publicChannelsNow : undefined);
  }
}
