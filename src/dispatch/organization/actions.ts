import type { Tx } from '../../platform/db/tx.ts';
import { emitChange } from '../events/emit.ts';
import { insertDelegatee, revokeDelegatee } from './queries.ts';

/** Lets an organization name another one as the executor of its tasks. */
export async function doAddDelegatee(
  tx: Tx,
  delegateeId: string,
  { isFulfillment = false }: { isFulfillment?: boolean } = {},
): Promise<void> {
  const { organizationId } = tx;

  await insertDelegatee(tx, delegateeId, isFulfillment);
  emitChange(tx.of(delegateeId), 'delegation', { id: organizationId }, { state: true });
  tx.audit({
    organizationId,
    action: 'organization.delegation_made',
    object: { kind: 'organization', id: delegateeId, name: null },
    details: { isFulfillment: { to: isFulfillment } },
  });
}

/** Ends that: what was ordered before stays with its executor. Gives whether there was a delegation. */
export async function doRevokeDelegatee(tx: Tx, delegateeId: string): Promise<boolean> {
  const { organizationId } = tx;

  if (!(await revokeDelegatee(tx, delegateeId))) return false;
  const object = { kind: 'organization', id: delegateeId, name: null };
  tx.audit({ organizationId, action: 'organization.delegation_ended', object });
  return true;
}
