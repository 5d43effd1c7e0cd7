import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { findOrganization } from '../../../platform/organizations/organizations.ts';
import type { Location } from '../../geography/location.ts';
import type { AddressInput } from '../address.ts';
import type { GeocodeCandidate } from '../found-place.ts';
import { findCorrectionByKey, saveLocationCorrections } from '../queries.ts';
import { type GeocodeQuery, readGeocodeQuery } from '../query/geocode-query.ts';

/** The place that a dispatcher gave this address before. */
export async function findCorrection(reader: Reader, query: GeocodeQuery): Promise<GeocodeCandidate | undefined> {
  const row = await findCorrectionByKey(reader, query.key);
  return row && { layer: 'correction', precision: 'exact', location: [row.lon, row.lat], parts: {} };
}

/**
 * Remembers where an address really is, for all later destinations of the organization: for the address as it is shown
 * and as it was asked for, to which the geocoder may have added a state or a postal code.
 */
export async function doCorrectAddress(
  tx: Tx,
  address: AddressInput,
  askedKey: string | null,
  location: Location,
): Promise<void> {
  const organization = await findOrganization(tx, tx.organizationId);
  const { key } = readGeocodeQuery(address, organization?.country ?? '');
  await saveLocationCorrections(tx, [...new Set([key, askedKey ?? key])], location);
}
