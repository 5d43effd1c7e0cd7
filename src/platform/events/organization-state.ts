import { LRUCache } from 'lru-cache';
import type { Reader } from '../db/reader.ts';
import type { Feed } from './feed.ts';

/** Facts kept, over all organizations. */
const MOST_ENTRIES = 100_000;

/**
 * Facts that requests are judged by (a caller, a channel, who may post), kept in memory until an event of the
 * organization changes any such fact. Every event marked `state` starts a new generation, and the facts of
 * older ones are not used again.
 *
 * A fact can be stale for the few milliseconds until another process's commit is heard of. A write that must not
 * act on a stale fact compares `asOf` with `platform.log_heads.state_event_id` in its own statement.
 */
export class OrganizationState {
  readonly #reader: Reader;
  readonly #feed: Feed;
  readonly #entries = new LRUCache<string, Promise<NonNullable<unknown>>>({ max: MOST_ENTRIES });

  constructor(reader: Reader, feed: Feed) {
    this.#reader = reader;
    this.#feed = feed;
  }

  /**
   * The fact `key`, loaded at most once a generation. Undefined results and failures are not kept.
   * `load` must read through the reader it is given.
   */
  async read<T>(organizationId: string, key: string, load: (reader: Reader) => Promise<T>): Promise<T> {
    const follower = this.#feed.followed(organizationId) ?? (await this.#feed.follow(organizationId));
    const entry = `${organizationId} ${follower.stateHead} ${key}`;
    const kept = this.#entries.get(entry) as Promise<T & NonNullable<unknown>> | undefined;
    if (kept) return kept;
    const loading = load(this.#reader) as Promise<T & NonNullable<unknown>>;
    this.#entries.set(entry, loading);
    const forget = () => this.#entries.delete(entry);
    loading.then((value) => value === undefined && forget(), forget);
    return loading;
  }

  /** The event up to which every fact given out in this turn holds. */
  asOf(organizationId: string): number {
    return this.#feed.followed(organizationId)?.head ?? 0;
  }

  /** Reads on, after `asOf` was found to be behind. */
  async refresh(organizationId: string): Promise<void> {
    await (await this.#feed.follow(organizationId)).catchUp();
  }

  /** Reads on until everything up to an event has been heard of; false when others commit faster than this process reads. */
  async catchUp(organizationId: string, eventId: number): Promise<boolean> {
    // A reading that is under way may have begun before the event: then a second one sees it.
    for (let attempt = 0; attempt < 3; attempt++) {
      if (this.asOf(organizationId) >= eventId) return true;
      await this.refresh(organizationId);
    }
    return this.asOf(organizationId) >= eventId;
  }

  /** Changes with every state event: a value kept elsewhere under it is as fresh as this cache. */
  async generation(organizationId: string): Promise<number> {
    return (this.#feed.followed(organizationId) ?? (await this.#feed.follow(organizationId))).stateHead;
  }
}
