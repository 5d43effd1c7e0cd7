import type { Reader } from '../../platform/db/reader.ts';
import type { Services } from '../../platform/services.ts';
import type { MinPrecision } from './found-place.ts';
import { findMinPrecision, hasStreets } from './queries.ts';
import { countriesOf, type GeocodeQuery } from './query/geocode-query.ts';

/**
 * The least precision that an address must be found with when its request does not say it: the organization's setting,
 * else the server's. Without either, the street where a geocoder is asked or address data of the country are imported;
 * the built-in gazetteer alone knows no more than cities.
 */
export async function minPrecisionOf(
  { services, reader }: { services: Services; reader: Reader },
  query: GeocodeQuery,
): Promise<MinPrecision> {
  const { geocoder, geocoderMinPrecision } = services.config;
  const set = (await findMinPrecision(reader)) ?? geocoderMinPrecision;
  if (set) return set;
  return geocoder !== 'off' || (await hasStreets(reader, countriesOf(query))) ? 'street' : 'city';
}
