import type { Reader } from '../../platform/db/reader.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { DispatchError } from '../http/errors.ts';
import type { Address, AddressInput } from './address.ts';
import { type Candidate, type FoundPlace, isRough, PRECISIONS, type Warning } from './found-place.ts';
import { searchAddressPoints } from './layers/address-points.ts';
import { findCorrection } from './layers/corrections.ts';
import { searchGazetteer } from './layers/gazetteer.ts';
import { askProvider } from './layers/provider.ts';
import { type GeocodeQuery, readGeocodeQuery } from './query/geocode-query.ts';
import { normalize } from './query/normalize.ts';

/** What an address is looked up with. */
export interface GeocodeOptions {
  /** Two letters: the language of the answer, where the layer knows several. */
  language?: string;
}

/**
 * Finds the place of an address: asks each layer until one knows the building, else takes the finest rough hit.
 * Speaks to an outside service, so never inside a transaction.
 * @throws {DispatchError} 1011 when nobody knows the address
 */
export async function geocode(
  { services, reader }: { services: Services; reader: Reader },
  organizationId: string,
  given: AddressInput,
  options: GeocodeOptions = {},
): Promise<FoundPlace> {
  const organization = await findOrganization(reader, organizationId);
  const question = readGeocodeQuery(given, organization?.country ?? '');
  const layers: (() => Promise<Candidate | undefined>)[] = [
    () => findCorrection(reader, organizationId, question),
    () => searchAddressPoints(reader, question),
    () => askProvider(services, question, options.language),
    () => searchGazetteer(question),
  ];
  let best: Candidate | undefined;
  for (const ask of layers) {
    const hit = await ask();
    if (hit && (!best || PRECISIONS.indexOf(hit.precision) < PRECISIONS.indexOf(best.precision))) best = hit;
    if (best && !isRough(best.precision)) break;
  }
  if (!best) throw new DispatchError(1011, 'No place was found for this address.');
  return toPlace(question, best);
}

function toPlace({ parts: given, key: addressKey }: GeocodeQuery, hit: Candidate): FoundPlace {
  const { parts, precision, layer } = hit;
  const address: Address = {
    ...(given.name ? { name: given.name } : {}),
    number: parts.number ?? given.number ?? '',
    street: parts.street ?? given.street ?? '',
    apartment: given.apartment ?? '',
    city: parts.city ?? given.city ?? '',
    ...(parts.county ? { county: parts.county } : {}),
    state: parts.state ?? given.state ?? '',
    postalCode: parts.postalCode ?? given.postalCode ?? '',
    country: parts.country ?? given.country ?? '',
  };
  const warnings: Warning[] = [];
  if (differ(given.number, parts.number)) warnings.push('MISMATCH_NUMBER');
  if (differ(given.postalCode, parts.postalCode)) warnings.push('MISMATCH_POSTALCODE');
  if (isRough(precision)) warnings.push('GEOMETRIC_CENTER');
  return {
    location: hit.location,
    address,
    warnings,
    placeId: hit.placeId ?? null,
    addressKey,
    geocoding: { layer, precision },
  };
}

/** Both are there and say different things; `94107-1234` is still `94107`. */
function differ(given: string | undefined, found: string | undefined): boolean {
  if (!given || !found) return false;
  const [a, b] = [normalize(given).replaceAll(' ', ''), normalize(found).replaceAll(' ', '')];
  return a !== b && !(a.length >= 5 && b.length >= 5 && (a.startsWith(b) || b.startsWith(a)));
}
