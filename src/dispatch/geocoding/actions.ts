import type { Tx } from '../../platform/db/tx.ts';
import type { MinPrecision } from './found-place.ts';
import { saveMinPrecision } from './queries.ts';

/** Sets the least precision of places that an organization accepts; undefined: as the server has it. */
export async function doSetMinPrecision(tx: Tx, minPrecision: MinPrecision | undefined): Promise<void> {
  const { organizationId } = tx;

  await saveMinPrecision(tx, minPrecision);
  const details = { minPrecision: { to: minPrecision ?? 'default' } };
  tx.audit({ organizationId, action: 'organization.precision_changed', details });
}
