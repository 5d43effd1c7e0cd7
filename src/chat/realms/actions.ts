import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { doCreateSystemGroups } from '../user-groups/actions.ts';

/** The chat side of a new organization: the realm and its system groups. */
export async function doCreateRealm(tx: Tx, organizationId: string): Promise<void> {
  await tx.run(sql`insert into chat.realms (organization_id) values (${organizationId})`);
  await doCreateSystemGroups(tx, organizationId);
}
