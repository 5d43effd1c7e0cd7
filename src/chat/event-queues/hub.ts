import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { defineCache } from '../../platform/cache.ts';
import type { Cache } from '../../platform/caches.ts';
import type { ForgetReason } from '../../platform/events/feed.ts';
import type { Follower } from '../../platform/events/follower.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import type { MessageSent } from '../reading/message.ts';
import { knownPeople } from '../users/known-people.ts';
import { isNewToClient } from './archival-events.ts';
import { backfill, MAX_EVENTS } from './backfill.ts';
import { concernsKnownPeople } from './known-people-events.ts';
import { isWantedSetting, logKindsOf } from './legacy-settings-events.ts';
import { deactivatedBy, type Listener, mayEndQueues, mayEndReading, receives } from './listener.ts';
import { type Listening, OrganizationHub } from './organization-hub.ts';
import { type PassingEvent, PassingEvents } from './passing-events.ts';
import { flagsOf, type Presented, presentEvents } from './present.ts';
import { presentPassing } from './present-passing.ts';
import { deleteQueuesOfOrganizations } from './queries.ts';
import { badEventQueueId, type EventQueue, receivesMutedTopics } from './queue.ts';
import { matchesQueueNarrow } from './queue-narrow.ts';
import { QueueStreams } from './queue-streams.ts';
import { isKnownToClient } from './user-group-events.ts';
import { heartbeatWireId, positionOf } from './wire-ids.ts';

/** Rows of `chat.event_queues`, by organization and ID. */
const queuesOf = defineCache<string, EventQueue>({
  name: 'event queues',
  share: 3,
  sizeOf: ({ options }) => 400 + options.narrow.length * 100,
});

/** IDs of the events by which people were deactivated last, by organization and person. */
const deactivationsOf = defineCache<string, number>({ name: 'deactivations', share: 1, sizeOf: () => 8 });

/** Passing events of organizations in which nobody has polled yet, so that the first poll gets those that came just before it. */
const earlyPassingOf = defineCache<string, PassingEvents>({
  name: 'early passing events',
  share: 1,
  sizeOf: ({ size }) => size,
});

/** Until queues of a log that went back are tried to be deleted again. */
const RETRY_MS = 1000;

export interface Poll {
  lastEventId: number;
  /** Answer at once, with an empty list if there is nothing. */
  dontBlock: boolean;
  gone: AbortSignal;
  /** Events of the log in one answer; {@link MAX_EVENTS} if absent. */
  most?: number;
}

type DeletedQueue = Pick<EventQueue, 'organizationId' | 'id'>;

/** Everything that waits for chat events in this process. */
class EventHub {
  readonly queues: Cache<string, EventQueue>;
  readonly streams: QueueStreams;
  readonly #deactivations: Cache<string, number>;
  readonly #services: Services;
  readonly #earlyPassing: Cache<string, PassingEvents>;
  readonly #organizations = new Map<string, OrganizationHub>();
  /** Organizations whose log went back and whose queues are being deleted. */
  readonly #ending = new Set<string>();

  constructor(services: Services) {
    this.#services = services;
    this.streams = new QueueStreams(services);
    this.queues = queuesOf(services);
    this.#deactivations = deactivationsOf(services);
    this.#earlyPassing = earlyPassingOf(services);
    services.feed.onForget((organizationIds, why) => this.#leave(organizationIds, why));
    services.feed.listen((events) => {
      for (const event of events) {
        if (mayEndQueues(event)) this.queues.forget(new Set([event.organizationId]));
        const userId = deactivatedBy(event);
        if (userId !== undefined) this.#deactivations.set(`${event.organizationId} ${userId}`, event.id);
      }
      const { organizationId } = events[0]!;
      this.#organizations.get(organizationId)?.deliver(events);
      if (events.some(mayEndReading)) void this.streams.recheck(organizationId);
    });
    services.signals.listen('passing event', (event) => this.deliverPassing(event as PassingEvent));
    services.signals.listen('event queue deleted', (queue) => this.#forget(queue as DeletedQueue));
    services.closing.addEventListener('abort', () => {
      this.streams.endAll('closing');
      for (const hub of this.#organizations.values()) hub.endAll();
    });
  }

  async #organization(organizationId: string): Promise<OrganizationHub> {
    const follower = await this.#services.feed.follow(organizationId);
    let hub = this.#organizations.get(organizationId);
    if (!hub) {
      hub = new OrganizationHub(
        follower,
        this.#services.database.reader.of(organizationId),
        this.#takeEarlyPassing(organizationId),
      );
      this.#organizations.set(organizationId, hub);
    }
    return hub;
  }

  /** A log that went back may have given any queue events that no longer exist, so all of its queues end. */
  #leave(organizationIds: ReadonlySet<string>, why: ForgetReason): void {
    this.#endHubs(organizationIds);
    if (why === 'lost') void this.#deleteQueues(organizationIds);
  }

  #endHubs(organizationIds: ReadonlySet<string>): void {
    for (const organizationId of organizationIds) {
      this.#organizations.get(organizationId)?.leave();
      this.streams.endOf(organizationId, 'unavailable');
      this.#organizations.delete(organizationId);
    }
  }

