import type { Tx } from '../../platform/db/tx.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';

/** How far the log was read for messages that drivers are pushed; it is read where the bot's is (migration 0584 for those before it). */
export const DRIVER_MESSAGES_CURSOR = 'driver-messages';

/** Has an organization's log read for messages that drivers are pushed. */
export async function doReadForDriverPushes(tx: Tx, organizationId: string): Promise<void> {
  await startLogReader(tx, organizationId, DRIVER_MESSAGES_CURSOR);
}
