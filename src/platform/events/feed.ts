import type { Logger } from 'pino';
import type { Availability } from '../db/availability.ts';
import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import { type FeedListener, Follower, type HeadRow } from './follower.ts';
import type { AppendedEvent } from './log.ts';
import type { Tails } from './tails.ts';

/** Polls (every two seconds) after which an organization that nobody asked for is followed no more: an hour. */
const IDLE_POLLS = 1800;

/**
 * Is notified that organizations are no longer followed, and drops what it keeps of them: `idle` after an hour without a
 * request, `lost` when their log has gone back (a restored backup, a failover to a standby that had less), `deleted` when
 * there is none any more.
 */
export type ForgetListener = (organizationIds: ReadonlySet<string>, why: ForgetReason) => void;

export type ForgetReason = 'idle' | 'lost' | 'deleted';

/** Dependencies of the feed and its reporter of failures. */
export interface FeedOptions {
  reader: PlainReader;
  log: Logger;
  availability: Pick<Availability, 'logFailure'>;
  /** Store of the newest events. */
  tails: Tails;
  /** Polls without a question after which an organization is let go. */
  idlePolls?: number;
}

/** State of an organization in the table at the head known to this process. */
interface PolledRow {
  organization_id: string;
  event_id: number | null;
  at: Date | null;
  kind: string | null;
}

/** All organizations' logs, as far as this process has had to do with them lately. */
export class Feed {
  readonly #followers = new Map<string, Promise<Follower>>();
  readonly #ready = new Map<string, Follower>();
  readonly #listeners = new Set<FeedListener>();
  readonly #forgetListeners: ForgetListener[] = [];
  readonly #interruptionListeners: (() => void)[] = [];
  readonly #options: FeedOptions;
  #polls = 0;
  #comparedAt = performance.now();

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Calls `listener` with each further event of each followed organization, in order. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` when organizations are no longer followed: their events do not arrive until they are again. */
  onForget(listener: ForgetListener): void {
    this.#forgetListeners.push(listener);
  }

  /** Calls `listener` when other processes cannot be heard for a moment: what they commit then comes late. */
  onInterruption(listener: () => void): void {
    this.#interruptionListeners.push(listener);
  }

  /** Notifications of other processes are not received any more. */
  interrupted(): void {
    for (const listener of this.#interruptionListeners) listener();
  }

  /** Starts to follow an organization, unless this is done already. */
  follow(organizationId: string): Promise<Follower> {
    let follower = this.#followers.get(organizationId);
    if (!follower) {
      follower = this.#open(organizationId);
      this.#followers.set(organizationId, follower);
      follower.catch(() => this.#followers.delete(organizationId));
    }
    this.followed(organizationId);
    return follower;
  }

  async #open(organizationId: string): Promise<Follower> {
    const { reader, log } = this.#options;
    const head = await reader.first(sql<HeadRow>`
      select h.event_id, h.state_event_id, e.at, e.kind
      from platform.log_heads h
        left join platform.event_log e on e.organization_id = h.organization_id and e.id = h.event_id
      where h.organization_id = ${organizationId}`);
    if (!head) throw new Error(`organization ${organizationId} has no log head`);
    const deliver: FeedListener = (events) => {
      for (const listener of this.#listeners) {
        try {
          listener(events);
        } catch (error) {
          log.error({ err: error }, 'a listener of the event feed failed');
        }
      }
    };
    const lost = () => this.#forget(new Set([organizationId]), 'lost');
    const follower = new Follower(organizationId, head, { ...this.#options, deliver, lost });
    follower.usedAt = this.#polls;
    this.#ready.set(organizationId, follower);
    return follower;
  }

  /** The follower if the organization is followed already; no waiting. */
  followed(organizationId: string): Follower | undefined {
    const follower = this.#ready.get(organizationId);
    if (follower) follower.usedAt = this.#polls;
    return follower;
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

  /**
   * Compares all followed organizations with the table: for what a lost notification hid, and for logs that went back.
   * Lets those go that nobody asked for during an hour.
   */
  async poll(): Promise<void> {
    this.#polls++;
    this.#letGoIdle();
    if (this.#ready.size === 0) {
      this.#comparedAt = performance.now();
      return;
    }
    const own = [...this.#ready.values()].map((follower) => ({ follower, head: follower.head, mark: follower.mark }));
    const rows = await this.#options.reader.all(sql<PolledRow>`
      select own.organization_id, h.event_id, e.at, e.kind
      from unnest(${own.map(({ follower }) => follower.organizationId)}::text[], ${own.map(({ head }) => head)}::bigint[])
        as own (organization_id, head)
        left join platform.log_heads h using (organization_id)
        left join platform.event_log e on e.organization_id = own.organization_id and e.id = own.head`);
    this.#comparedAt = performance.now();
    const found = new Map(rows.map((row) => [row.organization_id, row]));
    const lost = new Set<string>();
    const deleted = new Set<string>();
    for (const { follower, head, mark } of own) {
      const row = found.get(follower.organizationId);
      if (!row || this.#ready.get(follower.organizationId) !== follower) continue;
      // Everything known before the query must be in the result, unchanged.
      if (row.event_id === null) {
        deleted.add(follower.organizationId);
        continue;
      }
      const isAhead = row.event_id < head;
      const isOther = mark && row.at && (row.at.getTime() !== mark.at || row.kind !== mark.kind);
      if (isAhead || isOther) lost.add(follower.organizationId);
      else this.announced(follower.organizationId, row.event_id);
    }
    if (lost.size > 0) this.#forget(lost, 'lost');
    if (deleted.size > 0) this.#forget(deleted, 'deleted');
  }

  /** Returns the seconds since the local state was last compared with the table. */
  comparedSeconds(): number {
    return (performance.now() - this.#comparedAt) / 1000;
  }

  #letGoIdle(): void {
    const longest = this.#options.idlePolls ?? IDLE_POLLS;
    const idle = new Set<string>();
    for (const [organizationId, { usedAt }] of this.#ready)
      if (this.#polls - usedAt > longest) idle.add(organizationId);
    if (idle.size > 0) this.#forget(idle, 'idle');
  }

  #forget(organizationIds: ReadonlySet<string>, why: ForgetReason): void {
    if (why === 'lost')
      this.#options.log.warn(
        { organizations: [...organizationIds].slice(0, 10), count: organizationIds.size },
        'the event log has gone back in time; its caches are cleared and clients register again',
      );
    for (const organizationId of organizationIds) {
      this.#ready.get(organizationId)?.stop();
      this.#ready.delete(organizationId);
      this.#followers.delete(organizationId);
    }
    for (const listener of this.#forgetListeners) listener(organizationIds, why);
  }

  stop(): void {
    for (const follower of this.#ready.values()) follower.stop();
    this.#listeners.clear();
  }
}
