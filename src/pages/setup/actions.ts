import type { Tx } from '../../platform/db/tx.ts';
import { putChecklistAway } from './progress-queries.ts';

/** Puts a new organization's checklist away: the bare address leads its administrators to their work. */
export async function doPutChecklistAway(tx: Tx): Promise<void> {
  const { organizationId } = tx;

  await putChecklistAway(tx);
  tx.audit({ organizationId, action: 'organization.checklist_put_away' });
}
