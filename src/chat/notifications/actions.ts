import type { Tx } from '../../platform/db/tx.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { MESSAGE_NOTIFICATIONS_CURSOR } from './queries.ts';

/** Starts the notifications of a new organization. */
export function doStartNotifications(tx: Tx): Promise<void> {
  return startLogReader(tx, tx.organizationId, MESSAGE_NOTIFICATIONS_CURSOR, 0);
}
