import type { Tx } from '../../platform/db/tx.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';

/**
 * Log position of pushes about messages to drivers; it starts at the bot's position (migration 0584 for existing
 * installations).
 */
export const DRIVER_MESSAGES_CURSOR = 'driver-messages';

/** Has an organization's log read for messages that drivers are pushed. */
export async function doReadForDriverPushes(tx: Tx): Promise<void> {
  await startLogReader(tx, tx.organizationId, DRIVER_MESSAGES_CURSOR);
}
