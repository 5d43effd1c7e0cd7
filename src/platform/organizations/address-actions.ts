import { changesBetween } from '../db/audit-entry.ts';
import type { PlainTx } from '../db/tx.ts';
import {
  findOrganizationAt,
  loadAddressesLike,
  loadAddressing,
  lockAddresses,
  updateAddressing,
} from './address-queries.ts';
import { type Addressing, addressOfName, freeAddress } from './addresses.ts';

/** The kind of the event that tells of another address or domain. */
export const ADDRESS_EVENT = 'organization_address';

/** An address or a domain is another organization's. */
export class AddressTaken extends Error {}

/**
 * An address for an organization that is being made; nobody else takes it until the commit.
 * @param wanted undefined: one after the name
 * @throws {AddressTaken}
 */
export async function takeAddress(tx: PlainTx, name: string, wanted: string | undefined): Promise<string> {
  await lockAddresses(tx);
  if (wanted === undefined) {
    const derived = addressOfName(name);
    return freeAddress(derived, await loadAddressesLike(tx, derived));
  }
  if (await findOrganizationAt(tx, { address: wanted })) throw new AddressTaken(wanted);
  return wanted;
}

/**
 * Gives an organization another address or domain. Its clients register anew: they were told the old one.
 * @returns what it has now
 * @throws {AddressTaken}
 */
export async function doSetAddressing(
  tx: PlainTx,
  organizationId: string,
  given: Partial<Addressing>,
): Promise<Addressing> {
  await lockAddresses(tx);
  const before = (await loadAddressing(tx, organizationId))!;
  const after = { ...before, ...given };
  for (const wanted of [{ address: after.address }, ...(after.domain === null ? [] : [{ domain: after.domain }])]) {
    const holder = (await findOrganizationAt(tx, wanted))?.id;
    if (holder !== undefined && holder !== organizationId) throw new AddressTaken(Object.values(wanted)[0]);
  }
  if (after.address === before.address && after.domain === before.domain) return after;
  await updateAddressing(tx, organizationId, after);
  const details = changesBetween<Addressing>(before, after, ['address', 'domain']);
  tx.audit({ organizationId, action: 'organization.address_changed', details });
  tx.emit({
    organizationId,
    part: 'platform',
    kind: ADDRESS_EVENT,
    audience: [],
    payload: { ...after },
    state: true,
  });
  return after;
}
