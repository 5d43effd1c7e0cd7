import type { Location } from '../geography/location.ts';
import type { Geocoding } from './found-place.ts';
import { isOutOfCountry } from './is-out-of-country.ts';
import { countryCode } from './query/countries.ts';

/**
 * How a place was found that somebody says exactly, with a warning where it is not in the country of its address: latitude and longitude the
 * wrong way round lie in another one.
 */
export function exactly(layer: 'given' | 'correction', location: Location, country: string | undefined): Geocoding {
  const code = country ? countryCode(country) : undefined;
  const warnings = code && isOutOfCountry(location, code) ? { warnings: ['OTHER_COUNTRY' as const] } : {};
  return { layer, precision: 'exact', ...warnings };
}
