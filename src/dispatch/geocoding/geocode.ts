import type { Reader } from '../../platform/db/reader.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { DispatchError } from '../http/errors.ts';
import type { Address, AddressInput } from './address.ts';
import {
  type FoundPlace,
  type GeocodeCandidate,
  isAtLeast,
  isRough,
  type MinPrecision,
  type Precision,
  type Warning,
} from './found-place.ts';
import { searchAddressPoints } from './layers/address-points.ts';
import { findCorrection } from './layers/corrections.ts';
import { searchGazetteer } from './layers/gazetteer.ts';
import { askProvider } from './layers/provider.ts';
import { searchTowns } from './layers/towns.ts';
import { minPrecisionOf } from './min-precision.ts';
import { isPostBox } from './post-box.ts';
import { type GeocodeQuery, readGeocodeQuery } from './query/geocode-query.ts';
import { normalizePostalCode } from './query/normalize.ts';
import type { AddressParts } from './query/parse-address.ts';
import { postalKeys } from './query/postal-codes.ts';

/** Options of an address lookup. */
export interface GeocodeOptions {
  /** Two letters: the language of the answer, where the layer knows several. */
  language?: string;
  /** The least precision that is accepted; undefined: as the organization or the server has it. */
  minPrecision?: MinPrecision;
}

/**
 * Finds the place of an address: asks each layer until one knows the building, else takes the finest rough candidate.
 * Speaks to an outside service, so never inside a transaction.
 * @throws {DispatchError} 1011 when nobody knows the address, or not precisely enough
 */
export async function geocode(
  { services, reader }: { services: Services; reader: Reader },
  organizationId: string,
  given: AddressInput,
  options: GeocodeOptions = {},
): Promise<FoundPlace> {
  const organization = await findOrganization(reader, organizationId);
  const query = readGeocodeQuery(given, organization?.country ?? '');
  let isProviderSilent = false;
  let best: GeocodeCandidate | undefined;
  const layers: (() => Promise<GeocodeCandidate | undefined>)[] = [
    () => findCorrection(reader, query),
    () => searchAddressPoints(reader, query),
    async () => {
      const answer = await askProvider(services, query, options.language);
      isProviderSilent = !answer.isAnswered;
      return answer.candidate;
    },
    () => searchGazetteer(query, best?.precision === 'postalCode' ? best : undefined),
    async () => (best && isAtLeast(best.precision, 'city') ? undefined : searchTowns(reader, query)),
  ];
  for (const ask of layers) {
    const candidate = await ask();
    // A city that is far from its postal code is meant, for it was written out.
    if (candidate && (!best || candidate.contradictsPostalCode || !isAtLeast(best.precision, candidate.precision)))
      best = candidate;
    if (best && !isRough(best.precision)) break;
  }
  const silence = isProviderSilent ? ' The geocoder did not answer.' : '';
  if (!best) throw new DispatchError(1011, `No place was found for this address.${silence}`);
  if (isRough(best.precision)) {
    const least = options.minPrecision ?? (await minPrecisionOf({ services, reader }, query));
    if (!isAtLeast(best.precision, least)) throw new DispatchError(1011, `${tooRough(best, least)}${silence}`);
  }
  return toPlace(query, best);
}

const WORDS: Record<Precision, string> = {
  exact: 'place',
  address: 'building',
  street: 'street',
  postalCode: 'postal code',
  city: 'city',
  region: 'region',
};

/** `Only the city was found (Springfield, Illinois, United States); the minimum precision is "street".` */
function tooRough({ precision, parts }: GeocodeCandidate, least: MinPrecision): string {
  const found = [parts.street, parts.city, parts.state, parts.postalCode, parts.country].filter(Boolean).join(', ');
  return `Only the ${WORDS[precision]} was found (${found}); the minimum precision is "${least}".`;
}

function toPlace({ parts: likeliest, key: addressKey }: GeocodeQuery, candidate: GeocodeCandidate): FoundPlace {
  const { parts, precision, layer, read: given = likeliest } = candidate;
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
  if (candidate.contradictsPostalCode || differInCode(given.postalCode, parts.postalCode))
    warnings.push('MISMATCH_POSTALCODE');
  // Spec: dispatch 2: also where an apartment is needed.
  if (isRough(precision) || (candidate.hasUnits && !given.apartment)) warnings.push('GEOMETRIC_CENTER');
  return {
    location: candidate.location,
    address,
    warnings,
    placeId: candidate.placeId ?? null,
    addressKey,
    geocoding: { layer, precision, ...(isPostBox(streetLine(given)) ? { warnings: ['POST_BOX' as const] } : {}) },
  };
}

/** As the street reads, with its number: of `P.O. Box 7` the 7 is taken for a house's. */
const streetLine = ({ street, number }: AddressParts) => `${street ?? ''} ${number ?? ''}`;

/** Both are there and say different things. */
const differ = (given: string | undefined, found: string | undefined): boolean =>
  Boolean(given && found) && normalizePostalCode(given!) !== normalizePostalCode(found!);

/** As for numbers; `94107-1234` is still `94107`. */
const differInCode = (given: string | undefined, found: string | undefined): boolean =>
  differ(given, found) &&
  !postalKeys(given!).includes(normalizePostalCode(found!)) &&
  !postalKeys(found!).includes(normalizePostalCode(given!));
