import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import { Role } from '../http/caller.ts';
import { eventHub } from './hub.ts';
import {
  deleteAllQueues,
  deleteExpiredQueues,
  deleteQueue,
  deleteQueuesOfOrganizations,
  deleteQueuesOfRole,
  deleteSurplusQueues,
  insertQueue,
} from './queries.ts';
import type { EventQueue } from './queue.ts';

/** Queues of one person; of more, those go that were not polled for longest. */
const MAX_QUEUES_PER_USER = 500;

/** Makes a queue; of too many of its person's, the oldest end for whoever reads them once this is committed. */
export async function doCreateQueue(tx: Tx, services: Services, queue: EventQueue): Promise<void> {
  await insertQueue(tx, queue);
  const { organizationId } = queue;
  const surplus = await deleteSurplusQueues(tx, queue.userId, MAX_QUEUES_PER_USER);
  for (const { id } of surplus) tx.atCommit(() => eventHub(services).forget({ organizationId, id }));
}

export async function doDeleteQueue(tx: Tx, queue: EventQueue): Promise<void> {
  await deleteQueue(tx, queue.id);
}

/** The queues of a deactivated person end for good: after a return, clients register anew. */
export async function doDeleteQueuesOf(tx: Tx, userId: number): Promise<void> {
  await deleteSurplusQueues(tx, userId, 0);
}

/** Guests register anew: whom they may know of is another matter from now on. */
export async function doDeleteQueuesOfGuests(tx: Tx): Promise<void> {
  await deleteQueuesOfRole(tx, Role.guest);
}

export async function doDeleteExpiredQueues(tx: PlainTx): Promise<void> {
  await deleteExpiredQueues(tx, tx.now);
}

/** Their clients register anew. */
export async function doDeleteQueuesOfOrganizations(tx: PlainTx, organizationIds: readonly string[]): Promise<void> {
  await deleteQueuesOfOrganizations(tx, organizationIds);
}

/** Deletes the queues of all organizations: they have delivered events that the log no longer contains. */
export async function doDeleteAllQueues(tx: PlainTx): Promise<void> {
  await deleteAllQueues(tx);
}
