import type { Tx } from '../../platform/db/tx.ts';
import { insertSystemGroups } from './queries.ts';
import { systemGroups } from './system-groups.ts';

/** The system groups of a new organization, each holding the next narrower one. */
export async function doCreateSystemGroups(tx: Tx, organizationId: string): Promise<void> {
  await insertSystemGroups(tx, organizationId, systemGroups);
}
