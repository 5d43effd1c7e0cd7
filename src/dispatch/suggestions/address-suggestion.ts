import { type Static, Type } from 'typebox';
import { Address } from '../geocoding/address.ts';
import { isAtLeast, type Precision } from '../geocoding/found-place.ts';
import { normalize, normalizeStreet } from '../geocoding/query/normalize.ts';
import { Location } from '../geography/location.ts';
import { Nullable } from '../http/validate.ts';

/** Address that may be meant by what is typed. */
export const AddressSuggestion = Type.Object({
  source: Type.Enum(['destination', 'street', 'city', 'geocoder'], {
    description:
      'destination: the organization has delivered there; street: imported data have it; city: the city is completed by the built-in gazetteer; geocoder: the geocoder that is set up found it',
  }),
  address: Address,
  /** null: not known to the building */
  location: Nullable(Location),
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
