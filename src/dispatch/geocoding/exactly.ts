import type { Location } from '../geography/location.ts';
import type { Geocoding } from './found-place.ts';
import { isOutOfCountry } from './is-out-of-country.ts';
import { countryCode } from './query/countries.ts';

/**
 * Returns a place with an exact given location, with a warning if it is outside the country of its address: swapped
 * latitude and longitude lie in another country.
 */
export function exactly(layer: 'given' | 'correction', location: Location, country: string | undefined): Geocoding {
  const code = country ? countryCode(country) : undefined;
  const warnings = code && isOutOfCountry(location, code) ? { warnings: ['OTHER_COUNTRY' as const] } : {};
  return { layer, precision: 'exact', ...warnings };
}