  /** A database that has just failed over may not take the deletion at once; until it has, no queue is served. */
  async #deleteQueues(organizationIds: ReadonlySet<string>): Promise<void> {
    const { caches, closing, database } = this.#services;
    for (const id of organizationIds) this.#ending.add(id);
    while (!closing.aborted) {
      try {
        await database.transaction((tx) => deleteQueuesOfOrganizations(tx, [...organizationIds]));
        break;
      } catch (error) {
        database.availability.logFailure(
          error,
          'event queues could not be ended after the event log went back; retrying',
        );
        await setTimeout(RETRY_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
      }
    }
    // Requests in between received the row that is now gone.
    caches.forget(organizationIds);
    this.#endHubs(organizationIds);
    for (const id of organizationIds) this.#ending.delete(id);
  }

  /** Gives an event that is in no log to the queues of this process. */
  deliverPassing(event: PassingEvent): void {
    const hub = this.#organizations.get(event.organizationId);
    if (hub) {
      hub.deliverPassing(event);
      return;
    }
    const early = this.#takeEarlyPassing(event.organizationId);
    early.add(event, 0);
    this.#earlyPassing.set(event.organizationId, early);
  }

  #takeEarlyPassing(organizationId: string): PassingEvents {
    const early = this.#earlyPassing.get(organizationId);
    this.#earlyPassing.delete(organizationId);
    return early ?? new PassingEvents(() => this.#services.clock.now().getTime());
  }

  /** The row of a queue that is kept. A deactivation ends queues, so that they do not come back with the person. */
  existing(key: string): EventQueue | undefined {
    const queue = this.queues.get(key);
    const ended = queue && this.#deactivations.get(`${queue.organizationId} ${queue.userId}`);
    return ended === undefined || queue!.base >= ended ? queue : undefined;
  }

  /** Ends the wait of a queue that was deleted, in every process. */
  forget({ organizationId, id }: DeletedQueue): void {
    this.#forget({ organizationId, id });
    this.#services.signals.send('event queue deleted', { organizationId, id });
  }

