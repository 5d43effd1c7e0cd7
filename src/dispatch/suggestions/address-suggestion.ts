import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Address } from '../geocoding/address.ts';
import { isAtLeast, type Precision } from '../geocoding/found-place.ts';
import { normalize, normalizeStreet } from '../geocoding/query/normalize.ts';
import { Location } from '../geography/location.ts';
import { Nullable } from '../http/validate.ts';

/** Address that may be meant by what is typed. */
export const AddressSuggestion = Type.Object({
  source: Type.Enum(['destination', 'street', 'city', 'geocoder'], {
    description:
      'destination: you have delivered there. street: imported data have it. city: the built-in gazetteer completed the city. ' +
      'geocoder: the configured geocoder found it.',
  }),
  address: described(Address, 'The suggested address.'),
  location: Nullable(Location, {
    description: 'Where it is: [longitude, latitude]; null if the building is not known.',
  }),
});
export type AddressSuggestion = Static<typeof AddressSuggestion>;

/** @param parts what is known of the address; the rest is empty */
export function suggest(
  source: AddressSuggestion['source'],
  parts: Partial<Address>,
  place?: { location: Location; precision: Precision },
): AddressSuggestion {
  const empty = { number: '', street: '', apartment: '', city: '', state: '', postalCode: '', country: '' };
  const isExact = place !== undefined && isAtLeast(place.precision, 'address');
  return { source, address: { ...empty, ...parts }, location: isExact ? place.location : null };
}

/** Leaves out what an earlier suggestion says already. */
export function eachOnce(suggestions: readonly AddressSuggestion[]): AddressSuggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ address: { street, number, city, postalCode } }) => {
    const key = [normalizeStreet(street), number, city, postalCode].map(normalize).join('|');
    return !seen.has(key) && seen.add(key);
  });
}
