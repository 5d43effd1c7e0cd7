import { HostOfOtherCell } from '../cells/errors.ts';
import { changesBetween } from '../db/audit-entry.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import {
  findOrganizationAt,
  loadAddressesLike,
  loadAddressing,
  lockAddresses,
  updateAddressing,
} from './address-queries.ts';
import { type Addressing, addressOfName, freeAddress, hostsOf } from './addresses.ts';

/** Services that know which hosts there are. */
export type Places = Pick<Services, 'cells' | 'publicUrl'>;

/** The kind of the event that tells of another address or domain. */
export const ADDRESS_EVENT = 'organization_address';

/** An address or a domain is another organization's. */
export class AddressTaken extends Error {}

/**
 * An address for an organization that is being made; nobody else takes it until the commit, in no cell.
 * @param wanted undefined: one after the name
 * @throws {AddressTaken}
 * @throws {CellDirectoryAway | CellRefusal} where there are cells
 */
export async function takeAddress(
  tx: PlainTx,
  places: Places,
  { id, name, wanted }: { id: string; name: string; wanted: string | undefined },
): Promise<string> {
  await lockAddresses(tx);
  if (wanted !== undefined) {
    if (await findOrganizationAt(tx, { address: wanted })) throw new AddressTaken(wanted);
    await claimHosts(places, id, { address: wanted, domain: null });
    return wanted;
  }
  const derived = addressOfName(name);
  const taken = new Set([...(await loadAddressesLike(tx, derived)), ...(places.cells?.takenLabels() ?? [])]);
  for (;;) {
    const address = freeAddress(derived, taken);
    try {
      await claimHosts(places, id, { address, domain: null });
      return address;
    } catch (error) {
      if (!(error instanceof AddressTaken)) throw error;
      // Another cell has just given it out.
      taken.add(address);
    }
  }
}

/**
 * Takes a domain for an organization that is being made, after its address.
 * @returns false: another organization has it
 * @throws {CellDirectoryAway | CellRefusal} where there are cells
 */
export async function takeDomain(
  tx: PlainTx,
  { cells }: Pick<Places, 'cells'>,
  id: string,
  domain: string,
): Promise<boolean> {
  if (await findOrganizationAt(tx, { domain })) return false;
  try {
    await cells?.claim(id, [domain]);
    return true;
  } catch (error) {
    if (error instanceof HostOfOtherCell) return false;
    throw error;
  }
}

/** Makes hosts the organization's in the directory of cells, where there is one. @throws {AddressTaken} */
async function claimHosts({ cells, publicUrl }: Places, id: string, addressing: Addressing): Promise<void> {
  try {
    await cells?.claim(id, hostsOf(addressing, publicUrl()));
  } catch (error) {
    throw error instanceof HostOfOtherCell ? new AddressTaken(error.host) : error;
  }
}

/**
 * Gives an organization another address or domain. Its clients register anew: they were told the old one.
 * @returns what it has now, and the hosts that it no longer has: after the commit, `cells.release` lets others have them
 * @throws {AddressTaken}
 * @throws {CellDirectoryAway | CellRefusal} where there are cells
 */
export async function doSetAddressing(
  tx: PlainTx,
  places: Places,
  organizationId: string,
  given: Partial<Addressing>,
): Promise<Addressing & { releasedHosts: string[] }> {
  await lockAddresses(tx);
  const before = (await loadAddressing(tx, organizationId))!;
  const after = { ...before, ...given };
  for (const wanted of [{ address: after.address }, ...(after.domain === null ? [] : [{ domain: after.domain }])]) {
    const holder = (await findOrganizationAt(tx, wanted))?.id;
    if (holder !== undefined && holder !== organizationId) throw new AddressTaken(Object.values(wanted)[0]);
  }
  if (after.address === before.address && after.domain === before.domain) return { ...after, releasedHosts: [] };
  await claimHosts(places, organizationId, after);
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
  const hosts = hostsOf(after, places.publicUrl());
  const releasedHosts = hostsOf(before, places.publicUrl()).filter((host) => !hosts.includes(host));
  return { ...after, releasedHosts };
}
