import type { EventQueue } from './queue.ts';

/** Time for which an event is retained for queues between two polls. */
const KEPT_MS = 10_000;
const MAX_KEPT = 1000;
/** Queues beyond this many are forgotten, the oldest first: they get what is kept once more. */
const MAX_QUEUES = 20_000;

/**
 * An event that is in no log: presence and typing. It reaches the queues that wait or poll within a few seconds; one that
 * was away never receives it.
 */
export interface PassingEvent {
  organizationId: string;
  kind: 'presence' | 'typing' | 'typing_edit_message';
  /** Null: everybody. */
  userIds: readonly number[] | null;
  /** Only for clients with the capability `stream_typing_notifications`. */
  isOfChannel: boolean;
  /** The event without its ID; of a presence what it is made of for each reader. */
  payload: object;
}

interface Recent {
  number: number;
  at: number;
  /** The log's newest event when it came. */
  after: number;
  event: PassingEvent;
}

/** The passing events of one organization that were a few seconds ago, and which queue has had which. */
export class PassingEvents {
  readonly #now: () => number;
  /** Oldest first. */
  readonly #recent: Recent[] = [];
  #size = 200;
  #last = 0;
  readonly #had = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Bytes in memory, roughly. */
  get size(): number {
    return this.#size;
  }

  /** @param after the log's newest event when it came */
  add(event: PassingEvent, after: number): void {
    const at = this.#now();
    const [oldest] = this.#recent;
    // In the morning everybody comes back: the list is not gone through for each of them.
    if (oldest && (oldest.at <= at - KEPT_MS || this.#recent.length >= MAX_KEPT)) this.#forgetSome(at - KEPT_MS);
    this.#recent.push({ number: ++this.#last, at, after, event });
    this.#size += sizeOf(event);
  }

  /** Drops what is too old, and a tenth of what is kept where that is all that may be. */
  #forgetSome(until: number): void {
    const fresh = this.#recent.findIndex(({ at }) => at > until);
    const old = fresh < 0 ? this.#recent.length : fresh;
    const surplus = this.#recent.length < MAX_KEPT ? 0 : MAX_KEPT / 10;
    for (const { event } of this.#recent.splice(0, Math.max(old, surplus))) this.#size -= sizeOf(event);
  }

  /** The log's newest event when the first one came that `take` would give. */
  nextAfter(queue: EventQueue): number | undefined {
    const isWanted = this.#wantedBy(queue);
    return this.#since(this.#hadBy(queue)).find(isWanted)?.after;
  }

  /**
   * Returns and marks as delivered the events that a queue has not received and that came after its registration.
   * @param before only events that came before this event of the log
   */
  take(queue: EventQueue, before = Number.POSITIVE_INFINITY): PassingEvent[] {
    const had = this.#hadBy(queue);
    const given = this.#since(had).filter(({ after }) => after < before);
    if (given.length === 0) return [];
    this.#had.delete(queue.id);
    this.#had.set(queue.id, given.at(-1)!.number);
    if (this.#had.size > MAX_QUEUES) this.#had.delete(this.#had.keys().next().value!);
    return given.filter(this.#wantedBy(queue)).map(({ event }) => event);
  }

  #hadBy(queue: EventQueue): number {
    return this.#had.get(queue.id) ?? 0;
  }

  /**
   * Returns the events after a number. Numbers have no gaps, so most queues, which only miss the last ones, only visit
   * these.
   */
  #since(had: number): readonly Recent[] {
    const [oldest] = this.#recent;
    return oldest === undefined || had === this.#last ? [] : this.#recent.slice(Math.max(0, had + 1 - oldest.number));
  }

  #wantedBy(queue: EventQueue): (each: Recent) => boolean {
    const oldest = Math.max(this.#now() - KEPT_MS, queue.createdAt.getTime());
    return ({ at, event }) => at > oldest && wantsPassing(queue, event);
  }
}

const sizeOf = ({ userIds }: PassingEvent): number => 400 + 8 * (userIds?.length ?? 0);

/** Whether a queue is for such events, and its person among those concerned. */
export function wantsPassing({ userId, options }: EventQueue, event: PassingEvent): boolean {
  const { eventTypes, capabilities } = options;
  if (eventTypes !== null && !eventTypes.includes(event.kind)) return false;
  if (event.isOfChannel && !capabilities.stream_typing_notifications) return false;
  return event.userIds === null || event.userIds.includes(userId);
}
