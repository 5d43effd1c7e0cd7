import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { ERROR_TEXT } from '../../platform/http/schema-names.ts';
import type { AddressInput } from '../geocoding/address.ts';
import { AddressInput as AddressInputSchema, cleanAddress } from '../geocoding/address.ts';
import { MIN_PRECISIONS } from '../geocoding/found-place.ts';
import { type Location, LocationInput, readLocation } from '../geography/location.ts';
import { invalidValue, missing } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';

/** Options of geocoding. */
export const PlaceOptions = Type.Object({
  language: Type.Optional(
    Nullable(Type.String({ pattern: '^[A-Za-z]{2}$', [ERROR_TEXT]: 'must be a two-letter code' }), {
      description: 'Language of the found address, two letters.',
    }),
  ),
  // Ours: how precisely the address must be found at least.
  minPrecision: Type.Optional(
    Nullable(Type.Enum(MIN_PRECISIONS), {
      description: 'How exactly the address must be found. Otherwise it is refused.',
    }),
  ),
});

/** An address, a place for it when the caller knows it, and how to word what a geocoder finds. */
export const placeInput = {
  address: described(
    AddressInputSchema,
    'Where it is, in parts or in one line. Required: `street` and `country`, and `city` or ' +
      '`postalCode`; or `unparsed` alone.',
  ),
  location: Type.Optional(
    Nullable(LocationInput, {
      description:
        '[longitude, latitude]. If absent, the address is geocoded. It cannot be combined with ' +
        '`address.unparsed`.',
    }),
  ),
  options: Type.Optional(Nullable(PlaceOptions, { description: 'How to geocode the address.' })),
};
const PlaceInput = Type.Object(placeInput);
export type PlaceInput = Static<typeof PlaceInput>;

/**
 * The place that the caller knows. client: gonfleet writes one that was not set as [0, 0]; beside an unparsed address,
 * with which there can be none, that is what it means.
 */
export function givenLocation({ address, location }: PlaceInput): Location | undefined {
  const pair = location ? readLocation(location) : undefined;
  const isUnset = pair?.every((degrees) => degrees === 0) && address.unparsed?.trim();
  return isUnset ? undefined : pair;
}

/**
 * Checks that the required parts of an address are given together (spec: dispatch 4, Destinations).
 * @throws {DispatchError} 1900 for a missing part, 1000 for `unparsed` together with a location
 */
export function checkPlace(given: PlaceInput): void {
  const parts = cleanAddress(given.address);
  if (givenLocation(given)) {
    if (parts.unparsed) throw invalidValue('address.unparsed cannot be combined with location.');
    requireParts(parts, 'city', 'country');
  } else if (!parts.unparsed) {
    requireParts(parts, 'street', 'country');
    // Where the postal code says which city it is, the city may be left out.
    if (!parts.postalCode) requireParts(parts, 'city');
  }
}

function requireParts(parts: Partial<Record<keyof AddressInput, string>>, ...names: (keyof AddressInput)[]): void {
  for (const name of names) if (!parts[name]) throw missing(`address.${name} is required.`);
}
