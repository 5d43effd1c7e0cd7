import type { Tx } from '../../platform/db/tx.ts';
import { systemGroups } from '../settings/system-groups.ts';
import { insertSystemGroups } from './queries.ts';

/** The system groups of a new organization, each holding the next narrower one. */
export async function doCreateSystemGroups(tx: Tx, organizationId: string): Promise<void> {
  await insertSystemGroups(tx, organizationId, systemGroups);
}
