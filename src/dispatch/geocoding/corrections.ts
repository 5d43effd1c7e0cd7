import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Location } from '../geography/location.ts';
import type { AddressInput } from './address.ts';
import type { Hit } from './found-place.ts';
import { findCorrectionByKey, saveCorrection } from './queries.ts';
import { type Question, readQuestion } from './question.ts';

/** The place that a dispatcher gave this address before. */
export async function findCorrection(
  reader: Reader,
  organizationId: string,
  question: Question,
): Promise<Hit | undefined> {
  const row = await findCorrectionByKey(reader, organizationId, question.key);
  return row && { layer: 'correction', precision: 'exact', location: [row.lon, row.lat], parts: {} };
}

/** Remembers where an address really is, for all later destinations of the organization. */
export async function doCorrectAddress(
  tx: Tx,
  organizationId: string,
  address: AddressInput,
  location: Location,
): Promise<void> {
  const organization = await findOrganization(tx, organizationId);
  await saveCorrection(tx, organizationId, readQuestion(address, organization?.country ?? '').key, location);
}
