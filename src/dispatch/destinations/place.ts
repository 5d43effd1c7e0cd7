import type { Reader } from '../../platform/db/reader.ts';
import type { Services } from '../../platform/services.ts';
import { cleanAddress } from '../geocoding/address.ts';
import { exactly } from '../geocoding/exactly.ts';
import type { FoundPlace } from '../geocoding/found-place.ts';
import { geocode } from '../geocoding/geocode.ts';
import { checkPlace, givenLocation, type PlaceInput } from './place-input.ts';

/**
 * The place of an address for a destination or a hub: the given location, else what the geocoder finds. May ask an
 * outside service, so it belongs into an operation's `prepare`.
 * @throws {DispatchError} 1900 or 1000 for parts that do not go together, 1011 when the address is not found, or not precisely enough
 */
export async function preparePlace(
  { services, reader }: { services: Services; reader: Reader },
  organizationId: string,
  given: PlaceInput,
): Promise<FoundPlace> {
  checkPlace(given);
  const location = givenLocation(given);
  if (!location) {
    const { language, minPrecision } = given.options ?? {};
    return geocode({ services, reader }, organizationId, given.address, {
      language: language ?? undefined,
      minPrecision: minPrecision ?? undefined,
    });
  }
  const parts = cleanAddress(given.address);
  return {
    location,
    address: {
      ...(parts.name ? { name: parts.name } : {}),
      number: parts.number ?? '',
      street: parts.street ?? '',
      apartment: parts.apartment ?? '',
      city: parts.city ?? '',
      state: parts.state ?? '',
      postalCode: parts.postalCode ?? '',
      country: parts.country ?? '',
    },
    warnings: [],
    placeId: null,
    addressKey: null,
    geocoding: exactly('given', location, parts.country),
  };
}
