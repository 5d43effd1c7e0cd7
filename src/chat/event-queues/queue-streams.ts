import { countStream } from '../../platform/http/event-stream.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { findQueueIds, updateAllPolledAt } from './queries.ts';
import type { QueueStream, StreamEndReason } from './queue-stream.ts';

const TICK_MS = 500;
/** Interval at which the streams' queues are renewed, and their readers are authorized again. */
const RENEW_MS = 60_000;
/** Queues in one statement, and streams that are authorized again in one turn. */
const AT_ONCE = 500;
/** Seconds after which somebody with too many streams may try again. */
const RETRY_SECONDS = 5;

/** The streams of one organization. */
interface Group {
  streams: Set<QueueStream>;
  /** Milliseconds of the clock at which their queues were renewed last. */
  renewedAt: number;
}

/** The open streams of event queues in this process. */
export class QueueStreams {
  readonly #services: Services;
  /** By queue ID. */
  readonly #byQueue = new Map<string, QueueStream>();
  readonly #groups = new Map<string, Group>();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    services.feed.onInterruption(() => this.endAll('unavailable'));
  }

  /**
   * Counts a stream of the caller's.
   * @returns what ends its counting
   * @throws {ChatError} `RATE_LIMIT_HIT` when they or their organization have as many as may be
   */
  admit({ organizationId, userId }: ChatCaller): () => void {
    const { eventStreamsPerPerson, eventStreamsPerOrganization } = this.#services.config;
    const ofPerson = countStream(this.#services, `events ${organizationId} ${userId}`, eventStreamsPerPerson);
    if (!ofPerson) throw tooManyStreams(`You have ${eventStreamsPerPerson} event streams open`);
    const ofAll = countStream(this.#services, `events ${organizationId}`, eventStreamsPerOrganization);
    if (!ofAll) {
      ofPerson();
      throw tooManyStreams(`Your organization has ${eventStreamsPerOrganization} event streams open`);
    }
    return () => {
      ofPerson();
      ofAll();
    };
  }

  add(stream: QueueStream): void {
    const { organizationId, id } = stream.queue;
    this.#byQueue.set(id, stream);
    let group = this.#groups.get(organizationId);
    if (!group) {
      group = { streams: new Set(), renewedAt: this.#services.clock.now().getTime() };
      this.#groups.set(organizationId, group);
    }
    group.streams.add(stream);
    this.#services.metrics.eventStreams.inc();
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  delete(stream: QueueStream): void {
    const { organizationId, id } = stream.queue;
    const group = this.#groups.get(organizationId);
    if (!group?.streams.delete(stream)) return;
    this.#services.metrics.eventStreams.dec();
    if (this.#byQueue.get(id) === stream) this.#byQueue.delete(id);
    if (group.streams.size === 0) this.#groups.delete(organizationId);
    if (this.#groups.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Ends the stream of a queue, if it has one. */
  end(queueId: string, reason: StreamEndReason): void {
    this.#byQueue.get(queueId)?.end(reason);
  }

  endAll(reason: StreamEndReason): void {
    for (const organizationId of [...this.#groups.keys()]) this.endOf(organizationId, reason);
  }

  /** Ends the streams of an organization. */
  endOf(organizationId: string, reason: StreamEndReason): void {
    for (const stream of [...(this.#groups.get(organizationId)?.streams ?? [])]) stream.end(reason);
  }

  /** Ends those streams of an organization whose readers may not go on or whose queues are gone. */
  async recheck(organizationId: string): Promise<void> {
    const group = this.#groups.get(organizationId);
    if (!group) return;
    const streams = [...group.streams];
    const now = this.#services.clock.now();
    const isDue = isRenewalDue(group, now);
    if (isDue) group.renewedAt = now.getTime();
    try {
      for (let start = 0; start < streams.length; start += AT_ONCE) {
        const some = streams.slice(start, start + AT_ONCE).filter(({ isOver }) => !isOver);
        await Promise.all(some.map((stream) => stream.recheck()));
        await this.#lookForQueues(organizationId, some, isDue ? now : undefined);
      }
    } catch (error) {
      this.#services.database.availability.logFailure(error, 'event queues could not be looked at; their streams end');
      this.endOf(organizationId, 'unavailable');
    }
  }

  /**
   * Ends the streams of queues that are gone.
   * @param renewedAt given if the others are to be renewed, so that they do not expire: not after each event that may end
   * somebody's reading, since all rows are written
   */
  async #lookForQueues(
    organizationId: string,
    streams: readonly QueueStream[],
    renewedAt: Date | undefined,
  ): Promise<void> {
    const { database } = this.#services;
    const ids = streams.map(({ queue }) => queue.id);
    const found = renewedAt
      ? await database.transaction((tx) => updateAllPolledAt(tx, ids, renewedAt), { organizationId })
      : await findQueueIds(database.reader.of(organizationId), ids);
    const known = new Set(found.map(({ id }) => id));
    for (const stream of streams) {
      if (!known.has(stream.queue.id)) stream.end('queue_ended');
      else if (renewedAt) stream.queue.polledAt = renewedAt;
    }
  }

  #tick(): void {
    const now = this.#services.clock.now();
    for (const [organizationId, group] of this.#groups) {
      // Followed as long as somebody reads.
      this.#services.feed.followed(organizationId);
      for (const stream of [...group.streams]) stream.expire(now);
      if (isRenewalDue(group, now)) void this.recheck(organizationId);
    }
  }
}

function isRenewalDue({ renewedAt }: Group, now: Date): boolean {
  return now.getTime() - renewedAt >= RENEW_MS;
}

function tooManyStreams(text: string): ChatError {
  return new ChatError('RATE_LIMIT_HIT', `${text}, which is the most that may be`, { 'retry-after': RETRY_SECONDS });
}
