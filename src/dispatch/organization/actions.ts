import type { Tx } from '../../platform/db/tx.ts';
import { emitChange } from '../events/emit.ts';
import { insertDelegatee, revokeDelegatee } from './queries.ts';

/** Lets an organization name another one as the executor of its tasks. */
export async function doAddDelegatee(
  tx: Tx,
  organizationId: string,
  delegateeId: string,
  { isFulfillment = false }: { isFulfillment?: boolean } = {},
): Promise<void> {
  await insertDelegatee(tx, organizationId, delegateeId, isFulfillment);
  emitChange(tx.of(delegateeId), delegateeId, 'delegation', { id: organizationId }, { state: true });
  tx.audit({
    organizationId,
    action: 'organization.delegation_made',
    object: { kind: 'organization', id: delegateeId, name: null },
    details: { isFulfillment: { to: isFulfillment } },
  });
}

/** Ends that: what was ordered before stays with its executor. Gives whether there was a delegation. */
export async function doRevokeDelegatee(tx: Tx, organizationId: string, delegateeId: string): Promise<boolean> {
  if (!(await revokeDelegatee(tx, organizationId, delegateeId))) return false;
  const object = { kind: 'organization', id: delegateeId, name: null };
  tx.audit({ organizationId, action: 'organization.delegation_ended', object });
  return true;
}
