import type { Tx } from '../../platform/db/tx.ts';
import { insertDelegatee } from './queries.ts';

/** Lets an organization name another one as the executor of its tasks. */
export async function doAddDelegatee(
  tx: Tx,
  organizationId: string,
  delegateeId: string,
  { isFulfillment = false }: { isFulfillment?: boolean } = {},
): Promise<void> {
  await insertDelegatee(tx, organizationId, delegateeId, isFulfillment);
}
