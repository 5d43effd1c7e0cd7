import type { Tx } from '../../platform/db/tx.ts';
import { deleteExpiredQueues, deleteQueue, deleteSurplusQueues, insertQueue } from './queries.ts';
import type { EventQueue } from './queue.ts';

/** Queues of one person; of more, those go that were not polled for longest. */
const MOST_QUEUES_PER_USER = 500;

export async function doCreateQueue(tx: Tx, queue: EventQueue): Promise<void> {
  await insertQueue(tx, queue);
  await deleteSurplusQueues(tx, queue.organizationId, queue.userId, MOST_QUEUES_PER_USER);
}

export async function doDeleteQueue(tx: Tx, queue: EventQueue): Promise<void> {
  await deleteQueue(tx, queue.organizationId, queue.id);
}

export async function doDeleteExpiredQueues(tx: Tx): Promise<void> {
  await deleteExpiredQueues(tx, tx.now);
}
