import type { Tx } from '../../platform/db/tx.ts';
import { doCreateSystemGroups } from '../user-groups/actions.ts';
import { insertRealm } from './queries.ts';

/** The chat side of a new organization: the realm and its system groups. */
export async function doCreateRealm(tx: Tx, organizationId: string): Promise<void> {
  await insertRealm(tx, organizationId);
  await doCreateSystemGroups(tx, organizationId);
}
