import { revokeSessionsOf } from '../credentials/credentials.ts';
import type { PlainTx } from '../db/tx.ts';
import { loadFactorDemand, loadThoseWithout, updateFactorDemand } from './demanded-factor-queries.ts';
import { FACTOR_DEMANDS, type FactorDemand } from './factor-demand.ts';

export { isDemandedOfAny, loadFactorDemand as factorDemandOf } from './demanded-factor-queries.ts';

/**
 * Has an organization demand a second factor. Whoever it is then demanded of and has none is signed out of all browsers, and sets one
 * up at the next sign-in; keys of clients stay.
 */
export async function doDemandSecondFactor(tx: PlainTx, organizationId: string, of: FactorDemand): Promise<void> {
  // A sign-in under way either was before, and its session ends, or asks the organization after this.
  await tx.position(organizationId);
  const before = await loadFactorDemand(tx, organizationId);
  if (before === of) return;
  await updateFactorDemand(tx, organizationId, of);
  tx.audit({ organizationId, action: 'organization.second_factor', details: { of: { from: before, to: of } } });
  if (FACTOR_DEMANDS.indexOf(of) > FACTOR_DEMANDS.indexOf(before)) await doEndSessionsWithoutFactor(tx, organizationId);
}

/**
 * Signs those out of whom a second factor is demanded that they lack.
 * @param personId one who may be more than a driver since this transaction; else everybody of the organization is looked at
 */
export async function doEndSessionsWithoutFactor(
  tx: PlainTx,
  organizationId: string,
  personId?: string,
): Promise<void> {
  const people = await loadThoseWithout(tx, organizationId, personId ?? null);
  if (people.length > 0) await revokeSessionsOf(tx, organizationId, people);
}
