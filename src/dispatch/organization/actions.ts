import type { Tx } from '../../platform/db/tx.ts';
import { emitChange } from './changes.ts';
import { insertDelegatee, revokeDelegatee } from './queries.ts';

/** Lets an organization name another one as the executor of its tasks. */
export async function doAddDelegatee(
  tx: Tx,
  organizationId: string,
  delegateeId: string,
  { isFulfillment = false }: { isFulfillment?: boolean } = {},
): Promise<void> {
  await insertDelegatee(tx, organizationId, delegateeId, isFulfillment);
  emitChange(tx, delegateeId, 'delegation', { id: organizationId }, { state: true });
}

/** Ends that: what was ordered before stays with its executor. Gives whether there was a delegation. */
export async function doRevokeDelegatee(tx: Tx, organizationId: string, delegateeId: string): Promise<boolean> {
  return revokeDelegatee(tx, organizationId, delegateeId);
}
