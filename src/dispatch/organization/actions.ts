import type { Tx } from '../../platform/db/tx.ts';
import { doCreateSuperAdministrator } from '../administrators/actions.ts';
import { insertDelegatee } from './queries.ts';

/**
 * The dispatch side of a new organization: its owner as the super administrator, of whom there is exactly one.
 * @returns the administrator's ID
 */
export async function doCreateDispatchOrganization(
  tx: Tx,
  organizationId: string,
  owner: { name: string; email: string },
): Promise<string> {
  return doCreateSuperAdministrator(tx, organizationId, owner);
}

/** Lets an organization name another one as the executor of its tasks. */
export async function doAddDelegatee(
  tx: Tx,
  organizationId: string,
  delegateeId: string,
  { isFulfillment = false }: { isFulfillment?: boolean } = {},
): Promise<void> {
  await insertDelegatee(tx, organizationId, delegateeId, isFulfillment);
}
