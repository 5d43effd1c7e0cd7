import type { Tx } from '../../platform/db/tx.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import { emitChange } from '../events/emit.ts';
import { isReadForPushes, PUSHES_CURSOR } from './queries.ts';

/** Has an organization's log read for drivers' pushes, from its first subscription on. @param id who subscribes */
export async function doReadForPushes(tx: Tx, id: string): Promise<void> {
  if (await isReadForPushes(tx)) return;
  await startLogReader(tx, tx.organizationId, PUSHES_CURSOR);
  emitChange(tx, 'pushSubscription', { id }, { state: true });
}