  #forget({ organizationId, id }: DeletedQueue): void {
    this.queues.delete(queueKey(organizationId, id));
    this.#organizations.get(organizationId)?.end(id, 'deleted');
    this.streams.end(id, 'queue_ended');
  }

  /**
   * The next events of a queue; waits for some, up to the heartbeat. None when another reader has taken the queue over, the
   * client is gone or its account is.
   *
   *     look ── the person is not in memory ──▶ load ──▶ look
   *       ├──── before the tail ──▶ read the log ── wanted events ──▶ answer
   *       │                              └──────── none ──▶ look further on; past the deadline: heartbeat
   *       ├──── in the tail ── wanted events ──▶ answer; unwanted ones ──▶ look further on
   *       ├──── events outside the log ──▶ gather ──▶ look
   *       ├──── at the head, something gathered, or it must not wait ──▶ answer
   *       └──── at the head ──▶ wait ── events ──▶ answer, or look if none is wanted
   *                                ├─── a look is due ──▶ look
   *                                ├─── deadline, stop ──▶ heartbeat
   *                                └─── deleted ──▶ error; superseded, gone ──▶ nothing
   *
   * The position in the log never goes back, and a queue waits at the head only: so no event is missed or comes twice.
   * @throws {ChatError} `BAD_EVENT_QUEUE_ID` when the queue is deleted meanwhile or its events are gone
   */
  async poll(queue: EventQueue, { lastEventId, dontBlock, gone, most = MAX_EVENTS }: Poll): Promise<Presented[]> {
    const { closing, database } = this.#services;
    const hub = await this.#organization(queue.organizationId);
    if (this.#ending.has(queue.organizationId)) throw badEventQueueId(queue.id);
    const { follower } = hub;
    let position = positionOf(queue.base, lastEventId);
    // Another process may have given the client an event that this one has not read yet.
    if (position > follower.head) await follower.catchUp();
    // The client's last event is not in the log: the log went back, or the ID is not of this queue.
    if (position > follower.head) throw badEventQueueId(queue.id);
    const deadline = performance.now() + this.#services.config.eventPollSeconds * 1000;

    const advance = (to: number) => {
      assert.ok(to >= position, 'a queue never goes back');
      position = to;
    };
    /** Events outside the log that precede the log's events in the same answer. */
    const early: Presented[] = [];
    for (;;) {
      const current = hub.current(queue);
      if (!current) {
        // After each wait everything is looked at again: events are matched only with what is current in the same turn.
        if (!(await hub.listener(queue.userId))) return early;
        if (queue.options.allPublicStreams) await hub.publicChannels();
        continue;
      }
      if (!current.listener.isActive) return early;

      if (position < follower.tailStart) {
        const range = { after: position, upto: follower.head, most };
        const read = await backfill(database.reader.of(queue.organizationId), queue, current.publicChannels, range);
        if (!read) throw badEventQueueId(queue.id);
        const answer = await this.#present(queue, read.listener, read.events);
        if (answer.length > 0) return [...early, ...answer];
        advance(read.scanned);
        if (early.length > 0) return early;
        // Events for others may be many: the heartbeat moves the client past those that were scanned.
        if (gone.aborted || closing.aborted || performance.now() > deadline)
          return heartbeat(queue, position, lastEventId);
        continue;
      }
      const { listener } = current;
      const all = fromTail(follower, position, queue, current, most);
      // Events outside the log are placed between the log's events by time: nobody types after their message was sent.
      const before = hub.passing.nextAfter(queue) ?? Number.POSITIVE_INFINITY;
      const received = all.filter(({ id }) => id <= before);
      if (received.length > 0) {
        advance(all.length < most && received.length === all.length ? follower.head : received.at(-1)!.id);
        const answer = await this.#present(queue, listener, received);
        if (answer.length > 0) return [...early, ...answer];
        continue;
      }
      if (all.length === 0) advance(follower.head);
      const passing = hub.passing.take(queue, all[0]?.id);
      if (passing.length > 0) {
        const from = { position, lastEventId: early.at(-1)?.id ?? lastEventId };
        early.push(...(await presentPassing(this.#services, queue, listener, passing, from)));
        continue;
      }
      if (early.length > 0) return early;
      if (dontBlock) return [];
      if (closing.aborted) return heartbeat(queue, position, lastEventId);

      // From here to the wait nothing is awaited: no event can come between the look and the wait.
      assert.equal(position, follower.head, 'a queue waits at the head');
      this.#services.metrics.waitingPolls.inc();
      const seconds = Math.max(0, deadline - performance.now()) / 1000;
      const end = await hub.wait(queue, gone, seconds);
      this.#services.metrics.waitingPolls.dec();
      advance(end.scanned);
      switch (end.why) {
        case 'events': {
          const answer = await this.#present(queue, listener, end.events);
          if (answer.length > 0) return answer;
          break;
        }
        case 'look':
          break;
        case 'deleted':
          throw badEventQueueId(queue.id);
        case 'timeout':
        case 'closing':
          return heartbeat(queue, position, lastEventId);
        default:
          return [];
      }
    }
  }

  /** None when the queue's narrow lets none of the events through. */
  async #present(queue: EventQueue, listener: Listener, events: readonly AppendedEvent[]): Promise<Presented[]> {
    const { narrow } = queue.options;
    const wantsMutedTopics = receivesMutedTopics(queue.options);
    const known = await knownPeople(this.#services.state.of(queue.organizationId), {
      organizationId: queue.organizationId,
      ...listener,
    });
    let chosen = events.filter(
      (event) =>
        isKnownToClient(queue, event) &&
        isNewToClient(queue, event) &&
        (wantsMutedTopics || event.kind !== 'muted_topics') &&
        isWantedSetting(queue, event) &&
        concernsKnownPeople(queue, known, event),
    );
    if (narrow.length > 0) {
      const matching: AppendedEvent[] = [];
      for (const event of chosen) {
        if (event.kind === 'message') {
          const flags = await flagsOf(this.#services, event, listener);
          if (!matchesQueueNarrow(narrow, (event.payload as MessageSent).message, flags, queue.userId)) continue;
        }
        matching.push(event);
      }
      chosen = matching;
    }
    return chosen.length === 0 ? [] : presentEvents(this.#services, queue, { listener, known }, chosen);
  }
}

export function queueKey(organizationId: string, queueId: string): string {
  return `${organizationId} ${queueId}`;
}

function fromTail(
  follower: Follower,
  position: number,
  queue: EventQueue,
  listening: Listening,
  most: number,
): AppendedEvent[] {
  const kinds = logKindsOf(queue.options);
  const { tail, tailStart } = follower;
  const received: AppendedEvent[] = [];
  // The log has no gaps, so the tail's index follows from the ID.
  for (let index = position - tailStart; index < tail.length && received.length < most; index++) {
    const event = tail[index]!;
    if (kinds !== null && !kinds.includes(event.kind)) continue;
    if (receives(listening.listener, event, listening.publicChannels)) received.push(event);
  }
  return received;
}

/** A heartbeat; without a text if it has no number left, since an empty answer means that the queue has another reader. */
function heartbeat(queue: EventQueue, position: number, lastEventId: number): Presented[] {
  const id = heartbeatWireId(queue.base, position, lastEventId);
  if (id === undefined) return [{ id: lastEventId, texts: [], isHeartbeat: true }];
  return [{ id, texts: [`{"type":"heartbeat","id":${id}}`], isHeartbeat: true }];
}

/** Gives an event that is in no log to the queues that wait, or poll soon, in every process. */
export function emitPassing(services: Services, event: PassingEvent): void {
  eventHub(services).deliverPassing(event);
  services.signals.send('passing event', event);
}

/** The hub of this program. */
export const eventHub = perServices((services) => new EventHub(services));
