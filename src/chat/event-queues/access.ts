import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { eventHub, queueKey } from './hub.ts';
import { findQueue, updatePolledAt } from './queries.ts';
import { badEventQueueId, type EventQueue, isExpired } from './queue.ts';

export { readPosition } from './queries.ts';

/** A queue's last poll is written at most this often; `idle_seconds` has the slack. */
const POLLED_AT_MS = 60_000;

/**
 * The caller's queue. Its row is kept in memory: a queue that another process deleted is noticed here when its next
 * poll is written.
 * @throws {ChatError} `BAD_EVENT_QUEUE_ID` for a queue that is unknown, expired, deleted or another person's
 */
export async function accessQueue(services: Services, caller: ChatCaller, queueId: string): Promise<EventQueue> {
  const hub = eventHub(services);
  const key = queueKey(caller.organizationId, queueId);
  const now = services.clock.now();
  let queue = hub.existing(key);
  if (!queue || isExpired(queue, now)) {
    queue = await findQueue(services.database.reader.of(caller.organizationId), queueId);
    if (queue) hub.queues.set(key, queue);
  }
  if (!queue || queue.userId !== caller.userId || isExpired(queue, now)) throw badEventQueueId(queueId);
  return queue;
}

/**
 * Keeps the queue from expiring.
 * @throws {ChatError} `BAD_EVENT_QUEUE_ID` when it has been deleted
 */
export async function recordPoll(services: Services, queue: EventQueue): Promise<void> {
  const now = services.clock.now();
  if (now.getTime() - queue.polledAt.getTime() < POLLED_AT_MS) return;
  const found = await services.database.transaction((tx) => updatePolledAt(tx, queue.id, now), {
    organizationId: queue.organizationId,
  });
  if (found === 0) {
    eventHub(services).forget(queue);
    throw badEventQueueId(queue.id);
  }
  queue.polledAt = now;
}
